// ALTER TABLE: partitions that come, go, get another name or move between tables.

#include <fmt/format.h>

#include "analysis/statement/parts.h"
#include "analysis/statement/tables/alter_parts.h"

namespace paisql::analysis {

using syntax::AlterTableStatement;

Status AddPartitions(State& state, const AlterTableStatement& statement, AlterTablePlan& plan) {
  PAISQL_TRY(CheckPartitioned(plan.table, statement.table.range));
  for (const syntax::PartitionSpec& spec : statement.add_partitions) {
    PAISQL_ASSIGN(plan.added_partitions.emplace_back(),
                  ResolvePartition(spec, plan.table, state.context));
  }
  return Status::Ok();
}

Status DropPartitions(State& state, const AlterTableStatement& statement, AlterTablePlan& plan) {
  PAISQL_TRY(CheckPartitioned(plan.table, statement.table.range));
  for (const syntax::PartitionFilter& clause : statement.drop_partitions) {
    // Pairs name one partition, so that a level that was forgotten drops no more than that.
    if (clause.spec) PAISQL_TRY(ResolvePartition(*clause.spec, plan.table, state.context));
    PAISQL_ASSIGN(plan.dropped_partitions.emplace_back(),
                  ChoosePartitions(clause, plan.table, state.context));
  }
  return Status::Ok();
}

// The sources are chosen by any of their levels, as in MERGE PARTITION (hour = '00').
Status MergePartitions(State& state, const AlterTableStatement& statement, AlterTablePlan& plan) {
  PAISQL_TRY(CheckOwnFiles(plan.table, statement.table.range));
  PAISQL_TRY(AddPartitions(state, statement, plan));
  for (const syntax::PartitionFilter& clause : statement.drop_partitions) {
    PAISQL_ASSIGN(plan.dropped_partitions.emplace_back(),
                  ChoosePartitions(clause, plan.table, state.context));
  }
  return Status::Ok();
}

Status RenamePartition(State& state, const AlterTableStatement& statement, AlterTablePlan& plan) {
  PAISQL_TRY(CheckOwnFiles(plan.table, statement.table.range));
  return AddPartitions(state, statement, plan);
}

Result<store::Partition> NamedPartition(State& state, const AlterTableStatement& statement,
                                        const AlterTablePlan& plan) {
  const syntax::PartitionSpec& spec = statement.add_partitions.front();
  PAISQL_TRY(CheckPartitioned(plan.table, spec.range));
  store::Partition partition;
  PAISQL_ASSIGN(partition.values, ResolvePartition(spec, plan.table, state.context));
  PAISQL_ASSIGN_AT(spec.range, const std::vector<store::Partition> found,
                   state.names.catalog().ListPartitions(
                       plan.table.id, {partition.values.begin(), partition.values.end()}));
  if (found.empty()) {
    return Error{ErrorCode::kPartitionNotFound, "partition not found:" + partition.Name(plan.table),
                 spec.range, "look with SHOW PARTITIONS " + plan.table.name};
  }
  return found.front();
}

Status FindTouched(State& state, const AlterTableStatement& statement, AlterTablePlan& plan) {
  if (statement.add_partitions.empty()) return Status::Ok();
  PAISQL_ASSIGN(plan.touched, NamedPartition(state, statement, plan));
  return Status::Ok();
}

Status Rebuild(State& state, const AlterTableStatement& statement, AlterTablePlan& plan) {
  for (const syntax::PartitionFilter& clause : statement.drop_partitions) {
    PAISQL_TRY(CheckPartitioned(plan.table, clause.range));
    PAISQL_ASSIGN(plan.dropped_partitions.emplace_back(),
                  ChoosePartitions(clause, plan.table, state.context));
  }
  return Status::Ok();
}

// The partitions of the other table come; none of them may be there.
Status ExchangePartition(State& state, const AlterTableStatement& statement, AlterTablePlan& plan) {
  PAISQL_TRY(CheckOwnFiles(plan.table, statement.table.range));
  PAISQL_TRY(CheckPartitioned(plan.table, statement.table.range));
  const SourceRange& range = statement.source.range;
  PAISQL_ASSIGN(plan.source, ResolveTable(statement.source, state.context));
  if (plan.source.kind == store::TableKind::kView) {
    return Error{ErrorCode::kInvalidObjectType, plan.source.QualifiedName() + " is a view", range,
                 "name the table whose partition comes after WITH TABLE"};
  }
  PAISQL_TRY(CheckOwnFiles(plan.source, range));
  if (plan.source.id == plan.table.id) {
    return SemanticError(range, "a table cannot exchange partitions with itself",
                         "ALTER TABLE t PARTITION (…) RENAME TO PARTITION (…)");
  }
  if (!SameColumns(plan.source.columns, plan.table.columns) ||
      !SameColumns(plan.source.partition_columns, plan.table.partition_columns)) {
    return SemanticError(range,
                         fmt::format("{} has other columns than {}", plan.source.QualifiedName(),
                                     plan.table.QualifiedName()),
                         "names and types must be equal: write INSERT … SELECT");
  }
  plan.exchanged.range = statement.add_partitions.front().range;
  PAISQL_ASSIGN(plan.exchanged.match, ResolvePartialPartition(statement.add_partitions.front(),
                                                              plan.source, state.context));
  return Status::Ok();
}

std::string PartitionChoice::Name(const store::Table& table) const {
  std::string name;
  for (size_t i = 0; i < match.size(); ++i) {
    if (!match[i].has_value()) continue;
    if (!name.empty()) name += '/';
    name += table.partition_columns[i].name + "=" + *match[i];
  }
  return name;
}

Result<PartitionChoice> ChoosePartitions(const syntax::PartitionFilter& clause,
                                         const store::Table& table, AnalysisContext& context) {
  PartitionChoice choice;
  choice.range = clause.range;
  if (clause.spec) {
    PAISQL_ASSIGN(choice.match, ResolvePartialPartition(*clause.spec, table, context));
  } else {
    choice.range = clause.filter->range;
    PAISQL_ASSIGN(choice.filter,
                  AnalyzePartitionFilter(*clause.filter, table, choice.columns, context));
  }
  return choice;
}

}  // namespace paisql::analysis
