#include "engine/duckdb/run/connection.h"

#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>

#include "base/process/status_file.h"
#include "base/text.h"
#include "engine/duckdb/failure/errors.h"
#include "engine/duckdb/functions/native_functions.h"
#include "engine/duckdb/macros/macros.h"
#include "engine/duckdb/models/model_call.h"
#include "engine/duckdb/print/relation/limit_check.h"
#include "engine/duckdb/print/sql_text.h"
#include "engine/duckdb/run/share.h"
#include "engine/duckdb/values/timestamp_form.h"

namespace paisql::engine {
namespace {

// Nothing is there, and nothing can be: a relative path below a device file.
constexpr char kNowhere[] = "/dev/null/extensions";

constexpr char kProgressOn[] = "SET enable_progress_bar=true";
// DuckDB draws a bar of its own otherwise.
constexpr char kProgressUnprinted[] = "SET enable_progress_bar_print=false";

constexpr char kProfilingOn[] = "SET enable_profiling='no_output'";
// Computes constants and simplifies what they are in.
constexpr char kConstantOptimizer[] = "expression_rewriter";

constexpr char kProfilingOff[] = "PRAGMA disable_profiling";

FailureClass ClassOf(duckdb_error_type type) {
  switch (type) {
    case DUCKDB_ERROR_INTERRUPT:
      return FailureClass::kInterrupt;
    case DUCKDB_ERROR_OUT_OF_MEMORY:
      return FailureClass::kMemory;
    case DUCKDB_ERROR_IO:
      return FailureClass::kSystem;
    case DUCKDB_ERROR_PERMISSION:
      return FailureClass::kPermission;
    case DUCKDB_ERROR_INVALID:
    case DUCKDB_ERROR_INTERNAL:
    case DUCKDB_ERROR_FATAL:
      return FailureClass::kForeign;
    case DUCKDB_ERROR_INVALID_INPUT:
      return FailureClass::kInput;
    case DUCKDB_ERROR_OUT_OF_RANGE:
      return FailureClass::kRange;
    case DUCKDB_ERROR_CONVERSION:
      return FailureClass::kConversion;
    case DUCKDB_ERROR_NOT_IMPLEMENTED:
      return FailureClass::kNotImplemented;
    default:
      return FailureClass::kOther;
  }
}

}  // namespace

Result<std::shared_ptr<Connection>> Connection::Open(const DuckdbApi& api,
                                                     const EngineOptions& options) {
  auto database = std::make_shared<Database>(api);
  database->error_log = options.error_log;
  database->natives.python = options.python;
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
  // No extension is ever fetched or loaded: the built-in ones are all that plans use.
  set("autoinstall_known_extensions", "false");
  set("autoload_known_extensions", "false");
  set("custom_extension_repository", kNowhere);
  set("extension_directory", kNowhere);
  // Rows without ORDER BY keep the order of the files. It costs little, and small results that
  // change their order from run to run look like errors to people and to their scripts' diffs.
  set("preserve_insertion_order", "true");
  // Queries nest deeper than DuckDB's default of 1,000 levels when the parser's own limit is
  // reached.
  set("max_expression_depth", "4000");
  const EngineShare& share = options.share;
  if (share.memory_bytes > 0) set("memory_limit", MemoryLimit(share));
  database->threads = ThreadLimit(share);
  if (database->threads > 0) set("threads", std::to_string(database->threads));
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
    Error error =
        message != nullptr ? TranslateFailure(ClassOfMessage(message), message).error : Error{};
    api.free(message);
    error.code = ErrorCode::kEnvironment;
    error.detail = "the engine cannot start: " + error.detail;
    return error;
  }
  std::shared_ptr<Connection> connection(
      std::unique_ptr<Connection>(new Connection(api, std::move(database))));
  connection->database_->natives.memory_bytes = options.share.memory_bytes;
  PAISQL_TRY(connection->Connect());
  if (options.tells_progress) {
    PAISQL_TRY(connection->Execute(kProgressOn));
    PAISQL_TRY(connection->Execute(kProgressUnprinted));
  }
  return connection;
}

