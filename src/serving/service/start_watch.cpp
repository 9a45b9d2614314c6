#include "serving/service/start_watch.h"

#include <unistd.h>

#include <utility>

#include "base/events/event_loop.h"
#include "serving/service/serve.h"

namespace paisql::serving {

namespace {

// Neither the libraries' ends nor ours: they would wait for the thread that loads.
void EndNow() { _exit(0); }

}  // namespace

Result<std::unique_ptr<StartWatch>> StartWatch::Begin() {
  PAISQL_ASSIGN(SignalSource signals, SignalSource::Open(kEndings));
  PAISQL_ASSIGN(Bell bell, Bell::Make());
  return std::unique_ptr<StartWatch>(new StartWatch(std::move(signals), std::move(bell)));
}

StartWatch::StartWatch(SignalSource signals, Bell bell)
    : signals_(std::move(signals)), bell_(std::move(bell)), thread_([this] {
        EventLoop loop;
        bool over = false;
        const EventLoop::Watch end =
            loop.Add(signals_.descriptor(), EventLoop::Interest::kRead, EndNow);
        const EventLoop::Watch start =
            loop.Add(bell_.descriptor(), EventLoop::Interest::kRead, [&over] { over = true; });
        while (!over && loop.Turn(kNever).ok()) {
        }
      }) {}

StartWatch::~StartWatch() {
  bell_.Ring();
  thread_.join();
}

}  // namespace paisql::serving
