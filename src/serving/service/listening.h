#pragma once

// All servers of a process share where they listen and which signals end them.

#include <memory>
#include <string>
#include <thread>

#include "base/events/event_sources.h"
#include "base/result.h"
#include "http/server.h"
#include "inference/signature.h"
#include "serving/log/request_log.h"
#include "serving/service/serve.h"

namespace paisql::serving {

// Raises the number of descriptors that the process may have as far as it is allowed to.
http::ServerOptions ServerOptionsOf(const ServeOptions& options);

// "http://127.0.0.1:40123", with an IPv6 address in brackets; "unix:" and a path for a socket.
std::string AddressOf(const ServeOptions& options, int port);

// The signals that BlockEnd has blocked.
Result<SignalSource> OpenEnd();

// The request log that the options want, of a model's default signature or of a processor, which
// has none; nullptr where nothing is to be kept.
Result<std::unique_ptr<RequestLog>> OpenLog(const ServeOptions& options,
                                            const inference::Signature* signature);

// The number as far as an int goes.
int Milliseconds(int64_t value);

// A server that is still loading and warming up has nothing to answer: it may end at once.
class StartWatch {
 public:
  // Call after BlockEnd. While the watch lives, each of its signals ends the program with exit
  // status 0; afterwards the signals wait for Serve.
  static Result<std::unique_ptr<StartWatch>> Begin();
  ~StartWatch();
  StartWatch(const StartWatch&) = delete;
  StartWatch& operator=(const StartWatch&) = delete;

 private:
  StartWatch(SignalSource signals, Bell bell);

  const SignalSource signals_;
  const Bell bell_;
  std::thread thread_;
};

}  // namespace paisql::serving
