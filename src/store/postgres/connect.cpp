// How a connection comes to be: the address, the way to the server, and what it is asked first.

#include <poll.h>

#include <algorithm>
#include <array>

#include "store/postgres/connection.h"
#include "store/postgres/postgres.h"
#include "store/postgres/postgres_errors.h"

namespace paisql::store {
namespace {

constexpr int kOldestServer = 130000;
constexpr auto kConnectPatience = std::chrono::seconds(10);
constexpr int kConnectTickMs = 50;
// A server notices after 25 s that a machine has vanished, and lets go of its lock.
constexpr const char* kSessionSettings =
    "SET jit = off; SET client_min_messages = warning; SET tcp_keepalives_idle = 10; "
    "SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3; ";

// What the address says, by libpq's keywords.
struct Address {
  std::string host = "localhost";
  std::string port = "5432";
  std::string database;
  bool has_password = false;
};

Error NotAnAddress() {
  // The text is not shown: it may have a password.
  return Error{ErrorCode::kEnvironment,
               "the catalog's address is not one of PostgreSQL",
               {},
               "write postgresql://USER@HOST:PORT/DATABASE, and %40 for an @ in a name"};
}

// A password with a mark that ends a part of a URL would be read as the name of something else, and
// shown as that.
bool MayHideAPassword(std::string_view text) {
  const size_t user = text.find("://") + 3;
  const size_t at = text.find('@', user);
  if (at == text.npos) return false;
  return at > text.find('/', user) || text.find('@', at + 1) != text.npos;
}

Result<Address> ParseAddress(const std::string& text, const Libpq& libpq) {
  if (!text.starts_with("postgresql://") && !text.starts_with("postgres://")) {
    return NotAnAddress();
  }
  const bool one_word = std::ranges::all_of(text, [](char one) { return one > ' '; });
  if (!one_word || MayHideAPassword(text)) return NotAnAddress();
  char* message = nullptr;
  PQconninfoOption* options = libpq.PQconninfoParse(text.c_str(), &message);
  if (message != nullptr) libpq.PQfreemem(message);
  if (options == nullptr) return NotAnAddress();
  Address address;
  for (const PQconninfoOption* one = options; one->keyword != nullptr; ++one) {
    if (one->val == nullptr) continue;
    const std::string_view keyword = one->keyword;
    if (keyword == "host" || keyword == "hostaddr") address.host = one->val;
    if (keyword == "port") address.port = one->val;
    if (keyword == "dbname") address.database = one->val;
    if (std::string_view(one->dispchar) == "*") address.has_password = true;
  }
  libpq.PQconninfoFree(options);
  if (address.port.find_first_not_of("0123456789,") != std::string::npos) return NotAnAddress();
  return address;
}

}  // namespace

Status CheckPostgresAddress(const std::string& address) {
  PAISQL_ASSIGN(const Libpq* libpq, OpenLibpq());
  PAISQL_ASSIGN(const Address parsed, ParseAddress(address, *libpq));
  if (!parsed.has_password) return Status::Ok();
  return Error{ErrorCode::kEnvironment,
               "the catalog's address has a password",
               {},
               "leave it out: PostgreSQL's clients find it in ~/.pgpass or PGPASSWORD"};
}

Result<std::unique_ptr<PostgresConnection>> PostgresConnection::Open(
    const std::string& address, std::function<bool()> waiting_ended) {
  PAISQL_TRY(CheckPostgresAddress(address));
  PAISQL_ASSIGN(const Libpq* libpq, OpenLibpq());
  PAISQL_ASSIGN(const Address parsed, ParseAddress(address, *libpq));
  // The address may say each of these otherwise. A server that vanishes is noticed after 25 s. Of
  // several hosts the primary is chosen, because a standby may lack the newest commits.
  constexpr std::array<const char*, 9> kKeywords = {
      "fallback_application_name", "client_encoding",  "keepalives_idle",
      "keepalives_interval",       "keepalives_count", "tcp_user_timeout",
      "target_session_attrs",      "dbname",           nullptr};
  const std::array<const char*, 9> values = {
      "paisql", "UTF8", "10", "5", "3", "25000", "read-write", address.c_str(), nullptr};
  PGconn* handle = libpq->PQconnectStartParams(kKeywords.data(), values.data(), 1);
  if (handle == nullptr) return Error{ErrorCode::kOutOfMemory, "while connecting", {}, ""};
  std::unique_ptr<PostgresConnection> connection(new PostgresConnection(libpq, handle));
  connection->server_ = parsed.host + ":" + parsed.port + "/" + parsed.database;
  // The library would print what a server says beside its answers, as while it stops.
  libpq->PQsetNoticeReceiver(
      handle, [](void*, const PGresult*) {}, nullptr);
  connection->waiting_ended = std::move(waiting_ended);
  PAISQL_TRY(connection->FinishConnecting());
  PAISQL_TRY(connection->SetUp());
  return connection;
}

Status PostgresConnection::FinishConnecting() {
  const auto end = std::chrono::steady_clock::now() + kConnectPatience;
  PostgresPollingStatusType state = PGRES_POLLING_WRITING;
  while (true) {
    if (libpq_->PQstatus(handle_) == CONNECTION_BAD || state == PGRES_POLLING_FAILED) {
      return CannotConnect(libpq_->PQerrorMessage(handle_), server_);
    }
    if (state == PGRES_POLLING_OK) return Status::Ok();
    if (waiting_ended && waiting_ended()) {
      return Error{ErrorCode::kInstanceCancelled, "while connecting to the catalog", {}, ""};
    }
    if (std::chrono::steady_clock::now() > end) {
      return CannotConnect("it does not answer", server_);
    }
    pollfd one{libpq_->PQsocket(handle_),
               static_cast<short>(state == PGRES_POLLING_READING ? POLLIN : POLLOUT), 0};
    if (poll(&one, 1, kConnectTickMs) > 0) state = libpq_->PQconnectPoll(handle_);
  }
}

Status PostgresConnection::SetUp() {
  const int version = libpq_->PQserverVersion(handle_);
  if (version < kOldestServer) {
    return Error{ErrorCode::kEnvironment,
                 "the catalog's server " + server_ + " is of PostgreSQL " +
                     std::to_string(version / 10000) + ", which is too old",
                 {},
                 "use a server of PostgreSQL 13 or newer"};
  }
  PAISQL_ASSIGN(const ResultHandle told,
                // Asked before the schema of the types is one of the path, where no catalog may be.
                Script(std::string(kSessionSettings) + "SELECT " + kFindPostgresTypes +
                       " WHERE current_schema() IS NOT NULL"));
  if (libpq_->PQntuples(told.get()) == 1) return Status::Ok();
  return Error{ErrorCode::kEnvironment,
               "the catalog's database " + server_ + " has none of the schemas of its search path",
               {},
               "CREATE SCHEMA there, or name another one in the address"};
}

}  // namespace paisql::store
