#include <fmt/format.h>

#include "base/text.h"
#include "base/whole_number.h"
#include "execution/merge_files.h"
#include "session/statements/catalog/handlers.h"
#include "session/statements/catalog/partitions.h"
#include "session/statements/confirm.h"

namespace paisql::session {

namespace {

using syntax::AlterTableAction;
using syntax::AlterTableStatement;

Status AddColumns(const Alter& alter) {
  if (alter.plan.columns.empty()) return Status::Ok();
  PAISQL_TRY_AT(alter.range(), alter.catalog().AddColumns(alter.table_id(), alter.plan.columns));
  return Status::Ok();
}

Status Rename(const Alter& alter) {
  PAISQL_TRY_AT(alter.statement.new_name.range,
                alter.catalog().RenameTable(alter.table_id(), alter.statement.new_name.text));
  return Status::Ok();
}

Status SetComment(const Alter& alter) {
  PAISQL_TRY_AT(alter.range(),
                alter.catalog().SetTableComment(alter.table_id(), alter.statement.comment));
  return Status::Ok();
}

Status SetLifecycle(const Alter& alter) {
  PAISQL_TRY_AT(alter.range(),
                alter.catalog().SetLifecycle(alter.table_id(), alter.statement.lifecycle_days));
  return Status::Ok();
}

// None has an effect: the analysis has warned of them.
Status SetProperties(const Alter&) { return Status::Ok(); }

Status RenameColumn(const Alter& alter) {
  const syntax::Identifier& new_name = alter.statement.column_names.back();
  PAISQL_TRY_AT(
      new_name.range,
      alter.catalog().RenameColumn(alter.table_id(), alter.plan.column_ids.front(), new_name.text));
  return Status::Ok();
}

Status ChangeColumnComment(const Alter& alter) {
  PAISQL_TRY_AT(alter.statement.column_names.front().range,
                alter.catalog().SetColumnComment(alter.table_id(), alter.plan.column_ids.front(),
                                                 alter.statement.comment));
  return Status::Ok();
}

Status ChangeColumn(const Alter& alter) {
  PAISQL_TRY_AT(alter.statement.columns.front().name.range,
                alter.catalog().ChangeColumn(alter.plan.table, alter.plan.columns.front()));
  return Status::Ok();
}

Status ChangeNull(const Alter& alter) {
  if (alter.plan.column_ids.empty()) return Status::Ok();
  PAISQL_TRY_AT(alter.statement.column_names.front().range,
                alter.catalog().AllowNulls(alter.table_id(), alter.plan.column_ids.front()));
  return Status::Ok();
}

Status DropColumns(const Alter& alter) {
  PAISQL_TRY_AT(alter.range(),
                alter.catalog().DropColumns(alter.table_id(), alter.plan.column_ids));
  return Status::Ok();
}

Status Touch(const Alter& alter) {
  PAISQL_TRY_AT(alter.range(), alter.catalog().TouchTable(alter.table_id()));
  return Status::Ok();
}

// -h asks where it keeps less of the history than is kept otherwise.
Status ConfirmShortHistory(const Alter& alter) {
  constexpr int64_t kHoursOfDay = 24;
  const std::optional<int64_t> hours = alter.statement.compaction_hours;
  const auto& properties = alter.plan.table.traits.properties;
  const auto set = properties.find("acid.data.retain.hours");
  const std::optional<int64_t> kept = set != properties.end()
                                          ? ParseNumber<int64_t>(set->second)
                                          : alter.run.state.settings().GetCount(kRetentionSetting);
  const int64_t usual = kept.value_or(0) * (set != properties.end() ? 1 : kHoursOfDay);
  if (!hours || *hours >= usual || alter.statement.compaction_unasked) return Status::Ok();
  return Confirm(fmt::format("COMPACT of {} keeps its history for {} hours in place of {}. Go on?",
                             alter.plan.table.QualifiedName(), *hours, usual),
                 "COMPACT of " + alter.plan.table.QualifiedName() + " was not confirmed",
                 alter.range(), alter.run);
}

Status Compact(const Alter& alter) {
  constexpr int64_t kMsOfHour = store::kMsOfDay / 24;
  constexpr int64_t kMostHours = store::kMostRetentionDays * 24;
  const std::optional<int64_t> hours = alter.statement.compaction_hours;
  if (hours.value_or(0) > kMostHours) {
    return Error{ErrorCode::kInvalidCommand, fmt::format("-h takes up to {} hours", kMostHours),
                 alter.range(), ""};
  }
  State& state = alter.run.state;
  if (state.check_depth() != store::CheckDepth::kSums) {
    return Error{ErrorCode::kInvalidCommand,
                 "COMPACT writes rows anew, so damage of a file has to be seen first",
                 alter.range(), "SET paisql.read.verify=true;"};
  }
  if (state.checking()) return Status::Ok();
  PAISQL_TRY(ConfirmShortHistory(alter));
  std::vector<std::vector<std::string>> partitions = alter.plan.added_partitions;
  if (partitions.empty() && alter.plan.table.partitioned()) {
    PAISQL_ASSIGN_AT(alter.range(), const std::vector<store::Partition> all,
                     alter.catalog().ListPartitions(alter.table_id()));
    for (const store::Partition& one : all) partitions.push_back(one.values);
  } else if (partitions.empty()) {
    partitions.emplace_back();
  }
  execution::Compaction compaction;
  if (EqualsIgnoreCase(alter.statement.compaction, "minor")) {
    compaction.kind = execution::CompactionKind::kMinor;
  }
  if (hours) compaction.kept_ms = *hours * kMsOfHour;
  return store::RetryOnConflict([&]() -> Status {
    PAISQL_TRY_AT(alter.range(), execution::CompactFiles(state, alter.plan.table, partitions,
                                                         compaction, state.Execution()));
    return Status::Ok();
  });
}

struct Action {
  AlterTableAction action;
  Status (*run)(const Alter&);
};

constexpr Action kActions[] = {
    {AlterTableAction::kAddPartitions, AddPartitions},
    {AlterTableAction::kDropPartitions, DropPartitions},
    {AlterTableAction::kMergePartitions, MergePartitions},
    {AlterTableAction::kRenamePartition, RenamePartition},
    {AlterTableAction::kAddColumns, AddColumns},
    {AlterTableAction::kRename, Rename},
    {AlterTableAction::kSetComment, SetComment},
    {AlterTableAction::kSetLifecycle, SetLifecycle},
    {AlterTableAction::kSetProperties, SetProperties},
    {AlterTableAction::kRenameColumn, RenameColumn},
    {AlterTableAction::kChangeColumnComment, ChangeColumnComment},
    {AlterTableAction::kChangeColumn, ChangeColumn},
    {AlterTableAction::kChangeNull, ChangeNull},
    {AlterTableAction::kDropColumns, DropColumns},
    {AlterTableAction::kTouch, Touch},
    {AlterTableAction::kCompact, Compact},
};

}  // namespace

Status RunAlterTable(const AlterTableStatement& statement, Run& run) {
  analysis::AnalysisContext context = run.state.MakeContext();
  PAISQL_ASSIGN(const analysis::AlterTablePlan plan,
                analysis::AnalyzeAlterTable(statement, context));
  ShowWarnings(context, run.out);
  for (const Action& action : kActions) {
    if (action.action != statement.action) continue;
    PAISQL_TRY(action.run({statement, plan, run}));
    run.out.Done();
    return Status::Ok();
  }
  PAISQL_UNREACHABLE("an ALTER TABLE without an action");
}

}  // namespace paisql::session
