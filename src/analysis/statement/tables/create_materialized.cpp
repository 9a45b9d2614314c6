// CREATE MATERIALIZED VIEW.

#include <algorithm>
#include <functional>
#include <utility>

#include <fmt/format.h>

#include "analysis/materialized.h"
#include "analysis/query/query.h"
#include "analysis/statement/parts.h"
#include "base/text.h"
#include "plan/lineage.h"
#include "plan/traverse.h"
#include "store/external.h"
#include "store/materialized.h"
#include "syntax/statements/tables.h"

namespace paisql::analysis {
namespace {

using syntax::CreateTableStatement;
using syntax::MaterializedClauses;

constexpr std::string_view kSubstitute = "enable_auto_substitute";

// The time of the statement, and what a session knows of itself.
constexpr std::string_view kOfStatement[] = {
    "getdate",        "now",     "current_timestamp", "current_timestamp_ntz",
    "unix_timestamp", "sysdate", "current_date",      "get_user_id"};

bool IsOfUser(const plan::MadeBy& made_by) {
  return std::holds_alternative<std::shared_ptr<const plan::UserFunctionUse>>(made_by);
}

bool IsVolatile(const plan::Call& call) {
  const bool of_statement =
      call.arguments.empty() && std::find(std::begin(kOfStatement), std::end(kOfStatement),
                                          call.function->name) != std::end(kOfStatement);
  return IsOfUser(call.made_by) || of_statement || functions::IsVolatile(*call.function);
}

// The function of the first call whose value is another one each time, or may be.
const functions::Function* FindVolatile(const plan::Expression& expression) {
  if (expression.kind == plan::ExpressionKind::kCall) {
    const auto& call = plan::As<plan::Call>(expression);
    if (IsVolatile(call)) return call.function;
  } else if (expression.kind == plan::ExpressionKind::kAggregate) {
    const auto& call = plan::As<plan::Aggregate>(expression);
    if (IsOfUser(call.made_by)) return call.function;
  }
  for (const plan::Expression* child : plan::Children(expression)) {
    if (const functions::Function* found = FindVolatile(*child)) return found;
  }
  return nullptr;
}

Error Refused(const SourceRange& range, const std::string& what, const std::string& cure) {
  return SemanticError(range, "a materialized view cannot have " + what, cure);
}

Status CheckCalls(const State& state, const plan::Expression& expression) {
  if (plan::ContainsKind(expression, plan::ExpressionKind::kWindow)) {
    return Refused(expression.range, "window functions",
                   "write them into the queries that read the view");
  }
  const functions::Function* function = FindVolatile(expression);
  if (function == nullptr || state.context.materializes_volatile) return Status::Ok();
  return Refused(expression.range, fmt::format("the function {}", function->name),
                 "SET odps.sql.materialized.view.support.nondeterministic.function=true;");
}

Status CheckSource(State& state, const plan::Scan& scan) {
  PAISQL_ASSIGN_AT(scan.range, const auto meaning,
                   state.names.Table(scan.table.project, scan.table.name));
  const bool here = meaning.row && meaning.row->id == scan.table.id;
  if (here && store::IsMaterialized(*meaning.row)) {
    return Refused(scan.range, "rows of another materialized view", "read the tables below it");
  }
  if (here && store::IsExternal(*meaning.row)) {
    return Refused(scan.range, "rows of an external table",
                   "copy them into a table: CREATE TABLE … AS SELECT");
  }
  if (here && !scan.history) return Status::Ok();
  return Refused(scan.range, "rows that the table has not today", "read the table as it is");
}

// What the platform's page "Materialized view operations" lists as limits.
Status CheckLimits(State& state, const plan::Relation& root) {
  for (const plan::Relation* relation : plan::CollectRelations(root)) {
    if (relation->kind == plan::RelationKind::kUnnest ||
        relation->kind == plan::RelationKind::kTransform) {
      return Refused(relation->range, "table functions",
                     "write them into the queries that read the view");
    }
    for (const plan::Expression* expression : plan::Expressions(*relation)) {
      PAISQL_TRY(CheckCalls(state, *expression));
    }
    if (relation->kind == plan::RelationKind::kScan) {
      PAISQL_TRY(CheckSource(state, plan::As<plan::Scan>(*relation)));
    }
  }
  return Status::Ok();
}

// The names of the columns that the statement gives.
Status NameColumns(const MaterializedClauses& clauses, plan::Relation& root) {
  if (clauses.columns.empty()) return Status::Ok();
  if (clauses.columns.size() != root.output.size()) {
    return SemanticError(clauses.columns.front().name.range,
                         fmt::format("expect {} columns, actually have {}", clauses.columns.size(),
                                     root.output.size()),
                         "the list of names has one for each column of the query");
  }
  for (size_t i = 0; i < clauses.columns.size(); ++i) {
    root.output[i].name = clauses.columns[i].name.text;
  }
  return Status::Ok();
}

// Partition columns leave the data columns, in the order of PARTITIONED BY.
Status SplitColumns(const MaterializedClauses& clauses, const plan::Relation& root,
                    const TypeMode& types, store::Table& table) {
  for (const syntax::Identifier& name : clauses.partition_columns) {
    const auto column = std::find_if(
        table.columns.begin(), table.columns.end(),
        [&](const store::Column& one) { return EqualsIgnoreCase(one.name, name.text); });
    if (column == table.columns.end()) {
      std::vector<std::string> names;
      for (const plan::OutputColumn& one : root.output) names.push_back(one.name);
      return Error{ErrorCode::kInvalidColumn, "column " + name.text + " cannot be resolved",
                   name.range, DidYouMean(name.text, names)};
    }
    PAISQL_TRY(CheckPartitionType(column->type, types, name.range));
    table.partition_columns.push_back(std::move(*column));
    table.columns.erase(column);
  }
  return Status::Ok();
}

// The platform wants the partition columns of one table, all of them and in their order.
Status CheckPartitionSource(const MaterializedClauses& clauses, const plan::Relation& root,
                            const store::Table& table) {
  const plan::Lineage lineage = plan::LineageOf(root);
  for (size_t level = 0; level < table.partition_columns.size(); ++level) {
    const store::Column& column = table.partition_columns[level];
    const auto line =
        std::find_if(lineage.columns.begin(), lineage.columns.end(),
                     [&](const plan::ColumnLineage& one) { return one.name == column.name; });
    const auto is_partition = [&](const plan::ColumnOrigin& origin) {
      for (const plan::Scan* scan : plan::CollectScans(root)) {
        const auto& levels = scan->table.partition_columns;
        if (scan->table.QualifiedName() == origin.table && level < levels.size() &&
            levels.size() == table.partition_columns.size() &&
            EqualsIgnoreCase(levels[level].name, origin.column)) {
          return true;
        }
      }
      return false;
    };
    if (line != lineage.columns.end() && !line->from.empty() &&
        std::all_of(line->from.begin(), line->from.end(), is_partition)) {
      continue;
    }
    return SemanticError(
        clauses.partition_columns[level].range,
        fmt::format("column {} is not a partition column of a table that the query reads",
                    column.name),
        "a materialized view has all partition columns of one table, in its order");
  }
  return Status::Ok();
}

Status TakeProperties(State& state, const CreateTableStatement& statement,
                      store::Materialized& view) {
  for (const auto& [key, property] : statement.properties) {
    if (!EqualsIgnoreCase(key, kSubstitute)) {
      state.Warn(property.range, fmt::format("the table property '{}' has no effect", key));
      continue;
    }
    view.substitutes = EqualsIgnoreCase(property.value, "true");
    if (view.substitutes || EqualsIgnoreCase(property.value, "false")) continue;
    return SemanticError(property.range,
                         fmt::format("'{}' is not a value of '{}'", property.value, key),
                         "write true or false");
  }
  return Status::Ok();
}

Status FillColumns(State& state, const CreateTableStatement& statement, const plan::Relation& root,
                   store::Table& table) {
  const MaterializedClauses& clauses = *statement.materialized;
  const SourceRange& range = statement.as_query->range;
  PAISQL_ASSIGN(table.columns, ColumnsOf(root, range));
  for (size_t i = 0; i < clauses.columns.size(); ++i) {
    PAISQL_TRY(CheckComment(clauses.columns[i].comment, clauses.columns[i].name.range));
    table.columns[i].comment = clauses.columns[i].comment;
  }
  store::Materialized view;
  view.query = clauses.query;
  view.rewrites = clauses.rewrites;
  for (const store::Column& column : table.columns) view.columns.push_back(column.name);
  PAISQL_TRY(TakeProperties(state, statement, view));
  PAISQL_TRY(SplitColumns(clauses, root, state.types(), table));
  PAISQL_TRY(CheckPartitionSource(clauses, root, table));
  store::SetMaterialized(table, view);
  names::NoteReading(state.names, table);
  return Status::Ok();
}

}  // namespace

bool IsVolatile(const plan::Relation& root) {
  for (const plan::Relation* relation : plan::CollectRelations(root)) {
    for (const plan::Expression* expression : plan::Expressions(*relation)) {
      if (FindVolatile(*expression) != nullptr) return true;
    }
  }
  return false;
}

Status MakeMaterialized(State& state, const CreateTableStatement& statement,
                        CreateTablePlan& result) {
  AnalysisContext& context = state.context;
  const bool full_scan = std::exchange(context.allow_full_scan, true);
  const bool rewrites = std::exchange(context.rewrites_to_materialized, false);
  const auto analyze = [&]() -> Result<plan::RelationPtr> {
    PAISQL_ASSIGN(plan::RelationPtr root, QueryRelation(state, *statement.as_query, nullptr));
    PAISQL_TRY(state.errors.Combined());
    PAISQL_TRY(CheckLimits(state, *root));
    PAISQL_TRY(FinishPlan(state, root));
    return root;
  };
  Result<plan::RelationPtr> analyzed = analyze();
  context.allow_full_scan = full_scan;
  context.rewrites_to_materialized = rewrites;
  PAISQL_ASSIGN(const plan::RelationPtr root, std::move(analyzed));
  PAISQL_TRY(CheckStorable(*root));
  PAISQL_TRY(NameColumns(*statement.materialized, *root));
  store::Table& table = result.write.target.table;
  PAISQL_TRY(FillColumns(state, statement, *root, table));
  result.deferred = statement.materialized->deferred;
  const SourceRange& range = statement.table.range;
  if (!result.deferred) {
    PAISQL_ASSIGN(const MaterializedSources sources, SourcesOf(table, range, context));
    store::Materialized view = *store::MaterializedOf(table);
    view.built = sources.Marks(table);
    store::SetMaterialized(table, view);
  }
  PAISQL_ASSIGN(result.write, PlanBuild(store::Table(table), std::nullopt, range, context));
  return Status::Ok();
}

}  // namespace paisql::analysis
