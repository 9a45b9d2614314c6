#include "session/damage.h"
#include "session/scans.h"
#include "session/statements/handlers.h"
#include "session/statements/stream_query.h"
#include "session/transforms.h"

namespace paisql::session {

namespace {

// Stops a long stream between two chunks once the statement has been interrupted, and remembers
// whether it was the stream that failed and not who reads it.
class InterruptibleStream : public engine::ResultStream {
 public:
  InterruptibleStream(engine::ResultStream& stream, const State& state)
      : stream_(stream), state_(state) {}

  const std::vector<engine::ResultColumn>& columns() const override { return stream_.columns(); }
  Result<engine::Batch> Next() override {
    PAISQL_TRY(state_.CheckInterrupted());
    Result<engine::Batch> batch = stream_.Next();
    if (!batch.ok()) failed_ = true;
    return batch;
  }
  bool failed() const { return failed_; }

 private:
  engine::ResultStream& stream_;
  const State& state_;
  bool failed_ = false;
};

}  // namespace

Status StreamQuery(const syntax::Query& query, analysis::AnalysisContext context,
                   const engine::ExecutionSettings& settings, Run& run,
                   const std::function<Status(engine::ResultStream&)>& consume) {
  State& state = run.state;
  PAISQL_ASSIGN(const analysis::QueryPlan plan, analysis::AnalyzeQuery(query, context));
  ShowWarnings(context, run.sink);
  if (state.checking()) return Status::Ok();
  ReadPin pin(state);
  PAISQL_TRY(pin.ListForReading({plan.root.get()}));
  Transforms transforms(run);
  PAISQL_TRY(transforms.Execute({plan.root.get()}, settings));
  PAISQL_ASSIGN(engine::Engine * engine, state.Engine());
  PAISQL_TRY(state.CheckInterrupted());
  const auto failure = [&](Error error) {
    return NameDamagedFile(state, *plan.root, std::move(error));
  };
  Result<std::unique_ptr<engine::ResultStream>> rows = engine->Query(*plan.root, settings);
  if (!rows.ok()) return failure(std::move(rows).error());
  InterruptibleStream stream(**rows, state);
  Status status = consume(stream);
  if (!status.ok() && stream.failed()) return failure(std::move(status).error());
  PAISQL_TRY(status);
  if (run.observer != nullptr) {
    PAISQL_ASSIGN(const engine::ExecutionReport report, engine->Report(*plan.root));
    run.observer->Ran(*plan.root, report);
  }
  return status;
}

Status RunSelect(const syntax::SelectStatement& statement, Run& run) {
  run.outcome.query = true;
  engine::ExecutionSettings settings = run.state.Execution();
  settings.profile = run.observer != nullptr;
  return StreamQuery(statement.query, run.state.MakeContext(), settings, run,
                     [&](engine::ResultStream& rows) { return run.sink.Rows(rows); });
}

}  // namespace paisql::session
