#include "store/postgres/connection.h"

#include <poll.h>

#include <array>
#include <thread>

#include "store/postgres/postgres_errors.h"

namespace paisql::store {
namespace {

constexpr int kTickMs = 50;
// A server that answers does so sooner, so that what waits for it may be interrupted then.
constexpr auto kServerSeemsAway = std::chrono::seconds(2);
constexpr auto kCancelPatience = std::chrono::seconds(5);
// So many answers fit into the buffers of a socket.
constexpr int kMostUnanswered = 400;
// Texts made for one question alone must not pile up, neither here nor on the server.
constexpr size_t kMostPrepared = 400;

// The parameters of a statement as libpq takes them.
struct Parameters {
  explicit Parameters(const PostgresValues& values) {
    for (const PostgresValue& value : values) {
      types.push_back(value.type);
      texts.push_back(value.is_null ? nullptr : value.text.c_str());
      lengths.push_back(static_cast<int>(value.text.size()));
      formats.push_back(value.is_binary ? 1 : 0);
    }
  }
  int count() const { return static_cast<int>(types.size()); }

  std::vector<Oid> types;
  std::vector<const char*> texts;
  std::vector<int> lengths;
  std::vector<int> formats;
};

}  // namespace

PostgresConnection::~PostgresConnection() {
  if (handle_ != nullptr) libpq_->PQfinish(handle_);
}

bool PostgresConnection::alive() const {
  return handle_ != nullptr && libpq_->PQstatus(handle_) == CONNECTION_OK;
}

Error PostgresConnection::SendFailure() const { return ConnectionLost(server_); }

Error PostgresConnection::FailureOf(const PGresult* result) {
  const char* state = libpq_->PQresultErrorField(result, PG_DIAG_SQLSTATE);
  failed_state_ = state == nullptr ? "" : state;
  if (cancelled_) return Error{ErrorCode::kInstanceCancelled, "while using the catalog", {}, ""};
  if (state == nullptr || !alive()) return ConnectionLost(server_);
  return PostgresError(state, libpq_->PQresultErrorMessage(result), server_);
}

bool PostgresConnection::IsToEnd(Waiting waiting,
                                 std::chrono::steady_clock::duration waited) const {
  if (waiting == Waiting::kForSure) return false;
  if (statements_ended && statements_ended()) return true;
  const bool may = waiting == Waiting::kForLock || waited > kServerSeemsAway;
  return may && waiting_ended && waiting_ended();
}

void PostgresConnection::Cancel() {
  cancelled_ = true;
  PGcancel* cancel = libpq_->PQgetCancel(handle_);
  if (cancel == nullptr) return;
  std::promise<void> done;
  cancelling_ = done.get_future();
  // It connects, which may take minutes to a server that is away: nobody waits for that.
  std::thread([send = libpq_->PQcancel, release = libpq_->PQfreeCancel, cancel,
               done = std::move(done)]() mutable {
    std::array<char, 256> ignored{};
    send(cancel, ignored.data(), static_cast<int>(ignored.size()));
    release(cancel);
    done.set_value();
  }).detach();
}

void PostgresConnection::EndCancelling() {
  if (!cancelling_.valid()) return;
  // The server has acted on it when it has taken it. A connection that is lost has nothing to fear.
  const bool done = !alive() || cancelling_.wait_for(kServerSeemsAway) == std::future_status::ready;
  cancelling_ = {};
  if (!done) libpq_->PQfinish(std::exchange(handle_, nullptr));
}

Status PostgresConnection::AwaitInput(Waiting waiting) {
  const auto began = std::chrono::steady_clock::now();
  while (libpq_->PQisBusy(handle_) != 0) {
    pollfd one{libpq_->PQsocket(handle_), POLLIN, 0};
    const int ready = poll(&one, 1, kTickMs);
    if (ready > 0 && libpq_->PQconsumeInput(handle_) == 0) return SendFailure();
    if (ready > 0 && libpq_->PQisBusy(handle_) == 0) break;  // what has come is not cancelled
    const auto waited = std::chrono::steady_clock::now() - began;
    if (!cancelled_ && IsToEnd(waiting, waited)) Cancel();
    if (cancelled_ && waited > kServerSeemsAway + kCancelPatience) {
      libpq_->PQfinish(std::exchange(handle_, nullptr));
      return Error{ErrorCode::kInstanceCancelled, "while using the catalog", {}, ""};
    }
  }
  return Status::Ok();
}

Result<ResultHandle> PostgresConnection::Receive(Waiting waiting) {
  ResultHandle last(nullptr, {libpq_});
  std::optional<Error> failure;
  cancelled_ = false;
  while (true) {
    PAISQL_TRY(AwaitInput(waiting));
    ResultHandle one(libpq_->PQgetResult(handle_), {libpq_});
    if (one == nullptr) break;
    const ExecStatusType status = libpq_->PQresultStatus(one.get());
    if (status == PGRES_FATAL_ERROR || status == PGRES_BAD_RESPONSE) {
      if (!failure.has_value()) failure = FailureOf(one.get());
      continue;
    }
    last = std::move(one);
    if (status == PGRES_COPY_IN) break;
  }
  cancelled_ = false;
  if (failure.has_value()) return *std::move(failure);
  if (last == nullptr) return SendFailure();
  return last;
}

Result<ResultHandle> PostgresConnection::Script(const std::string& sql, Waiting waiting) {
  PAISQL_TRY(Settle());
  if (!alive() || libpq_->PQsendQuery(handle_, sql.c_str()) == 0) return SendFailure();
  return Receive(waiting);
}

PostgresConnection::Prepared& PostgresConnection::PreparedOf(const std::string& sql,
                                                             const PostgresValues& values) {
  std::string key = sql;
  key += '\0';
  for (const PostgresValue& value : values) key += std::to_string(value.type) + ",";
  if (prepared_.size() >= kMostPrepared && !prepared_.contains(key)) {
    std::erase_if(prepared_, [](const auto& one) { return !one.second.known; });
    if (prepared_.size() >= kMostPrepared) return once_ = {};
  }
  Prepared& prepared = prepared_[key];
  if (prepared.name.empty()) prepared.name = "p" + std::to_string(++names_);
  ++prepared.uses;
  return prepared;
}

bool PostgresConnection::Send(const Prepared& prepared, const std::string& sql,
                              const PostgresValues& values) {
  const Parameters parameters(values);
  if (prepared.known) {
    return libpq_->PQsendQueryPrepared(handle_, prepared.name.c_str(), parameters.count(),
                                       parameters.texts.data(), parameters.lengths.data(),
                                       parameters.formats.data(), 1) == 1;
  }
  return libpq_->PQsendQueryParams(handle_, sql.c_str(), parameters.count(),
                                   parameters.types.data(), parameters.texts.data(),
                                   parameters.lengths.data(), parameters.formats.data(), 1) == 1;
}

bool PostgresConnection::SendPrepare(Prepared& prepared, const std::string& sql,
                                     const PostgresValues& values) {
  const Parameters parameters(values);
  prepared.known = libpq_->PQsendPrepare(handle_, prepared.name.c_str(), sql.c_str(),
                                         parameters.count(), parameters.types.data()) == 1;
  return prepared.known;
}

Result<ResultHandle> PostgresConnection::Ask(const std::string& sql, const PostgresValues& values) {
  PAISQL_TRY(Settle());
  if (!alive()) return SendFailure();
  Prepared& prepared = PreparedOf(sql, values);
  if (prepared.uses > 1 && !prepared.known) {
    if (!SendPrepare(prepared, sql, values)) return SendFailure();
    const Result<ResultHandle> done = Receive(Waiting::kForRows);
    prepared.known = done.ok();
    if (!done.ok()) return done.error();
    EndCancelling();
    if (!alive()) return SendFailure();
  }
  if (!Send(prepared, sql, values)) return SendFailure();
  return Receive(Waiting::kForRows);
}

Status PostgresConnection::AskSoon(const std::string& sql, const PostgresValues& values) {
  EndCancelling();
  if (!alive()) return SendFailure();
  if (unanswered_ == 0 && libpq_->PQenterPipelineMode(handle_) == 0) return SendFailure();
  ++unanswered_;
  Prepared& prepared = PreparedOf(sql, values);
  const bool prepares = !prepared.known && !prepared.name.empty();
  if (prepares && !SendPrepare(prepared, sql, values)) return SendFailure();
  if (!Send(prepared, sql, values)) return SendFailure();
  return unanswered_ < kMostUnanswered ? Status::Ok() : Settle();
}

Status PostgresConnection::Settle() {
  EndCancelling();
  if (unanswered_ == 0) return Status::Ok();
  unanswered_ = 0;
  if (!alive() || libpq_->PQpipelineSync(handle_) == 0) return SendFailure();
  std::optional<Error> failure;
  bool synced = false;
  while (!synced) {
    PAISQL_TRY(AwaitInput(Waiting::kForRows));
    if (!alive()) return SendFailure();
    const ResultHandle one(libpq_->PQgetResult(handle_), {libpq_});
    if (one == nullptr) continue;
    const ExecStatusType status = libpq_->PQresultStatus(one.get());
    synced = status == PGRES_PIPELINE_SYNC;
    if (status == PGRES_FATAL_ERROR && !failure.has_value()) failure = FailureOf(one.get());
  }
  libpq_->PQexitPipelineMode(handle_);
  cancelled_ = false;
  if (!failure.has_value()) return Status::Ok();
  prepared_.clear();  // which of them the server knows by now nobody can tell
  return *std::move(failure);
}

Status PostgresConnection::CopyIn(const std::string& sql, std::string_view bytes) {
  PAISQL_TRY(Script(sql));
  constexpr size_t kPiece = size_t{1} << 16;
  for (size_t at = 0; at < bytes.size(); at += kPiece) {
    const std::string_view piece = bytes.substr(at, kPiece);
    if (libpq_->PQputCopyData(handle_, piece.data(), static_cast<int>(piece.size())) != 1) {
      return SendFailure();
    }
  }
  if (libpq_->PQputCopyEnd(handle_, nullptr) != 1) return SendFailure();
  PAISQL_TRY(Receive(Waiting::kForRows));
  return Status::Ok();
}

}  // namespace paisql::store
