#pragma once

// The state that a session keeps between statements, and parts that are made when the first
// statement needs them. Private to this room; statements/*.cpp work on it.

#include <atomic>
#include <future>
#include <memory>
#include <mutex>
#include <set>
#include <stop_token>
#include <string>

#include "analysis/analyzer.h"
#include "base/leash.h"
#include "base/result.h"
#include "engine/engine.h"
#include "execution/plan_run.h"
#include "jobs/service/job_service.h"
#include "names/names.h"
#include "session/external_files.h"
#include "session/jobs/job_news.h"
#include "session/jobs/upcoming_jobs.h"
#include "session/output.h"
#include "session/permissions.h"
#include "session/relations.h"
#include "session/session.h"
#include "session/settings/settings.h"
#include "session/spark_side.h"
#include "session/table_resources.h"
#include "session/unknowns.h"
#include "store/catalog.h"
#include "store/home/lease.h"
#include "store/place.h"
#include "store/upkeep/file_check.h"
#include "types/time/zone.h"
#include "udf/printed_output.h"
#include "variables/scope.h"

namespace paisql::syntax {
struct CodeBlock;
}

namespace paisql::session {

class State : public execution::Host {
 public:
  State(std::shared_ptr<HomeContext> context, SessionOptions options,
        std::unique_ptr<store::Catalog> catalog);
  ~State() override;

  const SessionOptions& options() const { return options_; }
  // Handlers stop where they would begin to read rows, write files or start jobs.
  bool checking() const { return options_.check_only; }
  Unknowns& unknowns() { return unknowns_; }
  UpcomingJobs& upcoming() { return upcoming_; }
  JobNews& job_news() { return job_news_; }
  store::Catalog& catalog() override { return *catalog_; }
  const store::Home& home() const { return catalog_->home(); }
  Permissions& permissions() { return permissions_; }
  // ODPS-0130013 for a user of a server, who reaches no file of this machine by its path.
  Status CheckReach(const SourceRange& range) const;
  Status CheckScripts() const override { return CheckReach({}); }
  Settings& settings() { return settings_; }
  std::string project;
  std::string schema{store::kDefaultSchema};  // of the project, for names of one word
  std::string Place() const { return store::PlaceText(project, schema); }
  std::string script_folder = ".";
  // Back to those with which the session was opened.
  void ForgetSettings();
  // The meaning of each ${name} now.
  variables::VariableSet& Variables();
  names::Names::Aliases aliases;  // of resources
  // Those of the running script, or that a prompt has kept; null: there are none. Statements that
  // are analysed see them.
  std::shared_ptr<const analysis::Variables> script_variables;
  // The code at the end of the running script; null: there is none.
  const std::vector<syntax::CodeBlock>* script_codes = nullptr;
  // Whether the line has not been said in this session yet; now it has.
  bool SayOnce(const std::string& line) { return said_.insert(line).second; }

  // To the engine, which the first statement that needs it loads.
  Result<engine::Connection*> Connection() override;
  Result<std::string> BucketFor(const plan::Relation& root) override;
  Result<engine::Connection*> ConnectionFor(const plan::Relation& root,
                                            const engine::Bindings& bindings,
                                            const engine::ExecutionSettings& settings) override;
  // The same, and why it is that one.
  Result<Placement> Place(const plan::Relation& root, const engine::Bindings& bindings,
                          const engine::ExecutionSettings& settings);
  Result<engine::RowFilter*> RowFilter() override;
  // Loads it beside what the statement does before it asks for it: loading takes as long as
  // parsing and analysing do.
  void StartEngine();
  // Lets the engine go, so that the next statement asks for one with today's settings.
  void DropEngine() { Disconnect(true); }
  Result<store::Lease*> Lease() override;
  // Uses as many threads as the engine may.
  store::FileCheck& file_check() override;
  store::CheckDepth check_depth() override;
  jobs::JobService& Jobs();
  bool has_jobs() const { return jobs_ != nullptr; }

  // The meaning of names in the current project.
  names::Names Names() {
    names::Names names(*catalog_, Place());
    names.ReadSchemas(settings_.GetBoolean("odps.namespace.schema"));
    names.UseAliases(aliases);
    names.UseTemporary(temporary_schema_);
    return names;
  }
  // From here the current project has a place for temporary tables of this session.
  Status MakeTemporaryPlace();

  // An analysis of the statement that begins now.
  analysis::AnalysisContext MakeContext();
  // How the engine runs it: GETDATE() is one moment for the whole statement.
  engine::ExecutionSettings Execution();
  // Shows what functions of users have printed in the statement that ends.
  void ShowPrinted(Sink& sink);
  TimeZone Zone();
  messages::Language Language() const;
  // A relative path of the user starts at the folder of the running file; "file://" is taken off.
  std::string ResolvePath(std::string_view path) const;

