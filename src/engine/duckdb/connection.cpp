#include "engine/duckdb/connection.h"

#include <unistd.h>

#include <cstdint>
#include <filesystem>

#include "base/text.h"
#include "engine/duckdb/errors.h"
#include "engine/duckdb/limit_check.h"
#include "engine/duckdb/native_functions.h"
#include "engine/duckdb/share.h"
#include "engine/duckdb/sql_text.h"
#include "engine/duckdb/timestamp_form.h"
#include "functions/duckdb_macros.h"

namespace paisql::engine {
namespace {

// Nothing is there, and nothing can be: a relative path below a device file.
constexpr char kNowhere[] = "/dev/null/extensions";

// Queries nest deeper than DuckDB's default of 1,000 levels when the parser's own limit is reached.
constexpr char kExpressionDepth[] = "SET max_expression_depth=4000";

constexpr char kProfilingOn[] = "SET enable_profiling='no_output'";
constexpr char kProfilingOff[] = "PRAGMA disable_profiling";

}  // namespace

Result<std::shared_ptr<Connection>> Connection::Open(const DuckdbApi& api,
                                                     const EngineOptions& options) {
  auto database = std::make_shared<Database>(api);
  ConfigHandle config(api);
  if (api.create_config(config.out()) != DuckDBSuccess) {
    return Error{ErrorCode::kEnvironment, "DuckDB cannot be configured", {}, ""};
  }
  Status status;
  const auto set = [&](const char* name, const std::string& value) {
    if (api.set_config(config.get(), name, value.c_str()) == DuckDBSuccess || !status.ok()) return;
    status = Error{ErrorCode::kEnvironment,
                   std::string("DuckDB does not accept ") + name + " = '" + value + "'",
                   {},
                   "check the setting's form, such as 8GB"};
  };
  // No extension is ever fetched or loaded: the built-in ones are all that plans use.
  set("autoinstall_known_extensions", "false");
  set("autoload_known_extensions", "false");
  set("custom_extension_repository", kNowhere);
  set("extension_directory", kNowhere);
  // Rows without ORDER BY keep the order of the files. It costs little, and small results that
  // change their order from run to run look like errors to people and to their scripts' diffs.
  set("preserve_insertion_order", "true");
  const EngineShare& share = options.share;
  if (share.memory_bytes > 0) set("memory_limit", MemoryLimit(share));
  if (const int threads = ThreadLimit(share); threads > 0) set("threads", std::to_string(threads));
  if (!options.temp_directory.empty()) {
    // A folder of our own below it, so that removing it can never hit anything else.
    std::error_code ignored;  // a disk that refuses it matters only to a statement that spills
    std::filesystem::create_directories(options.temp_directory, ignored);
    database->temp_directory = options.temp_directory + "/duckdb-" + std::to_string(getpid()) +
                               "-" + std::to_string(reinterpret_cast<uintptr_t>(database.get()));
    set("temp_directory", database->temp_directory);
  }
  PAISQL_TRY(std::move(status));

  char* message = nullptr;
  if (api.open_ext(nullptr, database->handle.out(), config.get(), &message) != DuckDBSuccess) {
    const std::string detail =
        message != nullptr ? TranslateError(message).detail : "unknown error";
    api.free(message);
    return Error{ErrorCode::kEnvironment, "DuckDB cannot start: " + detail, {}, ""};
  }
  std::shared_ptr<Connection> connection(
      std::unique_ptr<Connection>(new Connection(api, std::move(database))));
  PAISQL_TRY(connection->Connect());
  return connection;
}

Result<std::shared_ptr<Connection>> Connection::OpenSibling() {
  std::shared_ptr<Connection> sibling(std::unique_ptr<Connection>(new Connection(api_, database_)));
  PAISQL_TRY(sibling->Connect());
  const std::lock_guard lock(mutex_);
  std::erase_if(siblings_, [](const auto& known) { return known.expired(); });
  siblings_.push_back(sibling);
  return sibling;
}

Status Connection::Connect() {
  if (api_.connect(database_->handle.get(), connection_.out()) != DuckDBSuccess) {
    return Error{ErrorCode::kEnvironment, "DuckDB gives no connection", {}, ""};
  }
  return Execute(kExpressionDepth);
}

Connection::Database::~Database() {
  handle.Reset();
  if (temp_directory.empty()) return;
  std::error_code ignored;
  std::filesystem::remove_all(temp_directory, ignored);
  std::filesystem::remove(std::filesystem::path(temp_directory).parent_path(),
                          ignored);  // if empty
}

Error Connection::Translate(const char* message) const {
  if (interrupted()) return CancelledError();
  return TranslateError(message != nullptr ? message : "unknown error");
}

Status Connection::Execute(const std::string& sql) {
  ResultHandle result(api_);
  if (api_.query(connection_.get(), sql.c_str(), result.get()) == DuckDBSuccess)
    return Status::Ok();
  return Translate(api_.result_error(result.get()));
}

Status Connection::MakeFunction(const std::string& name) {
  if (database_->functions.contains(name)) return Status::Ok();
  std::string error;
  if (name == kRowBlockFunction) {
    error = RegisterRowBlocks(api_, connection_.get(), database_->blocks);
  } else if (!RegisterNative(api_, connection_.get(), name, error)) {
    const functions::DuckdbMacro* macro = functions::FindDuckdbMacro(name);
    if (macro == nullptr) macro = FindTimestampMacro(name);
    if (macro == nullptr) {
      return Error{ErrorCode::kUnsupported, "the engine has no function " + name, {}, ""};
    }
    // DuckDB binds a macro's body when it is made, so what the body calls has to be there.
    std::set<std::string> called;
    FindFunctionNames(macro->body, called);
    for (const std::string& other : called) {
      if (other != name) PAISQL_TRY(MakeFunction(other));
    }
    PAISQL_TRY(Execute("CREATE MACRO " + name + "(" + std::string(macro->parameters) + ") AS " +
                       std::string(macro->body)));
  }
  if (!error.empty()) return Error{ErrorCode::kUnsupported, error, {}, ""};
  database_->functions.insert(name);
  return Status::Ok();
}

Status Connection::Begin(const PrintContext& context) {
  ++statement_;
  interrupted_ = false;
  if (time_zone_ != context.settings.time_zone) {
    PAISQL_TRY(Execute("SET TimeZone=" + context.zone));
    time_zone_ = context.settings.time_zone;
  }
  if (profiling_ != context.settings.profile) {
    profiling_ = context.settings.profile;
    PAISQL_TRY(Execute(profiling_ ? kProfilingOn : kProfilingOff));
  }
  std::vector<std::string> avoided(context.avoided_optimizers.begin(),
                                   context.avoided_optimizers.end());
  if (context.inner_limit) avoided.emplace_back(kOptimizersUnsafeBelowLimit);
  if (const std::string disabled = Join(avoided, ","); disabled_optimizers_ != disabled) {
    PAISQL_TRY(Execute("SET disabled_optimizers=" + QuoteText(disabled)));
    disabled_optimizers_ = disabled;
  }
  for (const std::string& name : context.functions) PAISQL_TRY(MakeFunction(name));
  if (!context.blocks.empty()) PAISQL_TRY(MakeFunction(std::string(kRowBlockFunction)));
  database_->blocks.Set(context.blocks);
  return Status::Ok();
}

// DuckDB forgets an interrupt when it starts the next step, so each step is followed by a look at
// our own flag; from the pending result on, DuckDB keeps it.
Result<ResultHandle> Connection::Run(const std::string& sql) {
  PreparedHandle prepared(api_);
  if (api_.prepare(connection_.get(), sql.c_str(), prepared.out()) != DuckDBSuccess) {
    return Translate(api_.prepare_error(prepared.get()));
  }
  if (interrupted()) return CancelledError();
  PendingHandle pending(api_);
  if (api_.pending_prepared_streaming(prepared.get(), pending.out()) != DuckDBSuccess) {
    return Translate(api_.pending_error(pending.get()));
  }
  if (interrupted()) return CancelledError();
  ResultHandle result(api_);
  if (api_.execute_pending(pending.get(), result.get()) != DuckDBSuccess) {
    return Translate(api_.result_error(result.get()));
  }
  return result;
}

Error Connection::ResultError(ResultHandle& result) {
  return Translate(api_.result_error(result.get()));
}

std::optional<ProfileNode> Connection::Profile() {
  return profiling_ ? ReadProfile(api_, connection_.get()) : std::nullopt;
}

void Connection::Interrupt() {
  interrupted_ = true;
  api_.interrupt(connection_.get());
  const std::lock_guard lock(mutex_);
  for (const auto& known : siblings_) {
    if (const auto sibling = known.lock()) sibling->Interrupt();
  }
}

}  // namespace paisql::engine
