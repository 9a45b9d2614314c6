#pragma once

// An HTTP/1.1 server of a few threads. Each thread has connections of its own, so requests that are
// read by one thread meet no lock. A client that sends or reads slowly costs memory, never a
// thread; one that is too slow is answered 408 or closed.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "base/result.h"
#include "http/message.h"
#include "http/tls.h"

namespace paisql::http {

// Answers requests. Its functions are called on the loops' threads, several at once.
class Handler {
 public:
  virtual ~Handler() = default;
  // Looks at the head before the body is read; an answer refuses the request.
  virtual std::optional<Response> Admit(const Request& head) = 0;
  // The request is whole. It is answered through `reply`, here or later.
  virtual void Handle(const Request& request, const Reply& reply) = 0;
  // The answer to a request whose head the server understands and whose rest it cannot take: 408,
  // 413, or 507 for a disk that is full. A plain text, unless the handler has a form of its own.
  virtual Response RefusalFor(const Request& head, int status, std::string text);
  // Runs what may wait for a disk or for others soon, on a thread that is not a loop's. Handlers
  // that give no sources and spool no bodies need not have it: as it is, it runs the work at once.
  virtual void RunElsewhere(std::function<void()> work) {
    const std::function<void()> own = std::move(work);
    own();
  }
};

struct ServerOptions {
  std::string host = "127.0.0.1";
  int port = 0;       // 0: a free one
  int listener = -1;  // a socket that listens already, instead of host and port; the server's own
  // "folder/name" of a Unix socket that only this user can reach, instead of host and port; what a
  // killed server has left there is removed.
  std::string socket{};
  // Encrypts all connections. It outlives the server; null for plain ones.
  const TlsIdentity* tls = nullptr;
  int threads = 2;
  size_t body_limit_bytes = size_t{32} << 20;
  size_t head_limit_bytes = size_t{16} << 10;
  // Beyond so many, the connection that has been idle longest is closed for a new one.
  size_t max_connections = 20000;
  int handshake_timeout_ms = 10000;
  int idle_timeout_ms = 60000;  // from one answer to the end of the next request's head
  // From there to the end of the body, else 408. A body that is spooled has so long for each 64 KB.
  int body_timeout_ms = 60000;
  int answer_timeout_ms = 60000;  // from there to the answer, else 408
  // For the client to read the answer; for each 64 KB of an answer that has a source.
  int write_timeout_ms = 60000;
};

// The server's counts for /metrics. Any thread reads and writes them.
struct ServerCounts {
  std::atomic<int64_t> connections{0};
  std::atomic<int64_t> accepted{0};
  std::atomic<int64_t> closed_for_others{0};  // idle ones, for want of room
  std::atomic<int64_t> timeouts{0};           // 408s, and connections closed for slowness
  std::atomic<int64_t> out_of_memory{0};      // requests and answers that memory was missing for
};

class Server {
 public:
  // Binds and listens, and begins to answer. The handler and the counts outlive the server.
  // kEnvironment where the address cannot be had.
  static Result<std::unique_ptr<Server>> Start(const ServerOptions& options, Handler& handler,
                                               ServerCounts& counts);
  virtual ~Server() = default;  // what is still open is cut off

  virtual int port() const = 0;

  // Refuses new connections, closes idle ones, and answers the requests that have arrived. Returns
  // when all connections are closed or the time is over; true when all was answered. Call once.
  virtual bool Drain(int timeout_ms) = 0;
};

}  // namespace paisql::http
