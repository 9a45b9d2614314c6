#pragma once

// One thread that waits for many things at once: descriptors of pipes, sockets, processes
// (WatchProcess), signals and wakeups (base/events/event_sources.h), and a point in time. Who
// waits for a single descriptor calls AwaitReadable.
//
// A loop and its watches belong to one thread. A descriptor is not the loop's: it stays open as
// long as it is watched.

#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <utility>

#include "base/result.h"

namespace paisql {

// A deadline of the clock SteadyMs (base/system/clock.h) that never comes.
inline constexpr int64_t kNever = std::numeric_limits<int64_t>::max();

class EventLoop {
 public:
  enum class Interest { kRead, kWrite };

  // Keeps a descriptor watched as long as it lives; the loop outlives it.
  class Watch {
   public:
    Watch() = default;
    Watch(Watch&& other) noexcept : loop_(std::exchange(other.loop_, nullptr)), id_(other.id_) {}
    Watch& operator=(Watch&& other) noexcept {
      std::swap(loop_, other.loop_);
      std::swap(id_, other.id_);
      return *this;
    }
    ~Watch() { End(); }
    void End();

   private:
    friend class EventLoop;
    Watch(EventLoop* loop, int64_t id) : loop_(loop), id_(id) {}
    EventLoop* loop_ = nullptr;
    int64_t id_ = 0;
  };

  EventLoop() = default;
  EventLoop(const EventLoop&) = delete;
  EventLoop& operator=(const EventLoop&) = delete;

  // `ready` is called in each turn in which the descriptor can be read or written without waiting,
  // which it can at its end, too; it may end watches, its own among them, and begin others. Watches
  // are served in the order of their beginning. A descriptor of -1 is never ready. An empty `ready`
  // only ends the waiting.
  [[nodiscard]] Watch Add(int descriptor, Interest interest, std::function<void()> ready);

  // Waits until something is ready or the deadline has come, and calls what is ready. A signal that
  // has a handler ends the waiting, too. An error when the kernel refuses to wait.
  Status Turn(int64_t deadline_ms);

 private:
  struct Entry {
    int descriptor = -1;
    Interest interest = Interest::kRead;
    std::shared_ptr<const std::function<void()>> ready;
  };

  std::map<int64_t, Entry> entries_;
  int64_t last_id_ = 0;
};

// Waits for one descriptor; false when the deadline has come first, or it cannot be waited for.
bool AwaitReadable(int descriptor, int64_t deadline_ms = kNever);
// The same for a file of the kernel's that tells of its changes, as cgroup.events does.
bool AwaitChange(int descriptor, int64_t deadline_ms);

}  // namespace paisql
