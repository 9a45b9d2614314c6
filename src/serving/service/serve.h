#pragma once

// A process that serves one version of a model: from the loaded model to the last answer.

#include <csignal>
#include <functional>
#include <initializer_list>
#include <string>

#include "base/result.h"
#include "inference/model.h"
#include "serving/log/request_log.h"
#include "serving/service/service.h"
#include "serving/settings/settings.h"

namespace paisql::serving {

struct ServeOptions {
  ServiceOptions service;
  std::string host = "127.0.0.1";
  int port = 0;  // 0: a free one
  // The path of a Unix socket to listen at instead, which only this user can reach; "" for none.
  std::string socket{};
  // The file of a request that the model is warmed up with; "": with what is made up.
  std::string warm_up_path{};
  LogSettings log{};
  LogWriter* log_writer = nullptr;  // where log.table is given; outlives Serve
  // Lines for people, on any thread.
  std::function<void(const std::string&)> tell = [](const std::string&) {};
};

struct Serving {
  std::string address;  // "http://127.0.0.1:40123", "unix:/home/me/1.socket"
  WarmUp warm_up;
};

// Names the path of the Unix socket at which `paisql serve` listens, instead of host and port. Who
// starts it as an instance of a service sets it.
inline constexpr const char* kSocketVariable = "PAISQL_SERVE_SOCKET";

// The signals that end a server.
inline constexpr std::initializer_list<int> kEndings = {SIGTERM, SIGINT, SIGHUP};

// Blocks kEndings in the calling thread and in all that it starts later, so that
// Serve can wait for them. Goes before the model is loaded, which starts threads.
void BlockEnd();

// Warms the model up, listens, calls `ready`, and answers until one of the signals comes; then
// takes nothing new, and returns when all is answered or the time for it is over, and the request
// log is written. True when all was answered. kEnvironment where the address cannot be had, an
// error of `log_writer` where the log cannot be, kInvalidCommand for a warm-up that does not fit.
Result<bool> Serve(const ServeOptions& options, inference::Model& model,
                   const std::function<void(const Serving&)>& ready);

}  // namespace paisql::serving
