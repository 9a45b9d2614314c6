#pragma once

// Whether an instance answers: it is asked each second, over a connection of its own each time, so
// that one of its threads that is stuck is not all of it. Private to this folder and its one
// thread.

#include <cstdint>
#include <list>
#include <memory>
#include <string>

#include "base/events/event_loop.h"
#include "base/files/files.h"
#include "fleet/control/silence.h"

namespace paisql::fleet {

class Health {
 public:
  // `socket`: the path at which the instance listens. The loop outlives it.
  Health(EventLoop& loop, std::string socket, int64_t now_ms);

  // False when it has answered nothing for too long. To be called each second.
  bool Look(int64_t now_ms);

 private:
  struct Question {
    Descriptor connection;
    EventLoop::Watch watch;
    bool over = false;
  };

  void Ask();
  void Hear(Question& question);

  EventLoop& loop_;
  const std::string socket_;
  std::list<Question> questions_;
  int64_t ask_at_ms_ = 0;
  Silence silence_;
};

}  // namespace paisql::fleet
