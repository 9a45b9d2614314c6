#include "session/state.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "base/byte_size.h"
#include "base/system/clock.h"
#include "base/text.h"
#include "base/whole_number.h"
#include "jobs/script/script_environment.h"
#include "session/engine_share.h"
#include "session/function_signature.h"
#include "session/sink.h"
#include "store/upkeep/lifecycle.h"
#include "store/upkeep/temporary.h"

namespace paisql::session {

State::State(std::shared_ptr<HomeContext> context, SessionOptions options,
             std::unique_ptr<store::Catalog> catalog)
    : project(store::PlaceOf(options.project).project),
      schema(store::PlaceOf(options.project).schema),
      aliases(options.aliases),
      context_(std::move(context)),
      options_(std::move(options)),
      catalog_(std::move(catalog)),
      permissions_(*catalog_, options_.user, options_.allowed),
      session_start_micros_(NowMicros()) {
  read_guard_ = [this](const store::Table& table, const SourceRange& range,
                       std::set<std::string>* columns) {
    return permissions_.Require({.type = "table",
                                 .project = table.project,
                                 .object = table.name,
                                 .action = "Select",
                                 .object_id = table.id,
                                 .owner = table.owner,
                                 .range = range},
                                project, columns);
  };
  use_guard_ = [this](const analysis::UsedObject& object, const SourceRange& range) {
    return permissions_.Require({.type = object.type,
                                 .project = object.project,
                                 .object = object.name,
                                 .action = "Read",
                                 .owner = object.owner,
                                 .range = range},
                                project);
  };
  signature_reader_ = [this](const std::vector<store::Resource>& resources,
                             store::UserFunction& function) {
    return ReadSignature(resources, *this, function);
  };
  table_reader_ = [this](store::Resource& resource) {
    // A check reads no rows.
    return checking() ? Status::Ok() : table_resources().Read(resource);
  };
  for (const variables::Variable& variable : options_.variables) variables_.Set(variable);
  ForgetSettings();
  catalog_->EndWaitingWhen([this] { return interrupted_.load(); });
  (void)UseWarehouse();  // the first statement tells why it cannot be known
}

State::~State() {
  const bool used_files = lease_ != nullptr;
  jobs_.reset();
  table_resources_.reset();
  relations_.Forget();
  external_files_.Forget();
  if (interrupted_) context_->NoteInterrupted();
  Disconnect(false);
  // Whoever has read or written takes away what nobody needs any more. A sweep that fails costs
  // disk space until the next one, and there is nobody left to tell: so it waits for no other
  // process, and whoever was interrupted leaves it out. The lease is still there, so that of a
  // process that is killed in the sweep somebody else's goes on.
  catalog_->EndWaitingWhen([] { return true; });
  if (!temporary_schema_.empty() && !checking()) {
    (void)store::DropTemporarySchema(*catalog_, temporary_schema_);
  }
  if (used_files && !interrupted_) {
    if (!checking() && settings_.GetBoolean("paisql.lifecycle.collect")) {
      (void)store::DropExpired(*catalog_, NowMs());
    }
    (void)catalog_->Sweep();
  }
  if (lease_ != nullptr && catalog_->left_files()) lease_->LeaveToSweep();
  // The engine may keep it for its own files, and those of the tables are not needed any more.
  if (lease_.use_count() > 1 && lease_->pinned() != store::Lease::kNothing) {
    (void)lease_->Pin(store::Lease::kNothing);
  }
  lease_.reset();
  catalog_->EndWaitingWhen(nullptr);
}

int64_t State::RetentionMs() const {
  return settings_.GetCount(kRetentionSetting).value_or(0) * store::kMsOfDay;
}

int64_t State::MemoryLimit() const {
  return ParseByteSize(settings_.Get("paisql.memory_limit")).value_or(0);
}

void State::TakeLeash() {
  stop_ = std::stop_source();
  leash_ = Leash(stop_.get_token(), MemoryLimit());
}

int State::Threads() const { return WholeNumberOr(settings_.Get("paisql.threads"), 0); }

store::FileCheck& State::file_check() {
  context_->file_check().UseThreads(Threads());
  return context_->file_check();
}

store::CheckDepth State::check_depth() {
  return settings_.GetBoolean("paisql.read.verify") ? store::CheckDepth::kSums
                                                    : store::CheckDepth::kPlaces;
}

// The folder of the trainings' Python follows the caller's PATH: scripts call `python`, which not
// every machine has.
transform::Surroundings State::ScriptSurroundings() {
  const jobs::EnvironmentChoice variables = jobs::ChooseEnvironment(settings_.values());
  const char* users = jobs::Variable(variables, "PATH");
  transform::Surroundings surroundings;
  surroundings.search_path = users != nullptr ? users : "/usr/local/bin:/usr/bin:/bin";
  const std::string& python = options_.installation.python;
  if (!python.empty()) {
    surroundings.search_path += ":" + std::filesystem::path(python).parent_path().string();
  }
  surroundings.environment =
      jobs::ScriptEnvironment(variables, {{"PATH", surroundings.search_path}});
  return surroundings;
}

engine::EngineShare State::Share() {
  engine::EngineShare wanted;
  wanted.memory_bytes = MemoryLimit();
  wanted.threads = Threads();
  // A catalog that cannot be read fails the statement where it reads tables.
  const Result<jobs::HomeLoad> load = Jobs().Load();
  return load.ok() ? ShareBesideJobs(*load, wanted) : wanted;
}

Result<engine::Connection*> State::Connection() {
  BeginWork();
  if (loading_.valid()) {
    PAISQL_ASSIGN(std::unique_ptr<engine::Connection> connection, loading_.get());
    const std::lock_guard<std::mutex> lock(mutex_);
    connection_ = std::move(connection);
  }
  if (connection_ != nullptr && share_is_known_) return connection_.get();
  const engine::EngineShare share = Share();
  share_is_known_ = true;
  if (connection_ != nullptr && share != share_) {
    // An engine that holds more at the moment goes on with what it has.
    if (connection_->TakeShare(share).ok()) share_ = share;
  }
  if (connection_ == nullptr) {
    PAISQL_ASSIGN(const EngineWish wish, Wish(share));
    PAISQL_ASSIGN(std::unique_ptr<engine::Connection> connection, context_->Connect(wish));
    const std::lock_guard<std::mutex> lock(mutex_);
    connection_ = std::move(connection);
    share_ = share;
  }
  return connection_.get();
}

Result<engine::RowFilter*> State::RowFilter() {
  // The default engine serves the filter, too. Another engine is not started for it: a change of
  // the catalog that asks about partitions may need none.
  engine::Connection* beside = connection_.get();
  if (options_.engine == engine::kDefaultEngine) {
    PAISQL_ASSIGN(beside, Connection());
  }
  if (row_filter_ == nullptr) {
    PAISQL_ASSIGN(const EngineWish wish, Wish(Share()));
    PAISQL_ASSIGN(std::unique_ptr<engine::RowFilter> filter, context_->MakeRowFilter(wish, beside));
    const std::lock_guard<std::mutex> lock(mutex_);
    row_filter_ = std::move(filter);
  }
  return row_filter_.get();
}

Result<EngineWish> State::Wish(const engine::EngineShare& share) {
  spill_folder_ = settings_.Get("paisql.temp_directory");
  if (spill_folder_.empty() && home().writable()) PAISQL_TRY(Lease());
  return EngineWish{share, spill_folder_, lease_};
}

void State::StartEngine() {
  if (connection_ != nullptr || loading_.valid() || checking()) return;
  const engine::EngineShare share = Share();
  Result<EngineWish> wish = Wish(share);
  // Whoever asks for the engine finds the same error.
  if (!wish.ok()) return;
  share_ = share;
  share_is_known_ = true;
  loading_ = std::async(std::launch::async,
                        [this, wish = std::move(wish).value()] { return context_->Connect(wish); });
}

void State::Disconnect(bool close) {
  bool connected = connection_ != nullptr;
  if (loading_.valid()) connected = loading_.get().ok();
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    row_filter_.reset();
    spark_.Reset();
    connection_.reset();
  }
  if (connected) context_->Disconnect(spill_folder_, close);
}