Result<std::shared_ptr<Connection>> Connection::OpenSibling() {
  std::shared_ptr<Connection> sibling(std::unique_ptr<Connection>(new Connection(api_, database_)));
  sibling->is_sibling_ = true;
  PAISQL_TRY(sibling->Connect());
  const std::lock_guard lock(mutex_);
  std::erase_if(siblings_, [](const auto& known) { return known.expired(); });
  siblings_.push_back(sibling);
  return sibling;
}

Status Connection::Connect() {
  if (api_.connect(database_->handle.get(), connection_.out()) != DuckDBSuccess) {
    return Error{ErrorCode::kEnvironment, "the engine gives no connection", {}, ""};
  }
  return Status::Ok();
}

void Connection::LeaveOpen() {
  connection_.Forget();
  database_->handle.Forget();
  database_->RemoveTemporaryFiles();
}

Connection::Database::~Database() {
  handle.Reset();
  RemoveTemporaryFiles();
}

void Connection::Database::RemoveTemporaryFiles() {
  if (temp_directory.empty()) return;
  std::error_code ignored;
  std::filesystem::remove_all(temp_directory, ignored);
  std::filesystem::remove(std::filesystem::path(temp_directory).parent_path(),
                          ignored);  // if empty
  temp_directory.clear();
}

Failure Connection::Told(FailureClass failure_class, const char* message) const {
  if (interrupted()) return {CancelledError(), {}};
  if (message == nullptr) message = "unknown error";
  if (!database_->error_log.empty()) {
    std::ofstream(database_->error_log, std::ios::app) << message << "\n\n";
  }
  return TranslateFailure(failure_class, message);
}

Error Connection::ErrorBeforeResult(const char* message) const {
  return places_.Locate(
      Told(message == nullptr ? FailureClass::kOther : ClassOfMessage(message), message));
}

Status Connection::Execute(const std::string& sql) {
  ResultHandle result(api_);
  if (api_.query(connection_.get(), sql.c_str(), result.get()) == DuckDBSuccess) {
    return Status::Ok();
  }
  // Without a place: this is no statement of the user.
  return Told(ClassOf(api_.result_error_type(result.get())), api_.result_error(result.get())).error;
}