  // Interruption: one statement at a time is running, and it may be told to end.
  void BeginStatement();
  void EndStatement();
  // Removes the files that the statement has replaced, unless somebody still reads them. A sweep
  // that fails costs disk space until the next one, so its error is nobody's.
  void SweepReplaced();
  // How long the files are kept that the statement removes.
  int64_t RetentionMs() const;
  // From here the statement may leave something behind.
  void BeginWork() { only_reads_text_ = false; }
  bool only_reads_text() const { return only_reads_text_.load(); }
  bool Interrupt();  // false when no statement is running
  // The statement goes on after all, and may be interrupted again.
  void ForgetInterrupt();
  bool interrupted() const { return interrupted_.load(); }
  std::stop_token stop_token() override;  // until ForgetInterrupt
  // Takes the place of the data files from the home, before each statement: another session may
  // have chosen it.
  Status UseWarehouse();
  // That of the running statement, for its own thread.
  Leash& leash() { return leash_; }
  // kInstanceCancelled once the statement has been told to end.
  Status CheckInterrupted() const override;
  transform::Surroundings ScriptSurroundings() override;
  Meter* meter() override { return options_.tells_progress ? &meter_ : nullptr; }
  // Safe from any thread.
  std::optional<StatementProgress> Progress();

  Relations& relations() { return relations_; }
  TableResources& table_resources();
  // The relation that FROM _ reads.
  KeptRelation& last_result() { return relations_.Named(kLastResult); }
  // How many rows of a result are kept for it; 0 where none are.
  int64_t KeptRows() const;
  Result<store::FileListing> HostFiles(int64_t table_id) override;
  Result<int64_t> KeepKeys(store::TableTarget& target, std::vector<store::StagedFile>& files,
                           execution::Staging& staging, store::TableWrite& write) override;
  ExternalFiles& external_files() { return external_files_; }
  Status AddExternalFiles(const store::Table& table, store::FileListing& listing) override;
  Status CheckExternalFile(const store::DataFile& file) const override;
  void NoteRead(const plan::TableSchema& table, const store::FileListing& files) override;
  // What the running statement has read so far.
  std::vector<TableRead> TakeReads() { return std::exchange(reads_, {}); }

 private:
  using Connected = Result<std::unique_ptr<engine::Connection>>;
  Result<EngineWish> Wish(const engine::EngineShare& share);
  void Disconnect(bool close);
  engine::EngineShare Share();
  int64_t MemoryLimit() const;  // 0: none is set
  int Threads() const;          // 0: one for each core
  void TakeLeash();

  const std::shared_ptr<HomeContext> context_;
  SessionOptions options_;
  std::unique_ptr<store::Catalog> catalog_;
  Permissions permissions_;
  analysis::ReadGuard read_guard_;
  analysis::UseGuard use_guard_;
  analysis::SignatureReader signature_reader_;
  analysis::TableReader table_reader_;
  Settings settings_;
  Unknowns unknowns_;
  std::set<std::string> said_;
  UpcomingJobs upcoming_;
  JobNews job_news_;
  Meter meter_;
  std::shared_ptr<store::Lease> lease_;
  Relations relations_;
  std::vector<TableRead> reads_;
  ExternalFiles external_files_{*this};
  std::unique_ptr<jobs::JobService> jobs_;
  std::unique_ptr<TableResources> table_resources_;
  std::string temporary_schema_;  // "": no temporary table was made
  variables::VariableSet variables_;
  const int64_t session_start_micros_;
  int64_t statement_start_micros_ = 0;
  std::string zone_name_;
  TimeZone zone_;

  std::future<Connected> loading_;  // see StartEngine
  std::string spill_folder_;        // of the engine's wish

  // Guards connection_, row_filter_, running_ and stop_, which Interrupt reads from another thread.
  std::mutex mutex_;
  std::unique_ptr<engine::Connection> connection_;
  SparkSide spark_;  // beside connection_
  std::unique_ptr<engine::RowFilter> row_filter_;
  engine::EngineShare share_;    // that it has taken
  bool share_is_known_ = false;  // to be today's, for the running statement
  bool running_ = false;
  std::stop_source stop_;
  Leash leash_;
  std::shared_ptr<udf::PrintedOutput> printed_;  // of the statement; null while nothing can print
  std::atomic<bool> interrupted_{false};
  std::atomic<bool> only_reads_text_{false};
};

// The arguments of a statement's handler.
struct Run {
  State& state;
  Output& out;
  Sink& sink;               // the same, for jobs and questions
  const std::string& text;  // that the statement's ranges count in
  Outcome outcome;
  execution::PlanObserver* observer = nullptr;  // EXPLAIN ANALYZE's
  std::string kept = {};                        // what is stored of the text, "" for all of it
};

// How plans run for a statement, as its session is set.
execution::RunOptions RunOptionsOf(Run& run);

// Whether the statement's data flow is asked for.
bool TellsFlow(const Run& run);

// Prints what the analysis warned of.
void ShowWarnings(const analysis::AnalysisContext& context, Output& out);

}  // namespace paisql::session
