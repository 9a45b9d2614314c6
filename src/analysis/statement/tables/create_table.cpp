// CREATE TABLE in its three forms.

#include <algorithm>
#include <unordered_set>

#include <fmt/format.h>

#include "analysis/auto_partition.h"
#include "analysis/external.h"
#include "analysis/materialized.h"
#include "analysis/query/relations/from.h"
#include "analysis/statement/parts.h"
#include "base/assert.h"
#include "base/text.h"
#include "store/materialized.h"
#include "store/own_properties.h"
#include "store/place.h"
#include "syntax/statements/tables.h"

namespace paisql::analysis {
namespace {

constexpr size_t kMaxPartitionLevels = 6;

bool MayPartition(const DataType& type, const TypeMode& mode) {
  if (type.id() == TypeId::kString) return true;
  return mode.odps2 && (type.IsText() || type.IsInteger());
}

void AddColumns(State& state, const syntax::CreateTableStatement& statement, store::Table& table) {
  std::unordered_set<std::string> names;
  const auto add = [&](const syntax::ColumnDefinition& definition,
                       std::vector<store::Column>& columns) -> Status {
    PAISQL_ASSIGN(store::Column column, NewColumn(state, definition));
    if (!names.insert(ToLower(column.name)).second) {
      return RepeatedColumn(column.name, definition.name.range);
    }
    columns.push_back(std::move(column));
    return Status::Ok();
  };
  for (const syntax::ColumnDefinition& definition : statement.columns) {
    state.errors.Take(add(definition, table.columns));
  }
  for (const syntax::ColumnDefinition& definition : statement.partition_columns) {
    if (!state.errors.Take(add(definition, table.partition_columns))) continue;
    state.errors.Take(CheckPartitionType(table.partition_columns.back().type, state.types(),
                                         definition.type.range));
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

Status CopyLike(State& state, const syntax::QualifiedName& like, store::Table& table) {
  PAISQL_ASSIGN(store::Table existing, FindTable(state, like));
  if (existing.kind == store::TableKind::kView) {
    return Error{ErrorCode::kInvalidTable, fmt::format("{} is a view", existing.QualifiedName()),
                 like.range, "use CREATE TABLE … AS SELECT"};
  }
  CopyDefinition(existing, table);
  return Status::Ok();
}

// CREATE TABLE … AS: the query's columns, and its plan in `root`.
Status ColumnsFromQuery(State& state, const syntax::CreateTableStatement& statement,
                        CreateTablePlan& result) {
  if (!statement.partition_columns.empty() || !statement.columns.empty()) {
    return Error{ErrorCode::kUnsupported, "CREATE TABLE … AS SELECT takes no columns of its own",
                 statement.table.range, "create the table first, then INSERT INTO it"};
  }
  PAISQL_ASSIGN(result.write.root, QueryRelation(state, *statement.as_query, nullptr));
  PAISQL_TRY(state.errors.Combined());
  PAISQL_TRY(FinishPlan(state, result.write.root));
  PAISQL_TRY(CheckStorable(*result.write.root));
  PAISQL_ASSIGN(result.write.target.table.columns,
                ColumnsOf(*result.write.root, statement.as_query->range));
  return Status::Ok();
}

// The rows of CREATE TABLE … AS have their partitions, too.
void AddPartition(State& state, CreateTablePlan& result) {
  const store::Table& table = result.write.target.table;
  const std::optional<store::AutoPartition> rule = store::AutoPartitionOf(table);
  if (!rule || state.errors.trouble() > 0) return;
  result.write.root = WithPartition(state, std::move(result.write.root), table, *rule);
  result.write.target.partition.assign(1, std::nullopt);
}

// CREATE EXTERNAL TABLE
Status MakeExternal(State& state, const syntax::CreateTableStatement& statement,
                    store::Table& table) {
  PAISQL_ASSIGN(
      const store::ExternalSource source,
      ReadStorage(statement.storage, statement.properties, statement.table.range, state.context));
  if (!statement.primary_key.empty()) {
    return SemanticError(statement.primary_key_range, "an external table has no PRIMARY KEY",
                         "leave it out");
  }
  PAISQL_TRY(CheckExternalColumns(source, table.columns, statement.table.range));
  store::SetExternal(table, source);
  return Status::Ok();
}

// OR REPLACE
Status FindReplaced(State& state, const syntax::CreateTableStatement& statement,
                    const store::Table& named, CreateTablePlan& result) {
  PAISQL_ASSIGN_AT(statement.table.range, result.replaced,
                   state.names.catalog().FindTable(named.project, named.name));
  if (!result.replaced) return Status::Ok();
  if (statement.materialized) {
    if (store::IsMaterialized(*result.replaced)) return Status::Ok();
    return Error{ErrorCode::kInvalidObjectType,
                 result.replaced->QualifiedName() + " is not a materialized view",
                 statement.table.range, "drop it first, or choose another name"};
  }
  PAISQL_TRY(CheckNotMaterialized(*result.replaced, statement.table.range));
  if (result.replaced->kind == store::TableKind::kTable) return Status::Ok();
  return Error{ErrorCode::kInvalidObjectType, result.replaced->QualifiedName() + " is a view",
               statement.table.range, "DROP VIEW first, or choose another name"};
}

// A temporary table is one of the session, in the place of names of one word.
Result<store::Table> NameOf(State& state, const syntax::CreateTableStatement& statement) {
  PAISQL_ASSIGN(store::Table named, NewTableName(statement.table, state.context));
  if (!statement.temporary) return named;
  if (!EqualsIgnoreCase(named.project, state.names.place())) {
    return SemanticError(statement.table.range,
                         "a temporary table is made in the current project and schema",
                         "write its name alone");
  }
  named.project = state.names.TemporaryPlace();
  // The plan alone is asked for, and the session has no temporary table yet.
  if (named.project.empty()) {
    named.project = store::PlaceText(state.names.project(), store::kTemporarySchema);
  }
  return named;
}

Result<CreateTablePlan> NewTable(State& state, const syntax::CreateTableStatement& statement) {
  CreateTablePlan result;
  store::Table& table = result.write.target.table;
  result.if_not_exists = statement.if_not_exists;
  state.errors.Take(CheckClauses(state, statement));
  if (auto named = state.errors.TakeValue(NameOf(state, statement))) {
    table = *std::move(named);
    if (statement.or_replace) {
      state.errors.Take(FindReplaced(state, statement, table, result));
    } else if (!statement.if_not_exists) {
      state.errors.Take(CheckTableIsNew(table, statement.table, state.context));
    }
  }
  const size_t trouble = state.errors.trouble();
  if (statement.materialized) {
    state.errors.Take(MakeMaterialized(state, statement, result));
  } else if (statement.like) {
    state.errors.Take(CopyLike(state, *statement.like, table));
  } else if (statement.as_query) {
    state.errors.Take(ColumnsFromQuery(state, statement, result));
  } else {
    AddColumns(state, statement, table);
  }
  if (statement.comment) {
    state.errors.Take(CheckComment(*statement.comment, statement.table.range));
    table.comment = *statement.comment;
  }
  table.lifecycle_days = statement.lifecycle_days;
  if (state.errors.trouble() == trouble) {
    state.errors.Take(SetAutoPartition(state, statement, table));
    state.errors.Take(CheckSize(table, statement.table.range));
    if (!statement.materialized) {
      state.errors.Take(statement.external ? MakeExternal(state, statement, table)
                                           : SetTraits(state, statement, table));
    }
    state.errors.Take(SetClustering(statement, table));
    if (result.write.root != nullptr) {
      AddPartition(state, result);
      result.write.root = InTableOrder(std::move(result.write.root), table);
    }
  }
  return result;
}

}  // namespace

Status CheckPartitionType(const DataType& type, const TypeMode& mode, const SourceRange& range) {
  if (MayPartition(type, mode)) return Status::Ok();
  return SemanticError(range,
                       fmt::format("{} cannot be the type of a partition column", type.ToString()),
                       "use STRING, VARCHAR, CHAR, TINYINT, SMALLINT, INT or BIGINT");
}

void CopyDefinition(const store::Table& from, store::Table& to) {
  to.columns = from.columns;
  to.partition_columns = from.partition_columns;
  to.comment = from.comment;
  // The rows lie in the home, also where those of an external table do not.
  if (from.traits.transactional) to.traits = from.traits;
  std::erase_if(to.traits.properties,
                [](const auto& property) { return store::IsLifecycleOffKey(property.first); });
  // The new table numbers its columns anew, in their order.
  const auto number = [&](int64_t& id) {
    const auto column = std::find_if(to.columns.begin(), to.columns.end(),
                                     [id](const store::Column& one) { return one.id == id; });
    PAISQL_ASSERT(column != to.columns.end(), "a column that a table rests on is gone");
    id = column - to.columns.begin() + 1;
  };
  for (int64_t& key : to.traits.primary_key) number(key);
  if (std::optional<store::Clustering> clustering = store::ClusteringOf(from)) {
    for (int64_t& id : clustering->by) number(id);
    for (store::SortedColumn& column : clustering->sorted) number(column.id);
    store::SetClustering(to, *clustering);
  }
  if (std::optional<store::AutoPartition> rule = store::AutoPartitionOf(from)) {
    number(rule->column_id);
    store::SetAutoPartition(to, *rule);
    if (rule->ingestion) {
      to.traits.properties[std::string(store::kIngestionProperty)] = "true";
    }
  }
}

Result<CreateTablePlan> AnalyzeCreateTable(const syntax::CreateTableStatement& statement,
                                           AnalysisContext& context) {
  // A materialized view outlives the session and what the session keeps.
  if (statement.materialized) context.ForgetSession();
  State state(context);
  return state.Whole(NewTable(state, statement));
}

}  // namespace paisql::analysis