Status Connection::MakeFunction(const std::string& name) {
  if (database_->functions.contains(name)) return Status::Ok();
  std::string error;
  if (name == kRowBlockFunction) {
    error = RegisterRowBlocks(api_, connection_.get(), database_->blocks);
  } else if (name == kChunkFunction) {
    error = RegisterChunkShelf(api_, connection_.get(), database_->shelf);
  } else if (name == kRowStreamFunction) {
    error = RegisterRowStreams(api_, connection_.get(), database_->streams);
  } else if (!RegisterNative(api_, connection_.get(), database_->natives, name, error)) {
    const Macro* macro = FindMacro(name);
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

Status Connection::DisableOptimizers(const std::string& names) {
  if (disabled_optimizers_ == names) return Status::Ok();
  PAISQL_TRY(Execute("SET disabled_optimizers=" + QuoteText(names)));
  disabled_optimizers_ = names;
  return Status::Ok();
}

Status Connection::UseThreads(bool one) {
  if (database_->one_thread == one) return Status::Ok();
  const int threads = one ? 1 : database_->threads;
  PAISQL_TRY(Execute(threads > 0 ? "SET threads=" + std::to_string(threads) : "RESET threads"));
  database_->one_thread = one;
  return Status::Ok();
}

Status Connection::ForgetFiles() {
  constexpr int kOften = 200;
  if (++database_->statements < kOften) return Status::Ok();
  database_->statements = 0;
  PAISQL_TRY(Execute("SET enable_external_file_cache=false"));
  return Execute("SET enable_external_file_cache=true");
}

Status Connection::TakeThreads(int threads) {
  database_->threads = threads;
  database_->one_thread = true;  // whatever there is now is to be replaced
  return UseThreads(false);
}

Status Connection::Begin(const PrintContext& context, std::string_view sql, FailurePlaces places) {
  ++statement_;
  interrupted_ = false;
  places_ = FailurePlaces();  // what is prepared for the statement has none
  // What came before is forgotten, but not what was meant for this statement.
  if (Leash* leash = context.settings.leash; leash != nullptr && leash->Look()) {
    return leash->Reason({});
  }
  if (!is_sibling_) {
    *database_->natives.stop = false;
    database_->natives.resident_at_start = ResidentBytes();
    PAISQL_TRY(UseThreads(context.one_thread));
    PAISQL_TRY(ForgetFiles());
  }
  if (const std::string& zone = context.settings.time_zone;
      zone != time_zone_ && context.NeedsZone(sql)) {
    PAISQL_TRY(Execute("SET TimeZone=" + QuoteText(zone)));
    time_zone_ = zone;
  }
  if (profiling_ != context.settings.profile) {
    profiling_ = context.settings.profile;
    PAISQL_TRY(Execute(profiling_ ? kProfilingOn : kProfilingOff));
  }
  std::vector<std::string> avoided(context.avoided_optimizers.begin(),
                                   context.avoided_optimizers.end());
  if (context.inner_limit) avoided.emplace_back(kOptimizersUnsafeBelowLimit);
  PAISQL_TRY(DisableOptimizers(Join(avoided, ",")));
  for (const auto& [name, call] : context.models) {
    if (!database_->functions.insert(name).second) continue;
    const std::string error = RegisterModelCall(api_, connection_.get(), call, database_->natives);
    if (!error.empty()) return Error{ErrorCode::kUnsupported, error, {}, ""};
  }
  for (const std::string& name : context.functions) PAISQL_TRY(MakeFunction(name));
  if (!context.blocks.empty()) PAISQL_TRY(MakeFunction(std::string(kRowBlockFunction)));
  database_->blocks.Set(context.blocks);
  parameter_ = context.parameter;
  places_ = std::move(places);
  return Status::Ok();
}

Result<ResultHandle> Connection::Run(const std::string& sql) {
  const Busy busy(*this);
  Result<ResultHandle> result = RunPlanned(sql);
  if (result.ok() || interrupted() || !database_->natives.refused_constant) return result;
  // A step of the planning could not do without a constant that was refused: without the step.
  const std::string separator = disabled_optimizers_.empty() ? "" : ",";
  PAISQL_TRY(DisableOptimizers(disabled_optimizers_ + separator + kConstantOptimizer));
  return RunPlanned(sql);
}

// DuckDB forgets an interrupt when it starts the next step, so each step is followed by a look at
// our own flag; from the pending result on, DuckDB keeps it.
Result<ResultHandle> Connection::RunPlanned(const std::string& sql) {
  const NativeState::Planning planning(database_->natives);
  PreparedHandle prepared(api_);
  if (api_.prepare(connection_.get(), sql.c_str(), prepared.out()) != DuckDBSuccess) {
    return ErrorBeforeResult(api_.prepare_error(prepared.get()));
  }
  if (interrupted()) return CancelledError();
  if (parameter_) api_.bind_int64(prepared.get(), 1, *parameter_);
  PendingHandle pending(api_);
  if (api_.pending_prepared_streaming(prepared.get(), pending.out()) != DuckDBSuccess) {
    return ErrorBeforeResult(api_.pending_error(pending.get()));
  }
  planning.End();
  database_->natives.refused_constant = false;
  if (interrupted()) return CancelledError();
  ResultHandle result(api_);
  if (api_.execute_pending(pending.get(), result.get()) != DuckDBSuccess) {
    return ResultError(result);
  }
  return result;
}

Error Connection::ResultError(ResultHandle& result) const {
  return places_.Locate(
      Told(ClassOf(api_.result_error_type(result.get())), api_.result_error(result.get())));
}

std::optional<ProfileNode> Connection::Profile() {
  return profiling_ ? ReadProfile(api_, connection_.get()) : std::nullopt;
}

std::optional<QueryProgress> Connection::Progress() {
  if (busy_ == 0) return std::nullopt;
  const duckdb_query_progress_type told = api_.query_progress(connection_.get());
  QueryProgress progress;
  constexpr double kPercent = 100;
  if (told.percentage >= 0) progress.fraction = std::min(told.percentage / kPercent, 1.0);
  progress.rows = static_cast<int64_t>(told.rows_processed);
  return progress;
}

void Connection::Interrupt() {
  interrupted_ = true;
  *database_->natives.stop = true;
  api_.interrupt(connection_.get());
  const std::lock_guard lock(mutex_);
  for (const auto& known : siblings_) {
    if (const auto sibling = known.lock()) sibling->Interrupt();
  }
}

}  // namespace paisql::engine
