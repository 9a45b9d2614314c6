#pragma once

// A process that serves one version of a model: from the loaded model to the last answer.

#include <functional>
#include <string>

#include "base/result.h"
#include "inference/model.h"
#include "serving/service/service.h"

namespace paisql::serving {

struct ServeOptions {
  ServiceOptions service;
  std::string host = "127.0.0.1";
  int port = 0;  // 0: a free one
};

struct Serving {
  std::string address;  // "http://127.0.0.1:40123"
  WarmUp warm_up;
};

// Blocks SIGTERM, SIGINT and SIGHUP in the calling thread and in all that it starts later, so that
// Serve can wait for them. Goes before the model is loaded, which starts threads.
void BlockEnd();

// Warms the model up, listens, calls `ready`, and answers until one of the signals comes; then
// takes nothing new, and returns when all is answered or the time for it is over. True when all was
// answered. kEnvironment where the address cannot be had.
Result<bool> Serve(const ServeOptions& options, inference::Model& model,
                   const std::function<void(const Serving&)>& ready);

}  // namespace paisql::serving
