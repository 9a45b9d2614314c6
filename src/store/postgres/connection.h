#pragma once

// One connection to a server: it sends, waits with an eye on interrupts, and hands results back.
// Private to store/postgres. It belongs to one thread at a time.

#include <chrono>
#include <functional>
#include <future>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "store/postgres/libpq.h"

namespace paisql::store {

// A value of a parameter, and the type that it is sent as.
struct PostgresValue {
  Oid type = 0;  // 0: what the server takes it for
  bool is_null = false;
  bool is_binary = false;
  std::string text;
};
using PostgresValues = std::vector<PostgresValue>;

// An expression that adds the schema of the type of names to the search path, so that the type and
// its comparisons are found.
inline constexpr const char* kFindPostgresTypes =
    "set_config('search_path', current_setting('search_path') || coalesce((SELECT ', ' || "
    "quote_ident(n.nspname) FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace "
    "WHERE e.extname = 'citext'), ''), false)";

// When waiting for an answer ends early.
enum class Waiting {
  kForRows,  // once statements are to end; or once waiting is, when the server seems to be away
  kForLock,  // once waiting for other processes is to end
  kForSure,  // never: the answer of a COMMIT
};

class PostgresConnection {
 public:
  static Result<std::unique_ptr<PostgresConnection>> Open(const std::string& address,
                                                          std::function<bool()> waiting_ended);
  ~PostgresConnection();
  PostgresConnection(const PostgresConnection&) = delete;
  PostgresConnection& operator=(const PostgresConnection&) = delete;

  const std::string& server() const { return server_; }
  bool alive() const;
  // A request to cancel that comes late would end another question than it was meant for: waits for
  // the one that is under way. When it takes too long the connection is not alive any more.
  void EndCancelling();
  // The SQLSTATE of the last failure, "" of one that is not the server's.
  const std::string& failed_state() const { return failed_state_; }

  // Texts of statements without parameters; the last one's result, as text.
  Result<ResultHandle> Script(const std::string& sql, Waiting waiting = Waiting::kForRows);
  // One statement; its rows come in binary. What is asked for a second time is prepared.
  Result<ResultHandle> Ask(const std::string& sql, const PostgresValues& values);
  // Sends the statement, whose answer Settle looks at.
  Status AskSoon(const std::string& sql, const PostgresValues& values);
  // Waits for what AskSoon has sent; the first failure of it.
  Status Settle();
  // COPY … FROM STDIN, and the text of its rows.
  Status CopyIn(const std::string& sql, std::string_view bytes);

  std::function<bool()> waiting_ended;
  std::function<bool()> statements_ended;

 private:
  struct Prepared {
    std::string name;  // "" of what is not prepared
    int uses = 0;
    bool known = false;  // to the server
  };

  PostgresConnection(const Libpq* libpq, PGconn* handle) : libpq_(libpq), handle_(handle) {}
  Status FinishConnecting();
  Status SetUp();
  Prepared& PreparedOf(const std::string& sql, const PostgresValues& values);
  bool Send(const Prepared& prepared, const std::string& sql, const PostgresValues& values);
  bool SendPrepare(Prepared& prepared, const std::string& sql, const PostgresValues& values);
  // The result of what was sent; the first failure where there are several.
  Result<ResultHandle> Receive(Waiting waiting);
  Status AwaitInput(Waiting waiting);
  bool IsToEnd(Waiting waiting, std::chrono::steady_clock::duration waited) const;
  void Cancel();
  Error FailureOf(const PGresult* result);
  Error SendFailure() const;

  const Libpq* libpq_;
  PGconn* handle_;
  std::string server_;
  std::string failed_state_;
  std::map<std::string, Prepared, std::less<>> prepared_;
  Prepared once_;  // of a text that has no place there
  int64_t names_ = 0;
  int unanswered_ = 0;  // sent by AskSoon
  bool cancelled_ = false;
  std::future<void> cancelling_;  // of the request that was made last, until EndCancelling
};

}  // namespace paisql::store
