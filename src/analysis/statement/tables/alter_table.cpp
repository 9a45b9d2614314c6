#include "analysis/alter_table.h"

#include <algorithm>

#include "analysis/auto_partition.h"
#include "analysis/external.h"
#include "analysis/statement/parts.h"
#include "analysis/statement/tables/alter_parts.h"
#include "base/assert.h"
#include "base/text.h"
#include "store/external.h"
#include "store/materialized.h"

namespace paisql::analysis {

using syntax::AlterTableAction;
using syntax::AlterTableStatement;

Status CheckPartitioned(const store::Table& table, const SourceRange& range) {
  if (table.partitioned()) return Status::Ok();
  return Error{ErrorCode::kPartition, table.QualifiedName() + " has no partition columns", range,
               ""};
}

Status CheckOwnFiles(const store::Table& table, const SourceRange& range) {
  if (!store::IsExternal(table)) return Status::Ok();
  return Error{ErrorCode::kInvalidObjectType, table.QualifiedName() + " is an external table",
               range, "INSERT OVERWRITE TABLE t SELECT … writes its files anew"};
}

namespace {

Status Rename(State&, const AlterTableStatement& statement, AlterTablePlan&) {
  return CheckNewName(statement.new_name, "table");
}

Status SetLifecycle(State&, const AlterTableStatement& statement, AlterTablePlan&) {
  if (statement.lifecycle_days > 0) return Status::Ok();
  return SemanticError(statement.table.range, "lifecycle must be a positive number of days");
}

Status SetProperties(State& state, const AlterTableStatement& statement, AlterTablePlan& plan) {
  PAISQL_ASSIGN(plan.properties, KeptProperties(state, plan.table, statement.properties));
  return Status::Ok();
}

Status UnsetProperties(State& state, const AlterTableStatement& statement, AlterTablePlan& plan) {
  PAISQL_ASSIGN(plan.properties,
                UnsetProperties(state, plan.table, statement.properties, statement.if_exists));
  return Status::Ok();
}

// The client's own words.
Status Compact(State& state, const AlterTableStatement& statement, AlterTablePlan& plan) {
  if (statement.compaction == syntax::kSmallFiles) {
    PAISQL_TRY(CheckOwnFiles(plan.table, statement.table.range));
  } else if (!EqualsIgnoreCase(statement.compaction, "major") &&
             !EqualsIgnoreCase(statement.compaction, "minor")) {
    return SemanticError(statement.compaction_range, "Compact type should be MAJOR or MINOR.",
                         "write ALTER TABLE t COMPACT 'major'");
  } else if (!plan.table.traits.transactional) {
    return SemanticError(statement.table.range, plan.table.name + " is not a transactional table.",
                         "ALTER TABLE t MERGE SMALLFILES merges the files of any table");
  }
  if (statement.add_partitions.empty()) return Status::Ok();
  PAISQL_ASSIGN(const store::Partition partition, NamedPartition(state, statement, plan));
  plan.added_partitions.push_back(partition.values);
  return Status::Ok();
}

Status SetLocation(State& state, const AlterTableStatement& statement, AlterTablePlan& plan) {
  if (!store::IsExternal(plan.table)) {
    return Error{ErrorCode::kInvalidObjectType,
                 plan.table.QualifiedName() + " is not an external table", statement.table.range,
                 "the home keeps the files of its own tables: leave LOCATION out"};
  }
  const syntax::ClauseText& location = *statement.locations.front();
  if (!Trim(location.text).empty()) return FindTouched(state, statement, plan);
  return SemanticError(location.range, "LOCATION is missing",
                       "write LOCATION 'oss://bucket/folder/', or the path of a folder");
}

Status SetSerdeProperties(State& state, const AlterTableStatement& statement,
                          AlterTablePlan& plan) {
  const std::optional<store::ExternalSource> source = store::ExternalOf(plan.table);
  if (!source.has_value()) {
    state.Warn(statement.table.range,
               "SET SERDEPROPERTIES has no effect: tables are stored in one way");
    return Status::Ok();
  }
  PAISQL_ASSIGN(plan.files, WithProperties(*source, statement.properties, statement.table.range,
                                           state.context));
  return Status::Ok();
}

Status ChangeOwner(State&, const AlterTableStatement& statement, AlterTablePlan&) {
  if (!statement.owner.empty()) return Status::Ok();
  return SemanticError(statement.owner_range, "the name of the owner is empty",
                       "write CHANGEOWNER TO 'ALIYUN$name@company.com', or another name");
}

// ALTER MATERIALIZED VIEW and ALTER TABLE refuse each other's objects.
Status CheckKind(const AlterTableStatement& statement, const store::Table& table) {
  const bool materialized = store::IsMaterialized(table);
  if (materialized == statement.materialized) return Status::Ok();
  return Error{ErrorCode::kInvalidObjectType,
               table.QualifiedName() + (materialized ? " is a materialized view" : " is a table"),
               statement.table.range,
               materialized ? "use ALTER MATERIALIZED VIEW" : "use ALTER TABLE"};
}

Status ChangeClustering(State&, const AlterTableStatement& statement, AlterTablePlan& plan) {
  PAISQL_TRY(CheckOwnFiles(plan.table, statement.table.range));
  if (!statement.clustering) return Status::Ok();
  if (!plan.table.traits.primary_key.empty()) {
    return SemanticError(statement.clustering->range, "a table with a PRIMARY KEY is not clustered",
                         "leave it out");
  }
  PAISQL_ASSIGN(plan.clustering, MakeClustering(*statement.clustering, plan.table));
  return Status::Ok();
}

Status NoRule(State&, const AlterTableStatement&, AlterTablePlan&) { return Status::Ok(); }

struct Rule {
  AlterTableAction action;
  Status (*judge)(State&, const AlterTableStatement&, AlterTablePlan&);
};

constexpr Rule kRules[] = {
    {AlterTableAction::kAddPartitions, AddPartitions},
    {AlterTableAction::kDropPartitions, DropPartitions},
    {AlterTableAction::kMergePartitions, MergePartitions},
    {AlterTableAction::kRenamePartition, RenamePartition},
    {AlterTableAction::kExchangePartition, ExchangePartition},
    {AlterTableAction::kAddColumns, PlanAddedColumns},
    {AlterTableAction::kReplaceColumns, ReplaceColumns},
    {AlterTableAction::kRename, Rename},
    {AlterTableAction::kSetComment, NoRule},
    {AlterTableAction::kSetLifecycle, SetLifecycle},
    {AlterTableAction::kSetProperties, SetProperties},
    {AlterTableAction::kUnsetProperties, UnsetProperties},
    {AlterTableAction::kRenameColumn, RenameColumn},
    {AlterTableAction::kChangeColumn, ChangeColumn},
    {AlterTableAction::kDropColumns, DropColumns},
    {AlterTableAction::kTouch, FindTouched},
    {AlterTableAction::kChangeOwner, ChangeOwner},
    {AlterTableAction::kSwitchLifecycle, FindTouched},
    {AlterTableAction::kSetClustering, ChangeClustering},
    {AlterTableAction::kCompact, Compact},
    {AlterTableAction::kSetLocation, SetLocation},
    {AlterTableAction::kSetSerdeProperties, SetSerdeProperties},
    {AlterTableAction::kRebuild, Rebuild},
    {AlterTableAction::kSetRewrite, NoRule},
};

}  // namespace

Result<AlterTablePlan> AnalyzeAlterTable(const AlterTableStatement& statement,
                                         AnalysisContext& context) {
  AlterTablePlan plan;
  PAISQL_ASSIGN(plan.table, ResolveTable(statement.table, context));
  if (plan.table.kind == store::TableKind::kView) {
    return Error{ErrorCode::kInvalidObjectType, plan.table.QualifiedName() + " is a view",
                 statement.table.range, "change it with CREATE OR REPLACE VIEW"};
  }
  PAISQL_TRY(CheckKind(statement, plan.table));
  PAISQL_TRY(CheckAlterablePartitions(plan.table, statement));
  const auto* rule = std::find_if(std::begin(kRules), std::end(kRules), [&](const Rule& known) {
    return known.action == statement.action;
  });
  PAISQL_ASSERT(rule != std::end(kRules), "an ALTER TABLE without an action");
  State state(context);
  PAISQL_TRY(rule->judge(state, statement, plan));
  return plan;
}

}  // namespace paisql::analysis