Result<store::Lease*> State::Lease() {
  if (lease_ == nullptr) {
    PAISQL_ASSIGN(lease_, store::Lease::Acquire(home()));
  }
  return lease_.get();
}

Status State::MakeTemporaryPlace() {
  std::string made = temporary_schema_;
  if (made.empty() && checking()) made = store::TemporarySchema("check");
  if (made.empty()) {
    PAISQL_ASSIGN(const store::Lease* const lease, Lease());
    made = store::TemporarySchema(lease->id());
  }
  PAISQL_TRY(store::MakeTemporarySchema(*catalog_, project, made));
  temporary_schema_ = std::move(made);
  return Status::Ok();
}

TableResources& State::table_resources() {
  if (table_resources_ == nullptr) table_resources_ = std::make_unique<TableResources>(*this);
  return *table_resources_;
}

jobs::JobService& State::Jobs() {
  if (jobs_ == nullptr) {
    jobs_ = std::make_unique<jobs::JobService>(*catalog_, options_.installation);
  }
  return *jobs_;
}

messages::Language State::Language() const {
  const std::string chosen = settings_.Get("paisql.language");
  return chosen.empty() ? options_.language : messages::LanguageOf(chosen);
}

TimeZone State::Zone() {
  const std::string name = settings_.Get("odps.sql.timezone");
  if (name != zone_name_) {
    Result<TimeZone> zone = TimeZone::Load(name);
    // SET has checked the name; only a zone file that has vanished since gets here.
    if (zone.ok()) {
      zone_ = std::move(zone).value();
      zone_name_ = name;
    }
  }
  return zone_;
}

