#include <set>

#include <fmt/format.h>

#include "analysis/materialized.h"
#include "session/statements/catalog/handlers.h"
#include "session/statements/catalog/partitions.h"
#include "session/statements/confirm.h"
#include "store/external.h"
#include "store/materialized.h"
#include "store/place.h"

namespace paisql::session {

namespace {

void SayHowItComesBack(const syntax::QualifiedName& name, Run& run) {
  const int64_t days = run.state.RetentionMs() / store::kMsOfDay;
  if (!run.state.options().interactive || run.state.checking() || days == 0) return;
  const std::string text = name.ToString();
  run.out.Message(days == 1
                      ? fmt::format("UNDROP TABLE {}; brings it back within 1 day", text)
                      : fmt::format("UNDROP TABLE {}; brings it back within {} days", text, days));
}

// What a statement drops. Each refuses the objects of the others, as the platform does; but DROP
// VIEW takes materialized views, which clients drop by it.
enum class Dropped { kTable, kView, kMaterialized };

struct DroppedKind {
  Dropped kind;
  std::string_view is;  // what an object of the kind is
  std::string_view cure;
};
constexpr DroppedKind kDroppedKinds[] = {
    {Dropped::kTable, " is a table", "use DROP TABLE"},
    {Dropped::kView, " is a view", "use DROP VIEW"},
    {Dropped::kMaterialized, " is a materialized view", "use DROP MATERIALIZED VIEW"},
};

Dropped KindOf(const store::Table& table) {
  if (table.kind == store::TableKind::kView) return Dropped::kView;
  return store::IsMaterialized(table) ? Dropped::kMaterialized : Dropped::kTable;
}

Status DropObject(const syntax::QualifiedName& name, Dropped kind, bool if_exists, bool purge,
                  Run& run) {
  const analysis::AnalysisContext context = run.state.MakeContext();
  Result<store::Table> table = analysis::ResolveTable(name, context);
  if (!table.ok()) {
    if (!if_exists || table.error().code != ErrorCode::kTableNotFound) {
      return std::move(table).error();
    }
  } else {
    for (const DroppedKind& other : kDroppedKinds) {
      if (other.kind == kind || other.kind != KindOf(*table)) continue;
      if (kind == Dropped::kView && other.kind == Dropped::kMaterialized) continue;
      return Error{ErrorCode::kInvalidObjectType, table->QualifiedName() + std::string(other.is),
                   name.range, std::string(other.cure)};
    }
    // Nothing is lost of an external table, whose files stay, or of what a query gives again. What
    // is temporary does not come back.
    purge = purge || store::IsExternal(*table) || KindOf(*table) == Dropped::kMaterialized ||
            store::IsTemporaryPlace(table->project);
    if (kind == Dropped::kTable && !store::IsExternal(*table)) {
      PAISQL_ASSIGN_AT(name.range, const Loss loss, LossOf(*table, run));
      PAISQL_TRY(ConfirmLoss("DROP TABLE " + table->QualifiedName(), loss, name.range, run));
    }
    PAISQL_TRY_AT(name.range, run.state.catalog().DropTable(table->id, purge));
  }
  run.out.Done();
  if (table.ok() && kind == Dropped::kTable && !purge) SayHowItComesBack(name, run);
  return Status::Ok();
}

}  // namespace

Status RunDropTable(const syntax::DropTableStatement& statement, Run& run) {
  const Dropped kind = statement.materialized ? Dropped::kMaterialized : Dropped::kTable;
  return DropObject(statement.table, kind, statement.if_exists, statement.purge, run);
}

Status RunDropView(const syntax::DropViewStatement& statement, Run& run) {
  return DropObject(statement.view, Dropped::kView, statement.if_exists, false, run);
}

Status RunTruncateTable(const syntax::TruncateTableStatement& statement, Run& run) {
  State& state = run.state;
  analysis::AnalysisContext context = state.MakeContext();
  const SourceRange& range = statement.table.range;
  PAISQL_ASSIGN(const store::Table table, analysis::ResolveTable(statement.table, context));
  if (table.kind == store::TableKind::kView) {
    return Error{ErrorCode::kInvalidObjectType, table.QualifiedName() + " is a view", range, ""};
  }
  if (store::IsExternal(table)) {
    return Error{ErrorCode::kInvalidObjectType, table.QualifiedName() + " is an external table",
                 range, "INSERT OVERWRITE TABLE t SELECT … replaces its files"};
  }
  PAISQL_TRY(analysis::CheckNotMaterialized(table, range));
  if (statement.partitions.empty()) {
    PAISQL_ASSIGN_AT(range, const Loss loss, LossOf(table, run));
    PAISQL_TRY(ConfirmLoss("TRUNCATE TABLE " + table.QualifiedName(), loss, range, run));
    PAISQL_TRY_AT(range, state.catalog().TruncateTable(table.id));
  } else {
    std::set<int64_t> ids;
    if (!table.partitioned()) {
      return Error{ErrorCode::kSemantic, "table " + table.QualifiedName() + " is not partitioned",
                   statement.partitions.front().range, "leave PARTITION out"};
    }
    for (const syntax::PartitionFilter& clause : statement.partitions) {
      PAISQL_ASSIGN(const analysis::PartitionChoice choice,
                    analysis::ChoosePartitions(clause, table, context));
      PAISQL_ASSIGN(const std::vector<store::Partition> partitions,
                    ChosenPartitions(choice, table, true, run));
      if (partitions.empty()) {
        return Error{ErrorCode::kPartitionNotFound,
                     "no partition of " + table.QualifiedName() + " matches", clause.range, ""};
      }
      for (const store::Partition& partition : partitions) ids.insert(partition.id);
    }
    PAISQL_ASSIGN_AT(range, const Loss loss, LossOf(table, {ids.begin(), ids.end()}, run));
    PAISQL_TRY(ConfirmLoss("TRUNCATE TABLE " + table.QualifiedName(), loss, range, run));
    PAISQL_TRY_AT(range, state.catalog().TruncatePartitions(table.id, {ids.begin(), ids.end()}));
  }
  run.out.Done();
  return Status::Ok();
}

}  // namespace paisql::session
