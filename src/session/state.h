#pragma once

// What a session keeps between statements, and what is made when the first statement needs it.
// Private to this room; statements/*.cpp work on it.

#include <atomic>
#include <future>
#include <memory>
#include <mutex>
#include <set>
#include <stop_token>
#include <string>

#include "analysis/analyzer.h"
#include "base/leash.h"
#include "engine/engine.h"
#include "session/session.h"
#include "session/settings.h"
#include "session/time_zone.h"
#include "session/unknowns.h"
#include "session/upcoming_jobs.h"
#include "store/catalog.h"
#include "store/home/lease.h"
#include "store/upkeep/file_check.h"
#include "training/job_service.h"

namespace paisql::session {

class State {
 public:
  State(SessionOptions options, std::unique_ptr<store::Catalog> catalog);
  ~State();

  const SessionOptions& options() const { return options_; }
  // Handlers stop where they would begin to read rows, write files or start jobs.
  bool checking() const { return options_.check_only; }
  Unknowns& unknowns() { return unknowns_; }
  UpcomingJobs& upcoming() { return upcoming_; }
  store::Catalog& catalog() { return *catalog_; }
  const store::Home& home() const { return catalog_->home(); }
  Settings& settings() { return settings_; }
  std::string project;
  std::string script_folder = ".";
  // Whether the line has not been said in this session yet; now it has.
  bool SayOnce(const std::string& line) { return said_.insert(line).second; }

  // Loaded by the first statement that needs it.
  Result<engine::Engine*> Engine();
  // Judges partitions.
  Result<engine::RowFilter*> RowFilter();
  // Loads it beside what the statement does before it asks for it: loading takes as long as
  // parsing and analysing do.
  void StartEngine();
  // Lets the engine go, so that the next statement loads it with today's settings.
  void DropEngine();
  Result<store::Lease*> Lease();
  // Remembers what of the data files has been checked in this session. It uses as many threads as
  // the engine may.
  store::FileCheck& file_check();
  training::JobService& Jobs();
  bool has_jobs() const { return jobs_ != nullptr; }

  // An analysis of the statement that begins now.
  analysis::AnalysisContext MakeContext();
  // How the engine runs it: GETDATE() is one moment for the whole statement.
  engine::ExecutionSettings Execution();
  TimeZone Zone();
  // A relative path of the user starts at the folder of the running file; "file://" is taken off.
  std::string ResolvePath(std::string_view path) const;

  // Interruption: one statement at a time is running, and it may be told to end.
  void BeginStatement();
  void EndStatement();
  // Removes the files that the statement has replaced, unless somebody still reads them. A sweep
  // that fails costs disk space until the next one, so its error is nobody's.
  void SweepReplaced();
  bool Interrupt();  // false when no statement is running
  // The statement goes on after all, and may be interrupted again.
  void ForgetInterrupt();
  bool interrupted() const { return interrupted_.load(); }
  std::stop_token stop_token();  // until ForgetInterrupt
  // That of the running statement, for its own thread.
  Leash& leash() { return leash_; }
  // kInstanceCancelled once the statement has been told to end.
  Status CheckInterrupted() const;

 private:
  using LoadedEngine = Result<std::unique_ptr<engine::Engine>>;
  Result<engine::EngineOptions> EngineOptions(const engine::EngineShare& share);
  engine::EngineShare Share();
  int64_t MemoryLimit() const;  // 0: none is set
  int Threads() const;          // 0: one for each core
  void TakeLeash();

  SessionOptions options_;
  std::unique_ptr<store::Catalog> catalog_;
  Settings settings_;
  Unknowns unknowns_;
  std::set<std::string> said_;
  UpcomingJobs upcoming_;
  std::unique_ptr<store::Lease> lease_;
  store::FileCheck file_check_;
  std::unique_ptr<training::JobService> jobs_;
  int64_t statement_start_micros_ = 0;
  std::string zone_name_;
  TimeZone zone_;

  std::future<LoadedEngine> loading_;  // see StartEngine

  // Guards engine_, row_filter_, running_ and stop_, which Interrupt reads from another thread.
  std::mutex mutex_;
  std::unique_ptr<engine::Engine> engine_;
  std::unique_ptr<engine::RowFilter> row_filter_;
  engine::EngineShare share_;    // that it has taken
  bool share_is_known_ = false;  // to be today's, for the running statement
  bool running_ = false;
  std::stop_source stop_;
  Leash leash_;
  std::atomic<bool> interrupted_{false};
};

// Is told how each plan of a statement has run, in the order of their running.
class PlanObserver {
 public:
  virtual ~PlanObserver() = default;
  virtual void Ran(const plan::Relation& root, const engine::ExecutionReport& report) = 0;
  // A script of the plan has run, before the plan itself. The report is that of the script's input,
  // with what the script gave.
  virtual void RanScript(const plan::Transform& transform,
                         const engine::ExecutionReport& report) = 0;
};

// What one statement's handler is given.
struct Run {
  State& state;
  Sink& sink;
  const std::string& text;  // that the statement's ranges count in
  Outcome outcome;
  PlanObserver* observer = nullptr;  // EXPLAIN ANALYZE's; plans then run with a profile
};

// Prints what the analysis warned of.
void ShowWarnings(const analysis::AnalysisContext& context, Sink& sink);

// Puts the place of the statement into an error that carries none.
inline Error WithRange(Error error, const SourceRange& range) {
  if (!error.range.known()) error.range = range;
  return error;
}

}  // namespace paisql::session

// PAISQL_TRY and PAISQL_ASSIGN for calls whose errors know no place: the store's.
#define PAISQL_TRY_AT(range, expression)                                                 \
  do {                                                                                   \
    auto paisql_try_outcome = (expression);                                              \
    if (!paisql_try_outcome.ok()) {                                                      \
      return ::paisql::session::WithRange(std::move(paisql_try_outcome).error(), range); \
    }                                                                                    \
  } while (false)
#define PAISQL_ASSIGN_AT(range, target, expression) \
  PAISQL_ASSIGN_AT_INNER(PAISQL_CONCAT(paisql_outcome_, __LINE__), range, target, expression)
#define PAISQL_ASSIGN_AT_INNER(outcome, range, target, expression)                           \
  auto outcome = (expression);                                                               \
  if (!outcome.ok()) return ::paisql::session::WithRange(std::move(outcome).error(), range); \
  target = std::move(outcome).value()