void State::ForgetSettings() {
  // How things are shown belongs to the screen and who sits in front of it, not to the project.
  static constexpr std::string_view kOfTheScreen[] = {"paisql.confirm", "paisql.expanded",
                                                      "paisql.format",  "paisql.language",
                                                      "paisql.pager",   "paisql.rows"};
  std::map<std::string, std::string> kept;
  for (const std::string_view key : kOfTheScreen) {
    const auto set = settings_.values().find(std::string(key));
    if (set != settings_.values().end()) kept.insert(*set);
  }
  settings_.Clear();
  for (const auto& [key, value] : options_.settings) {
    const Status set = settings_.Set(key, value, {});
    PAISQL_ASSERT(set.ok(), "who opens a session checks its settings");
  }
  for (const auto& [key, value] : kept) {
    const Status set = settings_.Set(key, value, {});
    PAISQL_ASSERT(set.ok(), "a setting that was taken is refused");
  }
}

// A script keeps the moment at which it began: one that goes on beyond midnight has one date. A
// prompt may stay open for days.
variables::VariableSet& State::Variables() {
  const auto text = [this](std::string_view setting, const std::string& given) {
    const std::string set = settings_.Get(setting);
    return set.empty() ? given : set;
  };
  const std::string bizdate = text("paisql.bizdate", options_.bizdate);
  const std::string cyctime = text("paisql.cyctime", options_.cyctime);
  const std::string now = Zone().FormatMicros(
      options_.interactive ? std::max(session_start_micros_, statement_start_micros_)
                           : session_start_micros_);
  const std::optional<int64_t> today = variables::ReadBizdate(
      std::string_view(now).substr(0, std::string_view("yyyy-mm-dd").size()));
  PAISQL_ASSERT(today.has_value(), "the clock's day has the form yyyy-mm-dd");
  variables_.UseSchedule(variables::MakeSchedule(variables::ReadBizdate(bizdate),
                                                 variables::ReadCyctime(cyctime), *today));
  // A user who names the day means the name as well; the platform knows neither by itself.
  variables_.SetByDefault({"bizdate", "$bizdate", variables::Origin::kSchedule}, !bizdate.empty());
  variables_.SetByDefault({"cyctime", "$cyctime", variables::Origin::kSchedule}, !cyctime.empty());
  return variables_;
}

analysis::AnalysisContext State::MakeContext() {
  analysis::AnalysisContext context;
  context.names = Names();
  if (KeptRows() > 0) relations_.AddTo(context.names);
  settings_.Fill(context);
  context.leash = &leash_;
  context.variables = script_variables.get();
  if (permissions_.limited()) {
    context.read_guard = &read_guard_;
    context.use_guard = &use_guard_;
  }
  context.signature_reader = &signature_reader_;
  context.table_reader = &table_reader_;
  context.now = Zone().FormatMicros(statement_start_micros_);
  context.versions_may_come = checking() && unknowns_.rows();
  return context;
}

engine::ExecutionSettings State::Execution() {
  engine::ExecutionSettings settings = settings_.Execution();
  settings.leash = &leash_;
  if (printed_ == nullptr) {
    constexpr int kMegabyteBits = 20;
    const int64_t most = settings_.GetCount(kPrintedSetting).value_or(0);
    printed_ = std::make_shared<udf::PrintedOutput>(static_cast<size_t>(most) << kMegabyteBits);
  }
  settings.printed = printed_;
  settings.now = Zone().FormatMicros(statement_start_micros_);
  return settings;
}

void State::ShowPrinted(Sink& sink) {
  // What a process prints from now on belongs to nobody.
  const std::shared_ptr<udf::PrintedOutput> ended = std::exchange(printed_, nullptr);
  if (ended == nullptr) return;
  const udf::Printed printed = ended->Take();
  if (printed.text.empty()) return;
  sink.JobOutput(printed.text);
  if (printed.text.back() != '\n') sink.JobOutput("\n");
  if (printed.more_bytes == 0) return;
  sink.Message(fmt::format("functions have printed {} bytes more; SET {} shows up to 100 MB",
                           printed.more_bytes, kPrintedSetting));
}

Status State::CheckReach(const SourceRange& range) const {
  if (!options_.remote || !permissions_.limited()) return Status::Ok();
  return Error{CodeOf("ODPS-0130013"),
               "users of a server reach no files and programs of its machine", range,
               "send files as resources or through a tunnel, and write functions in place of "
               "TRANSFORM"};
}

