// Names of tables and views; views put in place of their name.

#include <fmt/format.h>

#include "analysis/query/relations/from.h"
#include "base/text.h"
#include "plan/traverse.h"
#include "syntax/definition.h"
#include "syntax/parser.h"

namespace paisql::analysis {
namespace {

struct TableName {
  std::string project;
  const syntax::Identifier* table = nullptr;
};

Result<TableName> SplitName(const syntax::QualifiedName& name, const names::Names& names) {
  PAISQL_ASSIGN(std::string place, PlaceOfName(name, names));
  return TableName{std::move(place), &name.parts.back()};
}

Error At(Error error, const SourceRange& range) {
  if (!error.range.known()) error.range = range;
  return error;
}

// Says what a.b would mean by the other value of odps.namespace.schema, where that is something.
void HintOfReading(const syntax::QualifiedName& name, const names::Names& names, Error& error) {
  if (name.parts.size() != 2) return;
  names::Names other = names;
  other.ReadSchemas(!names.reads_schemas());
  const std::string place = other.PlaceOf({name.parts.front().text});
  const auto found = names.catalog().FindProject(place);
  if (!found.ok() || !found->has_value()) return;
  error.hint = names.reads_schemas()
                   ? fmt::format("{} is a project: write {}.default.{}", name.parts[0].text,
                                 name.parts[0].text, name.parts[1].text)
                   : fmt::format("{} is a schema: SET odps.namespace.schema=true, or write {}.{}",
                                 name.parts[0].text, (*found)->name, name.parts[1].text);
}

// What else has the name: a stream, or a table that was dropped. "" where nothing has it.
Result<std::string> HintOfOtherKind(const names::Names& names, const TableName& name,
                                    const SourceRange& range) {
  store::Catalog& catalog = names.catalog();
  const std::string& called = name.table->text;
  PAISQL_ASSIGN_AT(range, const std::optional<store::Stream> stream,
                   store::VersionCatalog(catalog).FindStream(name.project, called));
  if (stream.has_value()) {
    return fmt::format("{} is a stream: SELECT reads it, DESC STREAM and DROP STREAM name it",
                       stream->name);
  }
  PAISQL_ASSIGN_AT(range, const std::vector<store::DroppedTable> dropped,
                   catalog.ListDropped(name.project));
  for (const store::DroppedTable& one : dropped) {
    if (EqualsIgnoreCase(one.name, called)) {
      return fmt::format("a table of this name was dropped: UNDROP TABLE {}; brings it back",
                         one.name);
    }
  }
  return std::string();
}

Result<store::Table> FindIn(const names::Names& names, const syntax::QualifiedName& name) {
  PAISQL_ASSIGN(TableName split, SplitName(name, names));
  auto meaning = names.Table(split.project, split.table->text);
  if (!meaning.ok()) return At(std::move(meaning).error(), name.range);
  if (meaning->row.has_value()) return *std::move(meaning->row);
  if (meaning->is_temporary) {
    return Error{ErrorCode::kInvalidTable, name.ToString() + " is a temporary table", name.range,
                 "it ends with its session, before what reads it here: make a table of it"};
  }
  if (meaning->project_is_missing) {
    return ProjectNotFound(split.project, name, names, meaning->others);
  }
  PAISQL_ASSIGN(std::string near, HintOfOtherKind(names, split, name.range));
  if (near.empty()) near = DidYouMean(split.table->text, meaning->others);
  if (split.table->text == "_") {
    near = "_ is the last result for queries at a prompt, and after SET paisql.last.rows=n;";
  }
  Error error{ErrorCode::kTableNotFound,
              fmt::format("table {}.{} cannot be resolved", split.project, split.table->text),
              name.range, near.empty() ? "SHOW TABLES; lists the tables" : near};
  error.about = names::AboutTable(split.project, split.table->text);
  return error;
}

// Swaps in what a view sees and puts the statement's own back.
class ViewSwap {
 public:
  ViewSwap(State& state, const store::Table& view)
      : state_(state), names_(std::exchange(state.names, state.names.Within(view))) {
    std::swap(ctes_, state.ctes);
    warnings_ = state.context.warnings.size();
    state.view_names.push_back(ToLower(view.QualifiedName()));
    ++state.within_views;
  }
  ~ViewSwap() {
    --state_.within_views;
    state_.names = std::move(names_);
    std::swap(ctes_, state_.ctes);
    // Warnings about the view's text were the business of whoever created it.
    state_.context.warnings.resize(warnings_);
    state_.view_names.pop_back();
  }
  ViewSwap(const ViewSwap&) = delete;
  ViewSwap& operator=(const ViewSwap&) = delete;

