#include "engine/duckdb/run/database.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>

#include "base/files/files.h"
#include "engine/duckdb/failure/errors.h"
#include "engine/duckdb/print/sql_text.h"
#include "engine/duckdb/run/share.h"

namespace paisql::engine {
namespace {

// Nothing is there, and nothing can be: a relative path below a device file.
constexpr char kNowhere[] = "/dev/null/extensions";

// Settings that are made once, when the database is opened.
const std::pair<const char*, const char*> kFixedSettings[] = {
    // No extension is ever fetched or loaded: the built-in ones are all that plans use.
    {"autoinstall_known_extensions", "false"},
    {"autoload_known_extensions", "false"},
    {"custom_extension_repository", kNowhere},
    {"extension_directory", kNowhere},
    // Rows without ORDER BY keep the order of the files. It costs little, and small results that
    // change their order from run to run look like errors to people and to their scripts' diffs.
    {"preserve_insertion_order", "true"},
    // Queries nest deeper than DuckDB's default of 1,000 levels when the parser's own limit is
    // reached.
    {"max_expression_depth", "4000"}};

// Zero is the engine's default, which is the most.
template <typename Number>
Number More(Number left, Number right) {
  return left == 0 || right == 0 ? 0 : std::max(left, right);
}

// DuckDB reads the container's limits when it opens, one file after another, and a database that is
// half made ends the program when it is taken apart. Other threads open files meanwhile.
Status FindFreeDescriptors() {
  constexpr size_t kForOpening = 4;
  std::vector<Descriptor> free;
  while (free.size() < kForOpening) {
    free.emplace_back(open("/dev/null", O_RDONLY | O_CLOEXEC));
    if (!free.back().open()) return FileError("open", "the engine", errno);
  }
  return Status::Ok();
}

}  // namespace

Database::Database(const DuckdbApi& api, EngineOptions options)
    : api_(api), options_(std::move(options)), handle_(api), share_(options_.share) {
  statements_.python = options_.python;
  udf::FunctionPoolOptions functions;
  functions.python = options_.python;
  functions.python_folder = options_.python_folder;
  if (!options_.temp_directory.empty()) {
    functions.folder = options_.temp_directory + "/functions-" + std::to_string(getpid()) + "-" +
                       std::to_string(reinterpret_cast<uintptr_t>(this));
  }
  statements_.functions.Configure(std::move(functions));
  threads_ = ThreadLimit(share_);
}

Result<std::shared_ptr<Database>> Database::Open(const DuckdbApi& api,
                                                 const EngineOptions& options) {
  std::shared_ptr<Database> database(std::unique_ptr<Database>(new Database(api, options)));
  ConfigHandle config(api);
  if (api.create_config(config.out()) != DuckDBSuccess) {
    return Error{ErrorCode::kEnvironment, "the engine cannot be configured", {}, ""};
  }
  Status status;
  const auto set = [&](const char* name, const std::string& value) {
    if (api.set_config(config.get(), name, value.c_str()) == DuckDBSuccess || !status.ok()) return;
    status = Error{ErrorCode::kEnvironment,
                   std::string("the engine does not accept ") + name + " = '" + value + "'",
                   {},
                   "check the setting's form, such as 8GB"};
  };
  for (const auto& [name, value] : kFixedSettings) set(name, value);
  if (options.share.memory_bytes > 0) set("memory_limit", MemoryLimit(options.share));
  if (database->threads_ > 0) set("threads", std::to_string(database->threads_));
  if (!options.temp_directory.empty()) {
    // A folder of our own below it, so that removing it can never hit anything else.
    std::error_code ignored;  // a disk that refuses it matters only to a statement that spills
    std::filesystem::create_directories(options.temp_directory, ignored);
    database->temp_directory_ = options.temp_directory + "/duckdb-" + std::to_string(getpid()) +
                                "-" + std::to_string(reinterpret_cast<uintptr_t>(database.get()));
    set("temp_directory", database->temp_directory_);
  }
  PAISQL_TRY(std::move(status));
  PAISQL_TRY(FindFreeDescriptors());

  char* message = nullptr;
  if (api.open_ext(nullptr, database->handle_.out(), config.get(), &message) != DuckDBSuccess) {
    Error error =
        message != nullptr ? TranslateFailure(ClassOfMessage(message), message).error : Error{};
    api.free(message);
    error.code = ErrorCode::kEnvironment;
    error.detail = "the engine cannot start: " + error.detail;
    return error;
  }
  return database;
}

Database::~Database() {
  in_order_.reset();
  handle_.Reset();
  statements_.functions.Stop();
  RemoveTemporaryFiles();
}

void Database::LeaveOpen() {
  if (in_order_ != nullptr) in_order_->LeaveOpen();
  handle_.Forget();
  statements_.functions.Stop();
  RemoveTemporaryFiles();
}

void Database::RemoveTemporaryFiles() {
  if (temp_directory_.empty()) return;
  std::error_code ignored;
  std::filesystem::remove_all(temp_directory_, ignored);
  std::filesystem::remove(std::filesystem::path(temp_directory_).parent_path(),
                          ignored);  // if empty
  temp_directory_.clear();
}

Result<std::shared_ptr<Database>> Database::InOrder() {
  const std::lock_guard share_lock(share_mutex_);
  const std::lock_guard lock(in_order_mutex_);
  if (in_order_ == nullptr) {
    EngineOptions options = options_;
    options.share = {share_.memory_bytes, 1};
    PAISQL_ASSIGN(in_order_, Open(api_, options));
  }
  return in_order_;
}

Status Database::NeedFunctions(const std::set<std::string>& names, const Make& make) {
  if (names.empty()) return Status::Ok();
  const std::lock_guard lock(functions_mutex_);
  const Need need = [&](const std::string& name) -> Status {
    if (functions_.contains(name)) return Status::Ok();
    PAISQL_TRY(make(name, need));
    functions_.insert(name);
    return Status::Ok();
  };
  for (const std::string& name : names) PAISQL_TRY(need(name));
  return Status::Ok();
}

Result<Database::Planning> Database::Plan(
    const std::optional<std::string>& off,
    const std::function<Status(const std::string& off)>& change) {
  std::unique_lock lock(planning_mutex_);
  const int64_t ticket = last_ticket_++;
  planning_changed_.wait(
      lock, [&] { return served_ == ticket && (planners_ == 0 || off.value_or(off_) == off_); });
  ++served_;
  planning_changed_.notify_all();
  if (off.value_or(off_) != off_) {
    PAISQL_TRY(change(*off));
    off_ = *off;
  }
  ++planners_;
  return Planning(*this);
}

void Database::Planning::End() {
  if (database_ == nullptr) return;
  const std::lock_guard lock(database_->planning_mutex_);
  --database_->planners_;
  database_->planning_changed_.notify_all();
  database_ = nullptr;
}

EngineShare Database::Wanted() const {
  EngineShare most = wanted_.begin()->second;
  for (const auto& [connection, share] : wanted_) {
    most.memory_bytes = More(most.memory_bytes, share.memory_bytes);
    most.threads = More(most.threads, share.threads);
  }
  return most;
}

Status Database::TakeShare(const void* connection, const std::optional<EngineShare>& share,
                           const Execute& execute) {
  const std::lock_guard lock(share_mutex_);
  const auto before = wanted_.find(connection);
  const std::optional<EngineShare> had =
      before == wanted_.end() ? std::nullopt : std::optional(before->second);
  if (share.has_value()) {
    wanted_[connection] = *share;
  } else {
    wanted_.erase(connection);
  }
  if (wanted_.empty()) return Status::Ok();  // what there is stays until somebody comes
  EngineShare most = Wanted();
  if (most.memory_bytes != share_.memory_bytes) {
    // The memory first: it is what may be refused, and then nothing has changed.
    Status taken =
        execute(most.memory_bytes > 0 ? "SET memory_limit=" + QuoteText(MemoryLimit(most))
                                      : std::string("RESET memory_limit"));
    if (!taken.ok()) {
      wanted_.erase(connection);
      if (had.has_value()) wanted_[connection] = *had;
      return taken;
    }
    share_.memory_bytes = most.memory_bytes;
    const std::lock_guard in_order_lock(in_order_mutex_);
    in_order_.reset();  // whoever runs in it goes on with what it has
  }
  const int threads = ThreadLimit(most);
  if (threads == threads_ || appending_ > 0) return Status::Ok();
  PAISQL_TRY(execute(threads > 0 ? "SET threads=" + std::to_string(threads)
                                 : std::string("RESET threads")));
  threads_ = threads;
  share_.threads = most.threads;
  return Status::Ok();
}

bool Database::ForgetsFiles() {
  constexpr int kOften = 200;
  return ++begun_ % kOften == 0;
}

void Database::Log(const char* message) {
  if (options_.error_log.empty()) return;
  const std::lock_guard lock(log_mutex_);
  std::ofstream(options_.error_log, std::ios::app) << message << "\n\n";
}

}  // namespace paisql::engine