std::string State::ResolvePath(std::string_view path) const {
  constexpr std::string_view kScheme = "file://";
  if (EqualsIgnoreCase(path.substr(0, kScheme.size()), kScheme)) path.remove_prefix(kScheme.size());
  const std::filesystem::path given{path};
  if (given.is_absolute()) return given.lexically_normal().string();
  std::error_code failure;
  const std::filesystem::path folder = std::filesystem::absolute(script_folder, failure);
  // Without a current folder the path stays relative, and whoever opens it says that it is not
  // there.
  if (failure) return (script_folder / given).lexically_normal().string();
  return (folder / given).lexically_normal().string();
}

int64_t State::KeptRows() const {
  constexpr int64_t kAtPrompt = 100000;
  const std::optional<int64_t> set = settings_.GetCount("paisql.last.rows");
  return set.value_or(options_.interactive ? kAtPrompt : 0);
}

Status State::AddExternalFiles(const store::Table& table, store::FileListing& listing) {
  return external_files_.AddTo(table, listing);
}

Status State::CheckExternalFile(const store::DataFile& file) const {
  return external_files_.CheckStayed(file);
}

Result<store::FileListing> State::HostFiles(int64_t table_id) {
  if (table_id == ExternalFiles::kLoadedTableId) return external_files_.Loaded();
  return relations_.Files(table_id, *this);
}

void State::BeginStatement() {
  const std::lock_guard<std::mutex> lock(mutex_);
  statement_start_micros_ = NowMicros();
  running_ = true;
  only_reads_text_ = true;
  interrupted_ = false;
  share_is_known_ = false;
  printed_ = nullptr;
  TakeLeash();
}

void State::EndStatement() {
  const std::lock_guard<std::mutex> lock(mutex_);
  running_ = false;
  only_reads_text_ = false;
}

void State::NoteRead(const plan::TableSchema& table, const store::FileListing& files) {
  TableRead& read = reads_.emplace_back();
  read.table = table.QualifiedName();
  for (const store::DataFile& file : files.files) {
    read.rows += file.rows;
    read.bytes += file.bytes;
  }
  for (const store::DataFile& file : files.deletes) read.bytes += file.bytes;
}

void State::SweepReplaced() { (void)catalog_->Sweep(); }

std::optional<StatementProgress> State::Progress() {
  std::optional<engine::QueryProgress> query;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!running_) return std::nullopt;
    if (connection_ != nullptr) query = connection_->Progress();
  }
  const std::optional<Meter::Reading> work = meter_.Read();
  if (!query.has_value() && !work.has_value()) return std::nullopt;
  StatementProgress progress;
  if (query.has_value()) {
    progress.fraction = query->fraction;
    progress.rows = query->rows;
  }
  if (work.has_value()) {
    progress.rows = std::max(progress.rows, work->rows);
    progress.bytes = work->done;
    progress.total_bytes = work->total;
  }
  if (progress.total_bytes > 0) {
    const double done = static_cast<double>(progress.bytes);
    progress.fraction = std::min(done / static_cast<double>(progress.total_bytes), 1.0);
  }
  return progress;
}

bool State::Interrupt() {
  std::stop_source stop;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!running_) return false;
    interrupted_ = true;
    stop = stop_;
  }
  // Without the lock: who is told of the stop may ask for the next token. An engine that begins a
  // statement forgets earlier interrupts and then looks at the token, so the token comes first.
  stop.request_stop();
  const std::lock_guard<std::mutex> lock(mutex_);
  if (!running_ || stop_ != stop) return true;
  if (connection_ != nullptr) connection_->Interrupt();
  spark_.Interrupt();
  if (row_filter_ != nullptr) row_filter_->Interrupt();
  return true;
}

void State::ForgetInterrupt() {
  const std::lock_guard<std::mutex> lock(mutex_);
  interrupted_ = false;
  TakeLeash();
}

std::stop_token State::stop_token() {
  const std::lock_guard<std::mutex> lock(mutex_);
  return stop_.get_token();
}

Status State::CheckInterrupted() const {
  if (!interrupted()) return Status::Ok();
  return Error{ErrorCode::kInstanceCancelled, "interrupted", {}, ""};
}

execution::RunOptions RunOptionsOf(Run& run) {
  Sink& sink = run.sink;
  return {run.state.Execution(), run.observer,
          [&sink](std::string_view bytes) { sink.JobOutput(bytes); }};
}

bool TellsFlow(const Run& run) { return run.state.checking() && run.out.WantsFlow(); }

void ShowWarnings(const analysis::AnalysisContext& context, Output& out) {
  for (const analysis::Warning& warning : context.warnings) {
    out.Warn(warning.range, warning.text);
  }
}

}  // namespace paisql::session
