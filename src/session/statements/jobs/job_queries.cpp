#include "session/statements/jobs/job_queries.h"

#include <chrono>
#include <filesystem>
#include <utility>

#include "base/assert.h"
#include "base/secrets/redact.h"
#include "base/system/clock.h"
#include "base/system/refusals.h"
#include "engine/text/result_text.h"
#include "execution/damage.h"
#include "execution/plan_table.h"
#include "execution/staging.h"
#include "plan/traverse.h"
#include "session/data_flow.h"
#include "session/statements/jobs/row_query_server.h"
#include "syntax/parser.h"

namespace paisql::session {

namespace {

namespace fs = std::filesystem;

constexpr std::chrono::milliseconds kInterruptPause{5};

Settings SettingsOf(const std::map<std::string, std::string>& values) {
  Settings settings;
  // A value that is refused today has been taken once; then today's default counts.
  for (const auto& [key, value] : values) (void)settings.Set(key, value, {});
  return settings;
}

// The wall clock of these settings.
std::string Now(const Settings& settings) {
  const Result<TimeZone> zone = TimeZone::Load(settings.Get("odps.sql.timezone"));
  return (zone.ok() ? *zone : TimeZone()).FormatMicros(NowMicros());
}

// The table of the rows, with the facts that a write needs.
store::Table TableOf(const analysis::SnapshotPlan& plan) {
  store::Table table;
  table.columns = plan.columns;
  return table;
}

Status ReadTexts(engine::ResultStream& rows, pai::Answer& answer) {
  const size_t width = rows.columns().size();
  engine::ResultText text(rows.columns());
  while (true) {
    PAISQL_ASSIGN(const engine::Batch batch, rows.Next());
    if (!batch) return Status::Ok();
    text.Read(batch);
    for (size_t row = 0; row < batch.row_count(); ++row) {
      auto& texts = answer.rows.emplace_back(width);
      for (size_t column = 0; column < width; ++column) {
        if (text.IsNull(column, row)) continue;
        text.AppendText(column, row, engine::TextForm::kPlain, texts[column].emplace());
      }
    }
  }
}

}  // namespace

JobQueries::JobQueries(Run& run)
    : run_(run),
      project_(run.state.Place()),
      settings_(run.state.settings()),
      now_(Now(settings_)) {}

JobQueries::JobQueries(Run& run, const std::string& project,
                       const std::map<std::string, std::string>& settings, const SourceRange& range)
    : run_(run),
      project_(project),
      settings_(SettingsOf(settings)),
      now_(Now(settings_)),
      range_(range) {}

analysis::AnalysisContext JobQueries::Context() {
  analysis::AnalysisContext context = run_.state.MakeContext();
  if (project_ != run_.state.Place()) context.names = context.names.Within(project_);
  settings_.Fill(context);
  context.now = now_;
  return context;
}

execution::RunOptions JobQueries::Options() {
  execution::RunOptions options = RunOptionsOf(run_);
  const engine::ExecutionSettings of_statement = options.settings;
  options.settings = settings_.Execution();
  options.settings.leash = of_statement.leash;
  options.settings.printed = of_statement.printed;
  options.settings.now = now_;
  return options;
}

Error JobQueries::Placed(const Query& query, Error error) const {
  // An interruption is of the whole statement.
  if (error.code == ErrorCode::kInstanceCancelled) return error;
  if (!range_.has_value()) return query.places.InStatement(std::move(error));
  error.range = *range_;
  return error;
}

Result<pai::Answer> JobQueries::Ask(const std::string& query, const SourceRange& range) {
  const auto placed = [&](Error error) {
    if (error.code != ErrorCode::kInstanceCancelled) error.range = range_.value_or(range);
    return error;
  };
  const auto parsed = syntax::ParseQuery(query, &run_.state.leash());
  if (!parsed.ok()) return placed(parsed.error());
  analysis::AnalysisContext context = Context();
  Result<analysis::SnapshotPlan> plan = analysis::AnalyzeSnapshot(**parsed, context);
  if (!plan.ok()) return placed(std::move(plan).error());
  AddReadsOf(FlowOf("", *plan->root, context), asked_);
  if (run_.state.checking()) return pai::Answer{{}, true};
  execution::PlanRun plans(run_.state, Options());
  PAISQL_TRY(plans.Add({"Question", plan->root.get()}));
  if (Status prepared = plans.Prepare(); !prepared.ok()) return placed(std::move(prepared).error());
  pai::Answer answer;
  Status read = plans.Stream({"Question", plan->root.get()},
                             [&](engine::ResultStream& rows) { return ReadTexts(rows, answer); });
  if (!read.ok()) return placed(std::move(read).error());
  return answer;
}

Result<std::vector<store::Column>> JobQueries::Resolve(const std::string& query,
                                                       const pai::QueryPlaces& places) {
  if (range_.has_value() && WasRedacted(query)) {
    return places.InStatement(Error{ErrorCode::kInvalidCommand,
                                    "the query had a secret, which is not kept",
                                    {},
                                    "type the statement again, with the secret"});
  }
  if (queries_.empty() && !run_.state.checking()) run_.state.StartEngine();
  const auto parsed = syntax::ParseQuery(query, &run_.state.leash());
  if (!parsed.ok()) return places.InStatement(parsed.error());
  analysis::AnalysisContext context = Context();
  Result<analysis::SnapshotPlan> plan = analysis::AnalyzeSnapshot(**parsed, context);
  if (!plan.ok()) return places.InStatement(std::move(plan).error());
  for (analysis::Warning& warning : context.warnings) {
    warning.range = places.InStatement(warning.range);
  }
  if (!range_.has_value()) ShowWarnings(context, run_.out);
  const std::string title = "Input query " + std::to_string(queries_.size() + 1);
  queries_.push_back(std::make_unique<Query>(Query{
      std::move(plan).value(), static_cast<const analysis::UsedNames&>(context), places, title}));
  return queries_.back()->plan.columns;
}

Result<pai::RowQuery> JobQueries::ResolveRows(const std::string& query,
                                              const pai::QueryPlaces& places,
                                              const pai::RowSource* source, bool repeats) {
  const auto parsed = syntax::ParseQuery(query, &run_.state.leash());
  if (!parsed.ok()) return places.InStatement(parsed.error());
  analysis::AnalysisContext context = Context();
  Result<RowPlan> plan = AnalyzeRows(**parsed, context, source, repeats);
  if (!plan.ok()) return places.InStatement(std::move(plan).error());
  for (analysis::Warning& warning : context.warnings) {
    warning.range = places.InStatement(warning.range);
  }
  if (!range_.has_value()) ShowWarnings(context, run_.out);
  const std::string description =
      Description(query, *plan, source, repeats, project_, settings_.values());
  return pai::RowQuery{std::move(plan->table), std::move(plan->read), std::move(plan->columns),
                       description};
}

void JobQueries::AddReads(DataFlow& flow) const {
  AddReadsOf(asked_, flow);
  for (const std::unique_ptr<Query>& query : queries_) {
    AddReadsOf(FlowOf("", *query->plan.root, query->used), flow);
  }
}

Result<std::optional<int64_t>> JobQueries::Pin(bool prepare) {
  runs_.clear();
  std::optional<int64_t> snapshot;
  for (const std::unique_ptr<Query>& query : queries_) {
    runs_.push_back(std::make_unique<execution::PlanRun>(run_.state, Options()));
    execution::PlanRun& made = *runs_.back();
    PAISQL_TRY(made.Add({query->title, query->plan.root.get()}));
    Status listed = prepare ? made.Prepare() : made.List();
    if (!listed.ok()) return Placed(*query, std::move(listed).error());
    for (const plan::Scan* scan : plan::CollectScans(*query->plan.root)) {
      if (execution::IsHostTable(scan->table.id)) continue;
      const int64_t read = made.bindings().FilesOf(*scan)->snapshot;
      // The same for all of one query. Two that differ are of no snapshot that there is.
      if (snapshot.value_or(read) != read) return std::optional<int64_t>(-1);
      snapshot = read;
    }
  }
  return snapshot;
}

std::vector<jobs::InputListing> JobQueries::Reads() const {
  std::vector<jobs::InputListing> reads;
  for (size_t i = 0; i < runs_.size(); ++i) {
    for (const plan::Scan* scan : plan::CollectScans(*queries_[i]->plan.root)) {
      if (execution::IsHostTable(scan->table.id)) continue;
      reads.push_back({execution::StoredTable(scan->table), *runs_[i]->bindings().FilesOf(*scan)});
    }
  }
  return reads;
}

Result<std::vector<store::DataFile>> JobQueries::Compute(size_t number, const std::string& folder) {
  PAISQL_ASSERT(number == places_.size(), "places are made in the order of the queries");
  PAISQL_ASSIGN(jobs::PartsList place, jobs::PartsList::Make(folder));
  store::DataFile list;
  list.path = place.path();
  places_.push_back(std::move(place));
  return std::vector<store::DataFile>{list};
}

Status JobQueries::ComputeOne(size_t number, engine::Connection& connection,
                              const engine::ExecutionSettings& settings) {
  const Query& query = *queries_[number];
  jobs::PartsList& place = places_[number];
  const auto take = [&](const engine::WrittenFile& part) -> Status {
    if (ending_) return Error{ErrorCode::kInstanceCancelled, "nobody reads the rows", {}, ""};
    return place.Add(fs::path(part.path).filename().string(), part.rows);
  };
  PAISQL_TRY(connection.WriteParts(*query.plan.root, runs_[number]->bindings(),
                                   execution::TargetFor(TableOf(query.plan), {}, place.folder()),
                                   settings, take));
  return place.End();
}

void JobQueries::ComputeAll(engine::Connection& connection,
                            const engine::ExecutionSettings& settings) {
  for (size_t number = 0; number < places_.size(); ++number) {
    Status computed = CatchRefusals([&] {
      return failure_.has_value() ? Status(*failure_)  // the job fails with the first
                                  : ComputeOne(number, connection, settings);
    });
    if (computed.ok()) continue;
    // Where this cannot be written either, readers see that nobody writes any more.
    (void)places_[number].Fail(computed.error().detail);
    if (failure_.has_value()) continue;
    failure_ = std::move(computed).error();
    failed_ = number;
  }
  places_.clear();
  done_ = true;
}

void JobQueries::Begin() {
  if (places_.empty()) return;
  const Result<engine::Connection*> connection = run_.state.Connection();
  if (!connection.ok()) {
    failure_ = connection.error();
    for (jobs::PartsList& place : places_) (void)place.Fail(failure_->detail);
    places_.clear();
    return;
  }
  engine::ExecutionSettings settings = Options().settings;
  settings.leash = nullptr;  // it belongs to the statement's thread
  connection_ = *connection;
  thread_ = std::thread([this, settings] { ComputeAll(*connection_, settings); });
}

Status JobQueries::End(bool still_read) {
  if (thread_.joinable()) {
    ending_ = !still_read;
    // A statement that is only about to begin forgets an interrupt.
    while (ending_ && !done_) {
      connection_->Interrupt();
      std::this_thread::sleep_for(kInterruptPause);
    }
    thread_.join();
  }
  if (!failure_.has_value()) return Status::Ok();
  Error error = *std::exchange(failure_, std::nullopt);
  if (ending_ && error.code == ErrorCode::kInstanceCancelled) return Status::Ok();
  const Query& query = *queries_[failed_];
  return Placed(query, execution::NameDamagedFile(run_.state, *query.plan.root,
                                                  runs_[failed_]->bindings(), std::move(error)));
}

JobQueries::~JobQueries() { (void)End(false); }

}  // namespace paisql::session
