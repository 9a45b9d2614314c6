#include "session/data_flow.h"
#include "session/external_files.h"
#include "session/statements/catalog/handlers.h"
#include "session/statements/confirm.h"
#include "session/statements/writes.h"
#include "store/external.h"
#include "store/materialized.h"
#include "store/place.h"
#include "store/transaction.h"

namespace paisql::session {

namespace {

// As by DROP: an external table's files stay, a query gives a materialized view again, and what is
// temporary does not come back.
bool LosesNothing(const store::Table& replaced) {
  return store::IsExternal(replaced) || store::IsMaterialized(replaced) ||
         store::IsTemporaryPlace(replaced.project);
}

Status ConfirmReplacing(const analysis::CreateTablePlan& plan, const SourceRange& range, Run& run) {
  if (!plan.replaced || LosesNothing(*plan.replaced)) return Status::Ok();
  PAISQL_ASSIGN_AT(range, const Loss loss, LossOf(*plan.replaced, run));
  return ConfirmLoss("CREATE OR REPLACE TABLE " + plan.replaced->QualifiedName(), loss, range, run);
}

}  // namespace

void DropReplaced(const analysis::CreateTablePlan& plan, store::CatalogTransaction& transaction) {
  if (!plan.replaced) return;
  transaction.Add(store::change::DropTable{plan.replaced->id, LosesNothing(*plan.replaced)});
}

Status RunCreateTable(const syntax::CreateTableStatement& statement, Run& run) {
  State& state = run.state;
  if (statement.temporary) PAISQL_TRY_AT(statement.table.range, state.MakeTemporaryPlace());
  analysis::AnalysisContext context = state.MakeContext();
  PAISQL_ASSIGN(analysis::CreateTablePlan plan, analysis::AnalyzeCreateTable(statement, context));
  if (std::optional<store::ExternalSource> source = store::ExternalOf(plan.write.target.table)) {
    PAISQL_ASSIGN(source->location, ExternalLocation(source->location, state));
    store::SetExternal(plan.write.target.table, *source);
  }
  const store::Table& table = plan.write.target.table;
  ShowWarnings(context, run.out);
  if (TellsFlow(run) && plan.write.root != nullptr) {
    DataFlow flow = FlowOf(statement.materialized ? "CREATE MATERIALIZED VIEW" : "CREATE TABLE AS",
                           *plan.write.root, context);
    flow.writes.push_back({table.QualifiedName(), ""});
    run.out.Flow(flow);
  }
  const SourceRange& range = statement.table.range;
  if (plan.if_not_exists) {
    PAISQL_ASSIGN_AT(range, const std::optional<store::Table> existing,
                     state.catalog().FindTable(table.project, table.name));
    if (existing.has_value()) {
      run.out.Done();
      return Status::Ok();
    }
  }
  PAISQL_TRY(ConfirmReplacing(plan, range, run));
  const Status created = [&]() -> Status {
    if (plan.write.root == nullptr || plan.deferred || state.checking()) {
      store::CatalogTransaction transaction = state.catalog().Begin();
      DropReplaced(plan, transaction);
      transaction.CreateTable(table);
      return transaction.Commit();
    }
    execution::TableWrite write(state, {Planned(plan.write)}, RunOptionsOf(run));
    DropReplaced(plan, write.transaction());
    PAISQL_TRY(write.Stage());
    run.outcome.rows_written = write.rows();
    return write.Commit();
  }();
  if (!created.ok()) {
    // Another process was faster; IF NOT EXISTS is content with its table.
    const bool exists = created.error().code == ErrorCode::kTableExists;
    if (!exists || !plan.if_not_exists) return WithRange(created.error(), range);
  }
  run.out.Done();
  return Status::Ok();
}

}  // namespace paisql::session
