#pragma once

// A server that is still loading and warming up has nothing to answer: it may end at once.

#include <memory>
#include <thread>

#include "base/events/event_sources.h"
#include "base/result.h"

namespace paisql::serving {

class StartWatch {
 public:
  // Behind BlockEnd. As long as the watch lives, one of its signals ends the program with exit
  // status 0; afterwards they wait for Serve.
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
