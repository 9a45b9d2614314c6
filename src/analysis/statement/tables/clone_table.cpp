#include "analysis/clone_table.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "analysis/materialized.h"
#include "analysis/statement/parts.h"
#include "base/text.h"
#include "store/external.h"

namespace paisql::analysis {

bool SameColumns(const std::vector<store::Column>& left, const std::vector<store::Column>& right) {
  return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                    [](const store::Column& a, const store::Column& b) {
                      return EqualsIgnoreCase(a.name, b.name) && a.type == b.type;
                    });
}

namespace {

// The names of its columns.
std::set<std::string> KeyOf(const store::Table& table) {
  std::set<std::string> names;
  for (const store::Column& column : table.columns) {
    if (std::ranges::find(table.traits.primary_key, column.id) != table.traits.primary_key.end()) {
      names.insert(ToLower(column.name));
    }
  }
  return names;
}

Status CheckTarget(const syntax::CloneTableStatement& statement, const ClonePlan& plan) {
  const SourceRange& range = statement.target.range;
  const store::Table& target = plan.target;
  if (target.kind == store::TableKind::kView) {
    return Error{ErrorCode::kInvalidObjectType, target.QualifiedName() + " is a view", range,
                 "choose another name for the table"};
  }
  if (store::IsExternal(target)) {
    return Error{ErrorCode::kInvalidObjectType, target.QualifiedName() + " is an external table",
                 range, "choose another name for the table"};
  }
  PAISQL_TRY(CheckNotMaterialized(target, range));
  if (target.id == plan.source.id) {
    return SemanticError(range, "a table cannot be cloned to itself",
                         "choose another name after TO");
  }
  if (statement.if_exists == syntax::IfCloned::kFail && !target.partitioned()) {
    return Error{ErrorCode::kTableExists,
                 fmt::format("table {} already exists", target.QualifiedName()), range,
                 "write IF EXISTS OVERWRITE to replace its rows, or IF EXISTS IGNORE"};
  }
  if (!SameColumns(plan.source.columns, target.columns) ||
      !SameColumns(plan.source.partition_columns, target.partition_columns)) {
    return SemanticError(range,
                         fmt::format("{} has other columns than {}", target.QualifiedName(),
                                     plan.source.QualifiedName()),
                         "names and types must be equal: write INSERT … SELECT");
  }
  if (!target.traits.primary_key.empty() && KeyOf(plan.source) != KeyOf(target)) {
    return SemanticError(range,
                         fmt::format("{} has a PRIMARY KEY that {} does not have",
                                     target.QualifiedName(), plan.source.QualifiedName()),
                         "write INSERT … SELECT, which keeps one row of each key");
  }
  return Status::Ok();
}

Status ChoosePartitions(State& state, const syntax::CloneTableStatement& statement,
                        ClonePlan& plan) {
  store::Catalog& catalog = state.names.catalog();
  if (statement.partitions.empty()) {
    PAISQL_ASSIGN_AT(statement.source.range, const std::vector<store::Partition> all,
                     catalog.ListPartitions(plan.source.id));
    for (const store::Partition& one : all) plan.partitions.push_back(one.values);
    return Status::Ok();
  }
  for (const syntax::PartitionSpec& spec : statement.partitions) {
    store::Partition partition;
    PAISQL_ASSIGN(partition.values, ResolvePartition(spec, plan.source, state.context));
    PAISQL_ASSIGN_AT(
        spec.range, const std::vector<store::Partition> found,
        catalog.ListPartitions(plan.source.id, {partition.values.begin(), partition.values.end()}));
    if (found.empty()) {
      return Error{ErrorCode::kPartitionNotFound,
                   "partition not found:" + partition.Name(plan.source), spec.range,
                   "look with SHOW PARTITIONS " + plan.source.name};
    }
    plan.partitions.push_back(std::move(partition.values));
  }
  std::sort(plan.partitions.begin(), plan.partitions.end());
  plan.partitions.erase(std::unique(plan.partitions.begin(), plan.partitions.end()),
                        plan.partitions.end());
  return Status::Ok();
}

}  // namespace

Result<ClonePlan> AnalyzeClone(const syntax::CloneTableStatement& statement,
                               AnalysisContext& context) {
  State state(context);
  ClonePlan plan;
  PAISQL_ASSIGN(plan.source, ResolveTable(statement.source, context));
  if (plan.source.kind == store::TableKind::kView) {
    return Error{ErrorCode::kInvalidObjectType, plan.source.QualifiedName() + " is a view",
                 statement.source.range, "use CREATE TABLE … AS SELECT"};
  }
  if (store::IsExternal(plan.source)) {
    return Error{ErrorCode::kInvalidObjectType,
                 plan.source.QualifiedName() + " is an external table", statement.source.range,
                 "use CREATE TABLE … AS SELECT"};
  }
  PAISQL_ASSIGN(store::Table named, NewTableName(statement.target, context));
  PAISQL_ASSIGN_AT(statement.target.range, std::optional<store::Table> existing,
                   state.names.catalog().FindTable(named.project, named.name));
  if (existing.has_value()) {
    plan.target = *std::move(existing);
    PAISQL_TRY(CheckTarget(statement, plan));
  } else {
    plan.target = std::move(named);
    CopyDefinition(plan.source, plan.target);
  }
  PAISQL_TRY(ChoosePartitions(state, statement, plan));
  return plan;
}

}  // namespace paisql::analysis
