// CREATE TABLE in its three forms, ADD COLUMNS, CREATE VIEW.

#include <algorithm>
#include <unordered_set>

#include <fmt/format.h>

#include "analysis/expression/constants.h"
#include "analysis/expression/expressions.h"
#include "analysis/query/from.h"
#include "analysis/statement/finish_plan.h"
#include "base/text.h"
#include "plan/traverse.h"
#include "types/widening.h"

namespace paisql::analysis {
namespace {

constexpr size_t kMaxNameBytes = 128;
constexpr size_t kMaxCommentBytes = 1024;
constexpr size_t kMaxPartitionLevels = 6;

Status CheckComment(const std::string& comment, const SourceRange& range) {
  if (comment.size() <= kMaxCommentBytes) return Status::Ok();
  return SemanticError(range, fmt::format("comment is longer than {} bytes", kMaxCommentBytes));
}

// The name of something that is about to be made, with its project.
Result<store::Table> NewName(const syntax::QualifiedName& name, const AnalysisContext& context) {
  store::Table table;
  table.project = context.names.project();
  if (name.parts.size() > 3) {
    return SemanticError(name.range, fmt::format("{} is no name of a table", name.ToString()),
                         "write table, project.table or project.default.table");
  }
  if (name.parts.size() == 3 && !EqualsIgnoreCase(name.parts[1].text, "default")) {
    return SemanticError(name.parts[1].range,
                         fmt::format("schema {} cannot be resolved", name.parts[1].text),
                         "every project has one schema, default");
  }
  if (name.parts.size() > 1) {
    table.project = name.parts[0].text;
    PAISQL_ASSIGN(std::optional<store::Project> project,
                  context.names.catalog().FindProject(table.project));
    if (!project) {
      PAISQL_ASSIGN(const auto projects, names::ProjectNames(context.names.catalog()));
      return ProjectNotFound(table.project, name.parts[0].range, projects);
    }
    table.project = project->name;
  }
  PAISQL_TRY(CheckNewName(name.parts.back(), "table"));
  table.name = name.parts.back().text;
  return table;
}

Status CheckFree(const store::Table& table, const syntax::QualifiedName& name,
                 const AnalysisContext& context) {
  PAISQL_ASSIGN(std::optional<store::Table> existing,
                context.names.catalog().FindTable(table.project, table.name));
  if (!existing) return Status::Ok();
  return Error{ErrorCode::kTableExists, fmt::format("{} already exists", table.QualifiedName()),
               name.range, "use IF NOT EXISTS, or drop it first"};
}

bool MayPartition(const DataType& type, const TypeMode& mode) {
  if (type.id() == TypeId::kString) return true;
  return mode.odps2 && (type.IsText() || type.IsInteger());
}

Status CheckRepetition(const std::vector<store::Column>& columns,
                       std::unordered_set<std::string>& names, const SourceRange& range) {
  for (const store::Column& column : columns) {
    if (names.insert(ToLower(column.name)).second) continue;
    return SemanticError(range, fmt::format("column repeated in creation: {}", column.name),
                         "give one of them another name");
  }
  return Status::Ok();
}

// The statement's text is not at hand here, so a default is kept as the SQL of its value.
Result<std::string> DefaultText(State& state, const syntax::ColumnDefinition& definition,
                                const DataType& type) {
  const Scope nothing(nullptr);
  ExpressionAnalyzer analyzer(state, nothing, {.name = "DEFAULT"});
  plan::ExpressionPtr value = analyzer.Analyze(*definition.default_value);
  if (IsFailed(value->type)) return std::string();
  const SourceRange range = definition.default_value->range;
  const std::optional<Value> constant = Fold(*value);
  if (!constant) return SemanticError(range, "DEFAULT needs a constant", "write a literal");
  const ConversionKind conversion = Conversion(constant->type, type, state.types());
  if (conversion != ConversionKind::kSame && conversion != ConversionKind::kImplicit &&
      !ConvertConstant(*constant, type)) {
    return SemanticError(
        range,
        fmt::format("a default of type {} does not fit column {} of type {}",
                    constant->type.ToString(), definition.name.text, type.ToString()),
        fmt::format("write a literal of type {}", type.ToString()));
  }
  if (constant->type.id() == TypeId::kBinary || constant->type.IsInterval()) {
    return Error{ErrorCode::kUnsupported,
                 fmt::format("a default of type {} is not supported", constant->type.ToString()),
                 range, fmt::format("write a literal of type {}", type.ToString())};
  }
  std::string text = plan::ToText(plan::Constant(*constant));
  if (constant->type.id() == TypeId::kTinyint) text += "Y";
  if (constant->type.id() == TypeId::kSmallint) text += "S";
  if (constant->type.id() == TypeId::kBigint) text += "L";
  if (constant->type.id() == TypeId::kFloat) text += "F";
  return text;
}

Result<store::Column> NewColumn(State& state, const syntax::ColumnDefinition& definition) {
  PAISQL_TRY(CheckNewName(definition.name, "column"));
  PAISQL_TRY(CheckComment(definition.comment, definition.name.range));
  store::Column column;
  column.name = definition.name.text;
  PAISQL_ASSIGN(column.type, ResolveTypeName(state, definition.type));
  column.comment = definition.comment;
  column.not_null = definition.not_null;
  if (definition.default_value) {
    PAISQL_ASSIGN(column.default_text, DefaultText(state, definition, column.type));
  }
  return column;
}

void AddColumns(State& state, const syntax::CreateTableStatement& statement, store::Table& table) {
  std::unordered_set<std::string> names;
  const auto add = [&](const syntax::ColumnDefinition& definition,
                       std::vector<store::Column>& columns) -> Status {
    PAISQL_ASSIGN(store::Column column, NewColumn(state, definition));
    if (!names.insert(ToLower(column.name)).second) {
      return SemanticError(definition.name.range,
                           fmt::format("column repeated in creation: {}", column.name),
                           "give one of them another name");
    }
    columns.push_back(std::move(column));
    return Status::Ok();
  };
  for (const syntax::ColumnDefinition& definition : statement.columns) {
    state.errors.Take(add(definition, table.columns));
  }
  for (const syntax::ColumnDefinition& definition : statement.partition_columns) {
    if (!state.errors.Take(add(definition, table.partition_columns))) continue;
    const DataType& type = table.partition_columns.back().type;
    if (MayPartition(type, state.types())) continue;
    state.errors.Add(
        SemanticError(definition.type.range,
                      fmt::format("{} cannot be the type of a partition column", type.ToString()),
                      "use STRING, VARCHAR, CHAR, TINYINT, SMALLINT, INT or BIGINT"));
  }
}

Status CheckSize(const store::Table& table, const SourceRange& range) {
  const size_t columns = table.columns.size() + table.partition_columns.size();
  if (table.columns.empty()) {
    return SemanticError(range, "a table needs a column",
                         "columns of PARTITIONED BY alone are not enough");
  }
  static_assert(ValueOf(Limit::kColumns) == static_cast<size_t>(store::kMaxColumns));
  if (columns > ValueOf(Limit::kColumns)) return TooLarge(Limit::kColumns, range);
  if (table.partition_columns.size() > kMaxPartitionLevels) {
    return SemanticError(range,
                         fmt::format("table has {} partition levels, at most {} are "
                                     "allowed",
                                     table.partition_columns.size(), kMaxPartitionLevels),
                         "make ordinary columns of the lower levels");
  }
  return Status::Ok();
}

// Columns for what a query gives.
Result<std::vector<store::Column>> ColumnsOf(const plan::Relation& root, const SourceRange& range) {
  std::vector<store::Column> columns;
  for (const plan::OutputColumn& column : root.output) {
    PAISQL_TRY(CheckNewName({column.name, true, range}, "column"));
    store::Column entry;
    entry.name = column.name;
    entry.type = column.type;
    columns.push_back(std::move(entry));
  }
  std::unordered_set<std::string> names;
  PAISQL_TRY(CheckRepetition(columns, names, range));
  return columns;
}

// INTERVAL is a type of expressions only.
bool IsStorable(const DataType& type) {
  if (type.IsInterval()) return false;
  return !type.IsNested() || std::all_of(type.fields().begin(), type.fields().end(), IsStorable);
}

Status CheckStorable(const plan::Relation& root) {
  for (size_t i = 0; i < root.output.size(); ++i) {
    const plan::OutputColumn& column = root.output[i];
    if (IsStorable(column.type)) continue;
    return Error{
        ErrorCode::kIllegalDataType,
        fmt::format("column {} is {}, which no table stores", column.name, column.type.ToString()),
        ColumnRange(root, i), "store a number of days or seconds, or CAST to STRING"};
  }
  return Status::Ok();
}

Status CopyLike(State& state, const syntax::QualifiedName& like, store::Table& table) {
  PAISQL_ASSIGN(store::Table existing, FindTable(state, like));
  if (existing.kind == store::TableKind::kView) {
    return Error{ErrorCode::kInvalidTable, fmt::format("{} is a view", existing.QualifiedName()),
                 like.range, "use CREATE TABLE … AS SELECT"};
  }
  table.columns = std::move(existing.columns);
  table.partition_columns = std::move(existing.partition_columns);
  table.comment = std::move(existing.comment);
  return Status::Ok();
}

}  // namespace

Status CheckNewName(const syntax::Identifier& name, std::string_view what) {
  const bool plain = std::all_of(name.text.begin(), name.text.end(), [](char c) {
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  });
  if (!plain || name.text.empty()) {
    return SemanticError(name.range, fmt::format("invalid {} name '{}'", what, name.text),
                         "use letters, digits and _");
  }
  if (name.text.size() > kMaxNameBytes) {
    return SemanticError(name.range,
                         fmt::format("{} name is longer than {} bytes", what, kMaxNameBytes));
  }
  return Status::Ok();
}

namespace {

struct ClauseCure {
  std::string_view clause;
  std::string_view cure;
};
constexpr std::string_view kStorageCure =
    "it changes how rows are stored and no answer: leave it out";
constexpr std::string_view kExternalCure =
    "external tables are not offered: load the data with TUNNEL UPLOAD";
constexpr ClauseCure kClauseCures[] = {
    {"AUTO PARTITIONED BY",
     "write PARTITIONED BY (d STRING), and PARTITION (d) with the value last in each INSERT"},
    {"CLUSTERED BY", kStorageCure},
    {"RANGE CLUSTERED BY", kStorageCure},
    {"ROW FORMAT", kStorageCure},
    {"STORED BY", kExternalCure},
    {"LOCATION", kExternalCure},
    {"PRIMARY KEY", "rows are not merged by a key: INSERT OVERWRITE the rows that are wanted"},
};

// File formats of the platform. A table's files have the one format that there is here.
constexpr std::string_view kFileFormats[] = {"ALIORC",  "AVRO",   "CFILE",        "JSON",    "ORC",
                                             "PARQUET", "RCFILE", "SEQUENCEFILE", "TEXTFILE"};

Status CheckFileFormat(State& state, const syntax::Identifier& format) {
  const std::string name = ToUpper(format.text);
  if (std::find(std::begin(kFileFormats), std::end(kFileFormats), name) == std::end(kFileFormats)) {
    return SemanticError(format.range, fmt::format("unknown file format {}", format.text),
                         "ALIORC is the platform's own: leave STORED AS out");
  }
  state.Warn(format.range,
             fmt::format("STORED AS {} has no effect: all tables are stored in one way", name));
  return Status::Ok();
}

// A property that changes what statements mean is refused, any other is told to have no effect.
Status CheckProperties(State& state,
                       const std::map<std::string, syntax::TableProperty>& properties) {
  for (const auto& [key, property] : properties) {
    const bool transactional = EqualsIgnoreCase(key, "transactional");
    if (transactional && EqualsIgnoreCase(property.value, "false")) continue;
    if (transactional || EqualsIgnoreCase(key, "table.format.version")) {
      return Error{
          ErrorCode::kUnsupported,
          fmt::format("the table property '{}'='{}' is not supported", key, property.value),
          property.range,
          "leave it out, and INSERT OVERWRITE the rows that UPDATE, DELETE or MERGE would "
          "change"};
    }
    state.Warn(property.range, fmt::format("the table property '{}' has no effect", key));
  }
  return Status::Ok();
}

Status CheckClauses(State& state, const syntax::CreateTableStatement& statement) {
  if (!statement.unsupported_clause.empty()) {
    Error error =
        UnsupportedError(statement.unsupported_range,
                         fmt::format("{} is not supported", statement.unsupported_clause));
    for (const ClauseCure& row : kClauseCures) {
      if (row.clause == statement.unsupported_clause) error.hint = row.cure;
    }
    return error;
  }
  if (statement.external) {
    return Error{ErrorCode::kUnsupported, "external tables are not supported",
                 statement.table.range, "load the data with TUNNEL UPLOAD"};
  }
  PAISQL_TRY(CheckProperties(state, statement.properties));
  if (statement.stored_as) PAISQL_TRY(CheckFileFormat(state, *statement.stored_as));
  if (statement.lifecycle_days && *statement.lifecycle_days <= 0) {
    return SemanticError(statement.lifecycle_range, "LIFECYCLE needs a positive number of days");
  }
  return Status::Ok();
}

// CREATE TABLE … AS: the query's columns, and its plan in `root`.
Status ColumnsFromQuery(State& state, const syntax::CreateTableStatement& statement,
                        CreateTablePlan& result) {
  if (!statement.partition_columns.empty() || !statement.columns.empty()) {
    return Error{ErrorCode::kUnsupported, "CREATE TABLE … AS SELECT takes no columns of its own",
                 statement.table.range, "create the table first, then INSERT INTO it"};
  }
  PAISQL_ASSIGN(result.as_root, QueryRelation(state, *statement.as_query, nullptr));
  PAISQL_TRY(state.errors.Combined());
  PAISQL_TRY(FinishPlan(state, result.as_root));
  PAISQL_TRY(CheckStorable(*result.as_root));
  PAISQL_ASSIGN(result.table.columns, ColumnsOf(*result.as_root, statement.as_query->range));
  return Status::Ok();
}

Result<CreateTablePlan> NewTable(State& state, const syntax::CreateTableStatement& statement) {
  CreateTablePlan result;
  result.if_not_exists = statement.if_not_exists;
  state.errors.Take(CheckClauses(state, statement));
  if (auto named = state.errors.TakeValue(NewName(statement.table, state.context))) {
    result.table = *std::move(named);
    if (!statement.if_not_exists) {
      state.errors.Take(CheckFree(result.table, statement.table, state.context));
    }
  }
  const size_t trouble = state.errors.trouble();
  if (statement.like) {
    state.errors.Take(CopyLike(state, *statement.like, result.table));
  } else if (statement.as_query) {
    state.errors.Take(ColumnsFromQuery(state, statement, result));
  } else {
    AddColumns(state, statement, result.table);
  }
  if (statement.comment) {
    state.errors.Take(CheckComment(*statement.comment, statement.table.range));
    result.table.comment = *statement.comment;
  }
  result.table.lifecycle_days = statement.lifecycle_days;
  if (state.errors.trouble() == trouble) {
    state.errors.Take(CheckSize(result.table, statement.table.range));
  }
  return result;
}

}  // namespace

Result<CreateTablePlan> AnalyzeCreateTable(const syntax::CreateTableStatement& statement,
                                           AnalysisContext& context) {
  State state(context);
  return state.Whole(NewTable(state, statement));
}

Result<std::vector<store::Column>> AnalyzeNewColumns(
    const std::vector<syntax::ColumnDefinition>& definitions, const store::Table& table,
    const AnalysisContext& context, bool if_not_exists) {
  AnalysisContext copy = context;
  State state(copy);
  std::unordered_set<std::string> names;
  for (const store::Column& column : table.columns) names.insert(ToLower(column.name));
  for (const store::Column& column : table.partition_columns) names.insert(ToLower(column.name));
  const std::unordered_set<std::string> existing = names;
  std::vector<store::Column> columns;
  for (const syntax::ColumnDefinition& definition : definitions) {
    std::optional<store::Column> made = state.errors.TakeValue(NewColumn(state, definition));
    if (!made) continue;
    store::Column& column = *made;
    if (if_not_exists && existing.contains(ToLower(column.name))) continue;
    if (!names.insert(ToLower(column.name)).second) {
      return SemanticError(definition.name.range,
                           fmt::format("column repeated in creation: {}", column.name),
                           "give one of them another name");
    }
    if (column.not_null) {
      return SemanticError(definition.name.range,
                           "a column that is added later may not be NOT NULL",
                           "the rows that are there have no value for it");
    }
    columns.push_back(std::move(column));
  }
  PAISQL_TRY(state.errors.Combined());
  if (names.size() > ValueOf(Limit::kColumns)) {
    return TooLarge(Limit::kColumns, definitions.front().name.range);
  }
  return columns;
}

Status CheckTableProperties(const std::map<std::string, syntax::TableProperty>& properties,
                            AnalysisContext& context) {
  State state(context);
  return CheckProperties(state, properties);
}

Result<store::Column> AnalyzeColumnChange(const syntax::ColumnDefinition& definition,
                                          const store::Column& old,
                                          const AnalysisContext& context) {
  AnalysisContext copy = context;
  State state(copy);
  Result<store::Column> analysed = NewColumn(state, definition);
  if (!analysed.ok()) state.errors.Add(std::move(analysed).error());
  PAISQL_TRY(state.errors.Combined());
  store::Column column = *std::move(analysed);
  if (!(column.type == old.type) && !IsWidening(old.type, column.type)) {
    return SemanticError(
        definition.type.range,
        fmt::format("changing the type of column {} from {} to {} is not supported", old.name,
                    old.type.ToString(), column.type.ToString()),
        "the rows stay as they are, so the new type must take all values: ADD COLUMNS and INSERT "
        "OVERWRITE with CAST");
  }
  if (definition.default_value || (column.not_null && !old.not_null)) {
    return UnsupportedError(definition.name.range,
                            "CHANGE COLUMN with NOT NULL or DEFAULT is not supported");
  }
  column.id = old.id;
  column.not_null = old.not_null;
  column.default_text = old.default_text;
  if (column.comment.empty()) column.comment = old.comment;
  return column;
}

Result<store::Table> AnalyzeCreateView(const syntax::CreateViewStatement& statement,
                                       std::string_view statement_text, AnalysisContext& context) {
  PAISQL_ASSIGN(store::Table view, NewName(statement.view, context));
  if (!statement.or_replace && !statement.if_not_exists) {
    PAISQL_TRY(CheckFree(view, statement.view, context));
  }
  PAISQL_TRY(CheckComment(statement.comment, statement.view.range));
  State state(context);
  // OR REPLACE must not make a view of itself.
  state.view_names.push_back(ToLower(view.QualifiedName()));
  PAISQL_ASSIGN(plan::RelationPtr root,
                state.Whole(QueryRelation(state, *statement.query, nullptr)));
  // Which partitions are read is decided where the view is used.
  const bool allow_full_scan = std::exchange(context.allow_full_scan, true);
  const Status finished = FinishPlan(state, root);
  context.allow_full_scan = allow_full_scan;
  PAISQL_TRY(finished);
  if (!statement.columns.empty()) {
    if (statement.columns.size() != root->output.size()) {
      return SemanticError(statement.columns.front().name.range,
                           fmt::format("expect {} columns, actually have {}",
                                       statement.columns.size(), root->output.size()),
                           "the list of names has one for each column of the query");
    }
    for (size_t i = 0; i < statement.columns.size(); ++i) {
      root->output[i].name = statement.columns[i].name.text;
    }
  }
  PAISQL_ASSIGN(view.columns, ColumnsOf(*root, statement.query->range));
  for (size_t i = 0; i < statement.columns.size(); ++i) {
    view.columns[i].comment = statement.columns[i].comment;
  }
  view.kind = store::TableKind::kView;
  view.comment = statement.comment;
  const SourceRange& range = statement.query_range;
  view.view_text = std::string(statement_text.substr(range.begin, range.end - range.begin));
  return view;
}

Result<QueryPlan> AnalyzeQuery(const syntax::Query& query, AnalysisContext& context) {
  State state(context);
  QueryPlan plan;
  PAISQL_ASSIGN(plan.root, state.Whole(QueryRelation(state, query, nullptr)));
  PAISQL_TRY(FinishPlan(state, plan.root));
  return plan;
}

}  // namespace paisql::analysis
