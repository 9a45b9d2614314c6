#include "engine/duckdb/run/link.h"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "base/byte_size.h"
#include "base/text.h"
#include "engine/duckdb/failure/errors.h"
#include "engine/duckdb/functions/native_call.h"
#include "engine/duckdb/functions/native_functions.h"
#include "engine/duckdb/macros/macros.h"
#include "engine/duckdb/models/model_call.h"
#include "engine/duckdb/print/relation/limit_check.h"
#include "engine/duckdb/print/sql_text.h"
#include "engine/duckdb/run/row_blocks.h"
#include "engine/duckdb/user_functions/user_call.h"
#include "engine/duckdb/values/timestamp_form.h"

namespace paisql::engine {
namespace {

constexpr char kProgressOn[] = "SET enable_progress_bar=true";
// DuckDB draws a bar of its own otherwise.
constexpr char kProgressUnprinted[] = "SET enable_progress_bar_print=false";

constexpr char kProfilingOn[] = "SET enable_profiling='no_output'";
// Computes constants and simplifies what they are in.
constexpr char kConstantOptimizer[] = "expression_rewriter";

constexpr char kProfilingOff[] = "PRAGMA disable_profiling";

// The memory in use, without pages of files, which DuckDB lets go by itself; and the limit.
constexpr char kMemoryQuery[] =
    "SELECT CAST(coalesce(sum(memory_usage_bytes), 0) AS VARCHAR) || 'B', "
    "current_setting('memory_limit') FROM duckdb_memory() WHERE tag <> 'EXTERNAL_FILE_CACHE'";
constexpr std::chrono::seconds kPatience{30};
constexpr std::chrono::milliseconds kPause{10};
// Rows that come slowly are not waited for.
constexpr std::chrono::milliseconds kFirstPatience{100};
constexpr int kFirstChunks = 8;

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

// Runs a statement until its result is ready; false where it has failed before. While another
// thread of DuckDB's has the scan and waits for rows, execute_pending would ask for work again and
// again, and take a core for that.
bool AwaitRows(const DuckdbApi& api, PendingHandle& pending, AwaitedQueue& stream) {
  while (true) {
    const duckdb_pending_state state = api.pending_execute_task(pending.get());
    if (state == DUCKDB_PENDING_RESULT_READY) return true;
    if (state == DUCKDB_PENDING_ERROR) return api.pending_error(pending.get()) == nullptr;
    if (state == DUCKDB_PENDING_NO_TASKS_AVAILABLE) stream.AwaitWriter();
  }
}

// The queue that a statement reads while it runs; null for one that reads none.
AwaitedQueue* QueueOf(const StatementState& state) {
  if (state.stream != nullptr) return state.stream.get();
  return state.batches.get();
}

// The text in a column of a chunk's first row.
std::string TextAt(const DuckdbApi& api, duckdb_data_chunk chunk, idx_t column) {
  const duckdb_vector vector = api.data_chunk_get_vector(chunk, column);
  return std::string(TextOf(*static_cast<duckdb_string_t*>(api.vector_get_data(vector))));
}

}  // namespace

struct Link::Patience {
  std::chrono::steady_clock::time_point until = std::chrono::steady_clock::now() + kPatience;
  bool ran_again = false;  // though others held little
};

Result<std::shared_ptr<Link>> Link::Open(std::shared_ptr<Database> database) {
  std::shared_ptr<Link> link(std::unique_ptr<Link>(new Link(std::move(database))));
  PAISQL_TRY(link->Connect());
  const EngineOptions& options = link->database_->options();
  link->memory_bytes_ = options.share.memory_bytes;
  if (options.tells_progress) {
    PAISQL_TRY(link->Do(kProgressOn));
    PAISQL_TRY(link->Do(kProgressUnprinted));
  }
  return link;
}

Result<std::shared_ptr<Link>> Link::OpenSibling() {
  std::shared_ptr<Link> sibling(std::unique_ptr<Link>(new Link(database_)));
  sibling->is_sibling_ = true;
  sibling->memory_bytes_ = memory_bytes_;
  PAISQL_TRY(sibling->Connect());
  const std::lock_guard lock(mutex_);
  std::erase_if(siblings_, [](const auto& known) { return known.expired(); });
  siblings_.push_back(sibling);
  return sibling;
}

Status Link::Connect() {
  if (api_.connect(database_->handle(), connection_.out()) != DuckDBSuccess) {
    return Error{ErrorCode::kEnvironment, "the engine gives no connection", {}, ""};
  }
  number_ = NumberOf(api_, connection_.get());
  SetState(std::make_shared<StatementState>(database_->statements(), 0));
  return Status::Ok();
}

Link::~Link() {
  if (!is_sibling_) {
    // A limit that cannot be kept now is kept by who comes next.
    (void)database_->TakeShare(this, std::nullopt, [this](const auto& sql) { return Do(sql); });
  }
  database_->statements().Remove(number_);
}

void Link::SetState(std::shared_ptr<StatementState> state) {
  const std::lock_guard lock(mutex_);
  state_ = std::move(state);
  database_->statements().Set(number_, state_);
}

Failure Link::Told(FailureClass failure_class, const char* message) const {
  if (interrupted()) return {CancelledError(), {}};
  if (message == nullptr) message = "unknown error";
  database_->Log(message);
  return TranslateFailure(failure_class, message);
}

Error Link::Located(Failure failure) {
  failed_at_ = failure.origin;
  return places_.Locate(std::move(failure));
}

Error Link::ErrorBeforeResult(const char* message) {
  return Located(
      Told(message == nullptr ? FailureClass::kOther : ClassOfMessage(message), message));
}

Error Link::ResultError(ResultHandle& result) {
  return Located(
      Told(ClassOf(api_.result_error_type(result.get())), api_.result_error(result.get())));
}

Status Link::Do(const std::string& sql) {
  Patience patience;
  while (true) {
    PAISQL_ASSIGN(Database::Planning turn, database_->Plan(std::nullopt, nullptr));
    Status status = DoPlanned(sql);
    turn.End();
    if (status.ok() || !WaitForRoom(status.error(), patience)) return status;
  }
}

Status Link::DoPlanned(const std::string& sql) {
  ResultHandle result(api_);
  if (api_.query(connection_.get(), sql.c_str(), result.get()) == DuckDBSuccess) {
    return Status::Ok();
  }
  // Without a place: this is not a statement of the user.
  return Told(ClassOf(api_.result_error_type(result.get())), api_.result_error(result.get())).error;
}

Status Link::TakeShare(const EngineShare& share) {
  PAISQL_TRY(database_->TakeShare(this, share, [this](const auto& sql) { return Do(sql); }));
  memory_bytes_ = share.memory_bytes;
  return Status::Ok();
}

Status Link::MakeFunction(const std::string& name, const Database::Need& need) {
  // An interrupted statement leaves its transaction open until the next one is prepared. A function
  // that is made within it would be gone with it.
  Close();
  Statements& statements = database_->statements();
  std::string error;
  if (name == kRowBlockFunction) {
    error = RegisterRowBlocks(api_, connection_.get(), statements);
  } else if (name == kChunkFunction) {
    error = RegisterChunks(api_, connection_.get(), statements);
  } else if (name == kRowStreamFunction) {
    error = RegisterRowStreams(api_, connection_.get(), statements);
  } else if (name == kBatchFunction) {
    error = RegisterBatches(api_, connection_.get(), statements);
  } else if (!RegisterNative(api_, connection_.get(), statements, name, error)) {
    const Macro* macro = FindMacro(name);
    if (macro == nullptr) macro = FindTimestampMacro(name);
    if (macro == nullptr) {
      return Error{ErrorCode::kUnsupported, "the engine has no function " + name, {}, ""};
    }
    // DuckDB binds a macro's body when it is made, so what the body calls has to be there.
    std::set<std::string> called;
    FindFunctionNames(macro->body, called);
    for (const std::string& other : called) {
      if (other != name) PAISQL_TRY(need(other));
    }
    return Do("CREATE MACRO " + name + "(" + std::string(macro->parameters) + ") AS " +
              std::string(macro->body));
  }
  if (error.empty()) return Status::Ok();
  return Error{ErrorCode::kUnsupported, error, {}, ""};
}

Status Link::MakeFunctions(const PrintContext& context) {
  std::set<std::string> names = context.functions;
  if (!context.blocks.empty()) names.emplace(kRowBlockFunction);
  for (const auto& [name, call] : context.models) names.insert(name);
  for (const auto& [name, call] : context.user_calls) names.insert(name);
  return database_->NeedFunctions(
      names, [&](const std::string& name, const Database::Need& need) -> Status {
        const auto model = context.models.find(name);
        const auto call = context.user_calls.find(name);
        Statements& statements = database_->statements();
        std::string error;
        if (model != context.models.end()) {
          error = RegisterModelCall(api_, connection_.get(), model->second, statements);
        } else if (call != context.user_calls.end()) {
          error = RegisterUserCall(api_, connection_.get(), call->second, statements);
        } else {
          return MakeFunction(name, need);
        }
        if (error.empty()) return Status::Ok();
        return Error{ErrorCode::kUnsupported, error, {}, ""};
      });
}

Status Link::UseSettings(const PrintContext& context, std::string_view sql) {
  if (!is_sibling_ && database_->ForgetsFiles()) {
    PAISQL_TRY(Do("SET enable_external_file_cache=false"));
    PAISQL_TRY(Do("SET enable_external_file_cache=true"));
  }
  if (const std::string& zone = context.settings.time_zone;
      zone != time_zone_ && context.NeedsZone(sql)) {
    PAISQL_TRY(Do("SET TimeZone=" + QuoteText(zone)));
    time_zone_ = zone;
  }
  if (profiling_ == context.settings.profile) return Status::Ok();
  profiling_ = context.settings.profile;
  return Do(profiling_ ? kProfilingOn : kProfilingOff);
}

Status Link::Begin(const PrintContext& context, std::string_view sql, FailurePlaces places,
                   StatementSources sources) {
  ++statement_;
  {
    // An interrupt that has begun ends first: its second half must not reach this statement.
    const std::lock_guard lock(mutex_);
    interrupted_ = false;
  }
  places_ = FailurePlaces();  // what is prepared for the statement has none
  failed_at_ = FailureOrigin();
  auto state = std::make_shared<StatementState>(database_->statements(), memory_bytes_);
  state->blocks = context.blocks;
  state->printed = context.settings.printed;
  for (const auto& [name, call] : context.user_calls) state->user_calls.insert(name);
  state->chunks = std::move(sources.chunks);
  state->stream = std::move(sources.stream);
  state->batches = std::move(sources.batches);
  SetState(std::move(state));
  // Forgets earlier interrupts, but not one that was meant for this statement.
  if (Leash* leash = context.settings.leash; leash != nullptr && leash->Look()) {
    return leash->Reason({});
  }
  PAISQL_TRY(UseSettings(context, sql));
  PAISQL_TRY(MakeFunctions(context));
  std::vector<std::string> avoided(context.avoided_optimizers.begin(),
                                   context.avoided_optimizers.end());
  if (context.inner_limit) avoided.emplace_back(kOptimizersUnsafeBelowLimit);
  optimizers_off_ = Join(avoided, ",");
  parameter_ = context.parameter;
  places_ = std::move(places);
  return Status::Ok();
}

Result<ResultHandle> Link::Run(const std::string& sql, const Again& again) {
  const Busy busy(*this);
  Patience patience;
  while (true) {
    Result<ResultHandle> result = RunOnce(sql);
    if (result.ok() && again.first != nullptr && database_->statements().Several()) {
      const Status taken = TakeFirst(*result, *again.first);
      if (!taken.ok()) result = taken.error();
    }
    if (result.ok() || !WaitForRoom(result.error(), patience)) return result;
    if (again.undo != nullptr) again.undo();
  }
}

// The rows that come at once, so that a small result is whole before anybody sees a part of it. An
// error that nothing can be done about stays in the result, and comes after the rows before it.
Status Link::TakeFirst(ResultHandle& result, FirstChunks& first) {
  first = FirstChunks();
  const auto until = std::chrono::steady_clock::now() + kFirstPatience;
  for (int i = 0; i < kFirstChunks && std::chrono::steady_clock::now() < until; ++i) {
    ChunkHandle chunk(api_, api_.fetch_chunk(*result.get()));
    first.ended = !chunk || api_.data_chunk_get_size(chunk.get()) == 0;
    if (first.ended) break;
    first.chunks.push_back(std::move(chunk));
  }
  const bool refused =
      first.ended && api_.result_error_type(result.get()) == DUCKDB_ERROR_OUT_OF_MEMORY;
  return refused && !interrupted() ? Status(ResultError(result)) : Status::Ok();
}

Result<ResultHandle> Link::RunOnce(const std::string& sql) {
  Result<ResultHandle> result = RunPlanned(sql, optimizers_off_);
  if (result.ok() || interrupted() || !state_->refused_constant) return result;
  // A step of the planning could not do without a constant that was refused: without the step.
  const std::string separator = optimizers_off_.empty() ? "" : ",";
  return RunPlanned(sql, optimizers_off_ + separator + kConstantOptimizer);
}

// DuckDB forgets an interrupt when it starts the next step, so each step is followed by a look at
// our own flag; from the pending result on, DuckDB keeps it.
Result<ResultHandle> Link::RunPlanned(const std::string& sql,
                                      const std::optional<std::string>& off) {
  PAISQL_ASSIGN(Database::Planning turn, database_->Plan(off, [this](const std::string& names) {
    return DoPlanned("SET disabled_optimizers=" + QuoteText(names));
  }));
  const StatementState::Planning planning(*state_);
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
  turn.End();
  state_->refused_constant = false;
  if (interrupted()) return CancelledError();
  AwaitedQueue* const queue = QueueOf(*state_);
  if (queue != nullptr && !AwaitRows(api_, pending, *queue)) {
    return ErrorBeforeResult(api_.pending_error(pending.get()));
  }
  ResultHandle result(api_);
  if (api_.execute_pending(pending.get(), result.get()) != DuckDBSuccess) {
    return ResultError(result);
  }
  return result;
}

Status Link::ExecuteOnce(const std::string& sql) {
  PAISQL_ASSIGN(ResultHandle result, RunPlanned(sql, std::nullopt));
  while (true) {
    const ChunkHandle chunk(api_, api_.fetch_chunk(*result.get()));
    if (chunk && api_.data_chunk_get_size(chunk.get()) > 0) continue;
    const char* message = api_.result_error(result.get());
    if (message != nullptr && *message != '\0') return ResultError(result);
    return Status::Ok();
  }
}

Status Link::Execute(const std::string& sql) {
  Patience patience;
  while (true) {
    Status status = ExecuteOnce(sql);
    const bool again = !status.ok() && QueueOf(*state_) == nullptr;
    if (!again || !WaitForRoom(status.error(), patience)) return status;
  }
}

void Link::Close() {
  PreparedHandle nothing(api_);
  (void)api_.prepare(connection_.get(), "", nothing.out());
}

// What was asked for and refused did not fit beside what others hold now that this statement holds
// nothing any more.
bool Link::OthersHoldMost() {
  ResultHandle result(api_);
  if (api_.query(connection_.get(), kMemoryQuery, result.get()) != DuckDBSuccess) return true;
  const ChunkHandle chunk(api_, api_.fetch_chunk(*result.get()));
  if (!chunk || api_.data_chunk_get_size(chunk.get()) == 0) return false;
  const std::optional<int64_t> held = ParseByteSize(TextAt(api_, chunk.get(), 0));
  const std::optional<int64_t> limit = ParseByteSize(TextAt(api_, chunk.get(), 1));
  return held.has_value() && limit.has_value() && *held > *limit / 2;
}

bool Link::WaitForRoom(const Error& error, Patience& patience) {
  if (error.code != ErrorCode::kOutOfMemory || !database_->statements().Several()) return false;
  if (interrupted()) return false;
  if (!OthersHoldMost()) return !std::exchange(patience.ran_again, true);
  while (!interrupted() && std::chrono::steady_clock::now() < patience.until) {
    std::this_thread::sleep_for(kPause);
    if (!OthersHoldMost()) return true;
  }
  return false;
}

std::optional<ProfileNode> Link::Profile() {
  return profiling_ ? ReadProfile(api_, connection_.get()) : std::nullopt;
}

std::optional<QueryProgress> Link::Progress() {
  if (busy_ == 0) return std::nullopt;
  const duckdb_query_progress_type told = api_.query_progress(connection_.get());
  QueryProgress progress;
  constexpr double kPercent = 100;
  if (told.percentage >= 0) progress.fraction = std::min(told.percentage / kPercent, 1.0);
  progress.rows = static_cast<int64_t>(told.rows_processed);
  return progress;
}

void Link::Interrupt() {
  const std::lock_guard lock(mutex_);
  interrupted_ = true;
  state_->stop = true;
  api_.interrupt(connection_.get());
  for (const auto& known : siblings_) {
    if (const auto sibling = known.lock()) sibling->Interrupt();
  }
}

}  // namespace paisql::engine