 private:
  State& state_;
  names::Names names_;
  CteNames ctes_;
  size_t warnings_ = 0;
};

}  // namespace

void SetRanges(plan::Expression& expression, const SourceRange& range) {
  expression.range = range;
  plan::ForEachChild(expression, [&](plan::ExpressionPtr& child) { SetRanges(*child, range); });
  if (plan::RelationPtr* relation = plan::SubqueryOf(expression)) SetRanges(**relation, range);
}

// Shows an error inside a view at the view's name: its text is not the statement's.
void SetRanges(plan::Relation& relation, const SourceRange& range) {
  relation.range = range;
  plan::ForEachExpression(relation,
                          [&](plan::ExpressionPtr& expression) { SetRanges(*expression, range); });
  plan::ForEachInput(relation, [&](plan::RelationPtr& input) { SetRanges(*input, range); });
}

Result<std::string> PlaceOfName(const syntax::QualifiedName& name, const names::Names& names) {
  constexpr size_t kMostParts = 3;
  if (name.parts.size() > kMostParts) {
    return SemanticError(name.range, fmt::format("{} is not a name of a table", name.ToString()),
                         "write table, project.table or project.schema.table");
  }
  std::vector<std::string> qualifiers;
  for (size_t i = 0; i + 1 < name.parts.size(); ++i) qualifiers.push_back(name.parts[i].text);
  return names.PlaceOf(qualifiers);
}

Error ProjectNotFound(const std::string& project, const syntax::QualifiedName& name,
                      const names::Names& names, const std::vector<std::string>& projects) {
  const SourceRange& range = name.parts.front().range;
  const bool schema = project.find('.') != std::string::npos;
  std::string hint = DidYouMean(project, projects);
  if (hint.empty()) {
    hint = schema ? "SHOW SCHEMAS; lists the schemas"
                  : "a new project is made by starting with --project";
  }
  Error error =
      schema
          ? Error{ErrorCode::kProjectNotFound, fmt::format("schema {} cannot be resolved", project),
                  name.parts.size() > 2 ? name.parts[1].range : range, std::move(hint)}
          : Error{ErrorCode::kProjectNotFound,
                  fmt::format("project {} cannot be resolved", project), range, std::move(hint)};
  HintOfReading(name, names, error);
  return error;
}

std::string TableKey(std::string_view temporary_place, std::string_view place, bool reads_schemas,
                     std::string_view written) {
  return ToLower(std::string(temporary_place) + " " + std::string(place) +
                 (reads_schemas ? ":" : ".") + std::string(written));
}

Result<store::Table> FindTable(State& state, const syntax::QualifiedName& name) {
  const std::string key = TableKey(state.names.TemporaryPlace(), state.names.place(),
                                   state.names.reads_schemas(), name.ToString());
  if (const auto known = state.tables.find(key); known != state.tables.end()) {
    return known->second;
  }
  PAISQL_ASSIGN(store::Table table, FindIn(state.names, name));
  state.tables.emplace(key, table);
  return table;
}

Result<std::optional<store::Stream>> FindStream(State& state, const syntax::QualifiedName& name) {
  PAISQL_ASSIGN(const TableName split, SplitName(name, state.names));
  PAISQL_ASSIGN_AT(
      name.range, std::optional<store::Stream> stream,
      store::VersionCatalog(state.names.catalog()).FindStream(split.project, split.table->text));
  return stream;
}

Result<store::Table> ResolveTable(const syntax::QualifiedName& name,
                                  const AnalysisContext& context) {
  return FindIn(context.names, name);
}

Status CheckRead(State& state, const store::Table& table, const SourceRange& range,
                 std::set<std::string>* columns) {
  if (state.context.read_guard == nullptr || state.within_views > 0) return Status::Ok();
  return (*state.context.read_guard)(table, range, columns);
}

Result<plan::RelationPtr> ReadableScan(State& state, const store::Table& table,
                                       const SourceRange& range) {
  std::set<std::string> allowed;
  PAISQL_TRY(CheckRead(state, table, range, &allowed));
  PAISQL_ASSIGN(plan::RelationPtr scan, MaterializedRelation(state, table, range));
  if (allowed.empty()) return scan;
  // The query that stands in for some partitions has the columns of its own tables.
  if (scan->kind != plan::RelationKind::kScan) PAISQL_TRY(CheckRead(state, table, range));
  for (const plan::OutputColumn& column : scan->output) {
    if (allowed.contains(ToLower(column.name))) continue;
    state.forbidden[column.id] = {table.QualifiedName(), column.name};
  }
  return scan;
}

Result<plan::RelationPtr> ViewRelation(State& state, const store::Table& view,
                                       const SourceRange& range) {
  const std::string full_name = ToLower(view.QualifiedName());
  for (const std::string& outer : state.view_names) {
    if (outer == full_name) {
      return Error{ErrorCode::kInvalidTable,
                   fmt::format("view {} refers to itself", view.QualifiedName()), range,
                   "create it again over the tables below it"};
    }
  }
  if (state.view_names.size() >= ValueOf(Limit::kViewDepth)) {
    return LimitError(Limit::kViewDepth, ErrorCode::kInvalidTable, range);
  }
  if (++state.view_reads > ValueOf(Limit::kViewReads)) return TooLarge(Limit::kViewReads, range);
  if (syntax::IsDefinition(view.view_text)) {
    return SemanticError(range, fmt::format("view {} takes arguments", view.QualifiedName()),
                         "write FROM " + view.name + "(…)");
  }
  state.context.views.insert(view.QualifiedName());
  const ViewSwap swap(state, view);
  const auto explain = [&](Error error) {
    error.detail = fmt::format("in view {}: {}", view.QualifiedName(), error.detail);
    error.range = range;
    return error;
  };
  Result<std::unique_ptr<syntax::Query>> query =
      syntax::ParseQuery(view.view_text, state.context.leash);
  if (!query.ok()) return explain(std::move(query).error());
  const size_t errors = state.errors.size();
  Result<plan::RelationPtr> result = QueryRelation(state, **query, nullptr);
  if (state.errors.size() > errors) return explain(state.errors.CutTo(errors));
  if (!result.ok()) return explain(std::move(result).error());
  plan::RelationPtr relation = std::move(result).value();
  if (relation->output.size() != view.columns.size()) {
    return explain(SemanticError(range,
                                 fmt::format("expect {} columns, actually have {}",
                                             view.columns.size(), relation->output.size()),
                                 "a table below it has changed: create the view again"));
  }
  SetRanges(*relation, range);
  // The view's own names and types, whatever became of the tables below it.
  auto project = std::make_unique<plan::Project>();
  for (size_t i = 0; i < view.columns.size(); ++i) {
    project->expressions.push_back(MakeColumn(relation->output[i], range));
    project->output.push_back(state.Column(view.columns[i].name, relation->output[i].type));
  }
  project->range = range;
  project->input = std::move(relation);
  return plan::RelationPtr(std::move(project));
}

}  // namespace paisql::analysis
