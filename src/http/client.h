#pragma once

// Requests to servers of this machine at Unix sockets, made on the loops of a server (Server),
// over connections that are kept. Each loop has connections of its own, so no lock is met.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "http/message.h"

namespace paisql::http {

struct ClientRequest {
  // The request's line and headers, each with its line's end. Content-Length and what is about the
  // connection come from the client.
  std::string head;
  std::shared_ptr<const std::string> body;  // not null
};

enum class ClientEnd {
  kAnswered,
  kNotReached,  // nobody takes connections there: nothing has been sent
  kBroken,      // the connection has ended before the answer was whole
  kTimeout,
};

struct ClientAnswer {
  ClientEnd end = ClientEnd::kAnswered;
  // The answer, with kAnswered. It has all received headers but those about the connection.
  Response response;
};

class Client {
 public:
  using Done = std::function<void(ClientAnswer)>;

  explicit Client(size_t loops);
  ~Client();
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  // Called on the loop's thread, on which `done` is called, too, once, and not before this returns.
  void Send(Loop& loop, const std::string& socket, ClientRequest request, int timeout_ms,
            Done done);
  // Lets idle connections go that lead to other sockets. On the loop's thread.
  void KeepOnly(Loop& loop, const std::vector<std::string>& sockets);
  // Calls the function on the loop's thread, on which this is called, when the time is over; never
  // when the loop has ended by then.
  static void After(Loop& loop, int milliseconds, std::function<void()> function);
  // When the loops have ended and before they are destroyed.
  void Stop();

 private:
  class Pool;
  std::vector<std::unique_ptr<Pool>> pools_;
};

}  // namespace paisql::http
