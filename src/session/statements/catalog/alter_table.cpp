#include <algorithm>

#include <fmt/format.h>

#include "base/assert.h"
#include "base/text.h"
#include "base/whole_number.h"
#include "execution/merge_files.h"
#include "session/external_files.h"
#include "session/statements/catalog/handlers.h"
#include "session/statements/catalog/partitions.h"
#include "session/statements/confirm.h"
#include "session/statements/stream_query.h"
#include "store/external.h"
#include "store/own_properties.h"
#include "store/place.h"
#include "store/transaction.h"
#include "syntax/literal_text.h"
#include "syntax/parser.h"

namespace paisql::session {

namespace {

using syntax::AlterTableAction;
using syntax::AlterTableStatement;

void AddMoves(const Alter& alter, store::CatalogTransaction& transaction) {
  for (const analysis::ColumnMove& move : alter.plan.moves) {
    transaction.Add(store::change::PlaceColumn{alter.table_id(), move.column, move.after});
  }
}

Status AddColumns(const Alter& alter) {
  if (alter.plan.columns.empty()) return Status::Ok();
  store::CatalogTransaction transaction = alter.catalog().Begin();
  transaction.Add(store::change::AddColumns{alter.table_id(), alter.plan.columns});
  AddMoves(alter, transaction);
  PAISQL_TRY_AT(alter.range(), transaction.Commit());
  return Status::Ok();
}

// One change, at the place of `range`.
Status Change(const Alter& alter, store::Change change, const SourceRange& range) {
  store::CatalogTransaction transaction = alter.catalog().Begin();
  transaction.Add(std::move(change));
  PAISQL_TRY_AT(range, transaction.Commit());
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

Status SetProperties(const Alter& alter) {
  if (alter.plan.properties.empty()) return Status::Ok();
  return Change(alter, store::change::SetProperties{alter.table_id(), alter.plan.properties},
                alter.range());
}

Status RenameColumn(const Alter& alter) {
  const syntax::Identifier& new_name = alter.statement.column_names.back();
  PAISQL_TRY_AT(
      new_name.range,
      alter.catalog().RenameColumn(alter.table_id(), alter.plan.column_ids.front(), new_name.text));
  return Status::Ok();
}

const store::Column& OldColumn(const Alter& alter, int64_t id) {
  const std::vector<store::Column>& columns = alter.plan.table.columns;
  const auto old = std::find_if(columns.begin(), columns.end(),
                                [id](const store::Column& column) { return column.id == id; });
  PAISQL_ASSERT(old != columns.end(), "a column that changes is the table's");
  return *old;
}

// That no row of the table has a NULL there. The rows that were read must still be those of the
// table when the transaction commits.
Status ExpectNoNulls(const Alter& alter, const store::Column& column,
                     store::CatalogTransaction& transaction) {
  State& state = alter.run.state;
  const store::Table& table = alter.plan.table;
  const SourceRange& range = alter.statement.column_names.front().range;
  if (state.checking()) return Status::Ok();
  PAISQL_ASSIGN_AT(range, const store::FileListing listing,
                   alter.catalog().ListFiles(table, std::nullopt));
  transaction.Expect(store::RowsRead(table, listing));
  const store::Place place = store::PlaceOf(table.project);
  const std::string text = "SELECT 1 FROM " + syntax::QuoteName(place.project) + "." +
                           syntax::QuoteName(place.schema) + "." + syntax::QuoteName(table.name) +
                           " WHERE " + syntax::QuoteName(column.name) + " IS NULL LIMIT 1";
  Result<std::unique_ptr<syntax::Query>> query = syntax::ParseQuery(text);
  PAISQL_ASSERT(query.ok(), "a query of ours can be read");
  analysis::AnalysisContext context = state.MakeContext();
  context.allow_full_scan = true;
  bool found = false;
  PAISQL_TRY_AT(range, StreamQuery(**query, context, RunOptionsOf(alter.run), alter.run,
                                   [&](engine::ResultStream& rows) -> Status {
                                     while (true) {
                                       PAISQL_ASSIGN(const engine::Batch batch, rows.Next());
                                       if (!batch) return Status::Ok();
                                       found = found || batch.row_count() > 0;
                                     }
                                   }));
  if (!found) return Status::Ok();
  return Error{ErrorCode::kSemantic,
               "column " + column.name + " has NULLs, so it cannot become NOT NULL", range,
               "INSERT OVERWRITE the table with COALESCE(" + column.name + ", …) first"};
}

constexpr int kLooks = 5;  // at the rows, while others write

template <typename T>
std::optional<T> IfOther(const T& now, const T& before) {
  return now == before ? std::nullopt : std::optional(now);
}

store::change::ChangeColumn Difference(const Alter& alter, const store::Column& old,
                                       const store::Column& now) {
  store::change::ChangeColumn change{alter.table_id(), old.id};
  change.name = IfOther(now.name, old.name);
  change.type = IfOther(now.type, old.type);
  change.comment = IfOther(now.comment, old.comment);
  change.not_null = IfOther(now.not_null, old.not_null);
  change.default_text = IfOther(now.default_text, old.default_text);
  return change;
}

Status ReplaceColumns(const Alter& alter) {
  store::CatalogTransaction transaction = alter.catalog().Begin();
  transaction.Expect(store::ColumnsRead(alter.plan.table));
  for (const store::Column& now : alter.plan.kept) {
    const store::Column& old = OldColumn(alter, now.id);
    const bool same =
        now.type == old.type && now.comment == old.comment && now.default_text == old.default_text;
    if (!same) transaction.Add(Difference(alter, old, now));
  }
  // A table keeps a column, so the new ones come first.
  if (!alter.plan.columns.empty()) {
    transaction.Add(store::change::AddColumns{alter.table_id(), alter.plan.columns});
  }
  if (!alter.plan.column_ids.empty()) {
    transaction.Add(store::change::DropColumns{alter.table_id(), alter.plan.column_ids});
  }
  AddMoves(alter, transaction);
  PAISQL_TRY_AT(alter.range(), transaction.Commit());
  return Status::Ok();
}

Status ChangeColumn(const Alter& alter) {
  const store::Column& now = alter.plan.columns.front();
  const store::Column& old = OldColumn(alter, now.id);
  const store::change::ChangeColumn change = Difference(alter, old, now);
  const bool looks_at_rows = change.not_null.value_or(false);
  const auto attempt = [&]() -> Status {
    store::CatalogTransaction transaction = alter.catalog().Begin();
    if (looks_at_rows) PAISQL_TRY(ExpectNoNulls(alter, old, transaction));
    if (change.name || change.type) transaction.Expect(store::ColumnsRead(alter.plan.table));
    transaction.Add(change);
    AddMoves(alter, transaction);
    PAISQL_TRY_AT(alter.statement.columns.front().name.range, transaction.Commit());
    return Status::Ok();
  };
  return looks_at_rows ? store::RetryOnConflict(attempt, kLooks) : attempt();
}

Status DropColumns(const Alter& alter) {
  PAISQL_TRY_AT(alter.range(),
                alter.catalog().DropColumns(alter.table_id(), alter.plan.column_ids));
  return Status::Ok();
}

Status Touch(const Alter& alter) {
  store::change::TouchTable touch{alter.table_id()};
  if (alter.plan.touched) touch.partition_id = alter.plan.touched->id;
  return Change(alter, touch, alter.range());
}

Status ChangeOwner(const Alter& alter) {
  return Change(alter, store::change::SetOwner{alter.table_id(), alter.statement.owner},
                alter.statement.owner_range);
}

// Of an external table, or of one of its partitions.
Status SetLocation(const Alter& alter) {
  PAISQL_ASSIGN(const std::string location,
                ExternalLocation(alter.statement.locations.front()->text, alter.run.state));
  store::change::SetProperties change{alter.table_id(), {}};
  if (alter.plan.touched) {
    const std::string folders =
        store::PartitionFolders(alter.plan.table, alter.plan.touched->values);
    change.properties[store::PartitionLocationKey(folders)] = location;
  } else {
    store::ExternalSource source = *store::ExternalOf(alter.plan.table);
    source.location = location;
    change.properties[std::string(store::kExternalProperty)] = store::ExternalText(source);
  }
  return Change(alter, std::move(change), alter.range());
}

Status SetSerdeProperties(const Alter& alter) {
  if (!alter.plan.files.has_value()) return Status::Ok();
  store::change::SetProperties change{alter.table_id(), {}};
  change.properties[std::string(store::kExternalProperty)] = store::ExternalText(*alter.plan.files);
  return Change(alter, std::move(change), alter.range());
}

Status SwitchLifecycle(const Alter& alter) {
  const std::string key =
      store::LifecycleOffKey(alter.plan.table, alter.plan.touched ? alter.plan.touched->values
                                                                  : std::vector<std::string>());
  store::change::SetProperties change{alter.table_id(), {}};
  change.properties[key] =
      alter.statement.lifecycle_on ? std::nullopt : std::optional<std::string>("true");
  return Change(alter, std::move(change), alter.range());
}

Status SetClustering(const Alter& alter) {
  store::change::SetProperties change{alter.table_id(), {}};
  std::optional<std::string>& text = change.properties[std::string(store::kClusteringProperty)];
  if (alter.plan.clustering) text = store::ClusteringText(*alter.plan.clustering);
  return Change(alter, std::move(change), alter.range());
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
  if (!EqualsIgnoreCase(alter.statement.compaction, "major")) {
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
    {AlterTableAction::kExchangePartition, ExchangePartition},
    {AlterTableAction::kAddColumns, AddColumns},
    {AlterTableAction::kReplaceColumns, ReplaceColumns},
    {AlterTableAction::kRename, Rename},
    {AlterTableAction::kSetComment, SetComment},
    {AlterTableAction::kSetLifecycle, SetLifecycle},
    {AlterTableAction::kSetProperties, SetProperties},
    {AlterTableAction::kUnsetProperties, SetProperties},
    {AlterTableAction::kRenameColumn, RenameColumn},
    {AlterTableAction::kChangeColumn, ChangeColumn},
    {AlterTableAction::kDropColumns, DropColumns},
    {AlterTableAction::kTouch, Touch},
    {AlterTableAction::kChangeOwner, ChangeOwner},
    {AlterTableAction::kSwitchLifecycle, SwitchLifecycle},
    {AlterTableAction::kSetClustering, SetClustering},
    {AlterTableAction::kCompact, Compact},
    {AlterTableAction::kSetLocation, SetLocation},
    {AlterTableAction::kSetSerdeProperties, SetSerdeProperties},
    {AlterTableAction::kRebuild, RebuildMaterialized},
    {AlterTableAction::kSetRewrite, SetRewrite},
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
