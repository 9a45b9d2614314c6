#include <set>

#include <fmt/format.h>

#include "session/statements/catalog/handlers.h"
#include "session/statements/catalog/partitions.h"
#include "session/statements/confirm.h"
#include "store/external.h"

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

// DROP TABLE and DROP VIEW refuse each other's objects, as the platform does.
Status DropObject(const syntax::QualifiedName& name, store::TableKind kind, bool if_exists,
                  bool purge, Run& run) {
  const analysis::AnalysisContext context = run.state.MakeContext();
  Result<store::Table> table = analysis::ResolveTable(name, context);
  if (!table.ok()) {
    if (!if_exists || table.error().code != ErrorCode::kTableNotFound) {
      return std::move(table).error();
    }
  } else {
    if (table->kind != kind) {
      const bool view = table->kind == store::TableKind::kView;
      return Error{ErrorCode::kInvalidObjectType,
                   table->QualifiedName() + (view ? " is a view" : " is a table"), name.range,
                   view ? "use DROP VIEW" : "use DROP TABLE"};
    }
    // Nothing is lost of an external table: its files stay.
    purge = purge || store::IsExternal(*table);
    if (kind == store::TableKind::kTable && !store::IsExternal(*table)) {
      PAISQL_ASSIGN_AT(name.range, const Loss loss, LossOf(*table, run));
      PAISQL_TRY(ConfirmLoss("DROP TABLE " + table->QualifiedName(), loss, name.range, run));
    }
    PAISQL_TRY_AT(name.range, run.state.catalog().DropTable(table->id, purge));
  }
  run.out.Done();
  if (table.ok() && kind == store::TableKind::kTable && !purge) SayHowItComesBack(name, run);
  return Status::Ok();
}

}  // namespace

Status RunDropTable(const syntax::DropTableStatement& statement, Run& run) {
  return DropObject(statement.table, store::TableKind::kTable, statement.if_exists, statement.purge,
                    run);
}

Status RunDropView(const syntax::DropViewStatement& statement, Run& run) {
  return DropObject(statement.view, store::TableKind::kView, statement.if_exists, false, run);
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
