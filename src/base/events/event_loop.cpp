#include "base/events/event_loop.h"

#include <poll.h>

#include <algorithm>
#include <cerrno>
#include <vector>

#include "base/files/files.h"
#include "base/system/clock.h"

namespace paisql {

namespace {

int16_t EventsOf(EventLoop::Interest interest) {
  return interest == EventLoop::Interest::kRead ? POLLIN : POLLOUT;
}

// The timeout of poll for a deadline; poll is asked again when it cannot wait as long at once.
int TimeoutUntil(int64_t deadline_ms) {
  if (deadline_ms == kNever) return -1;
  constexpr int64_t kLongestMs = std::numeric_limits<int>::max();
  return static_cast<int>(std::clamp<int64_t>(deadline_ms - SteadyMs(), 0, kLongestMs));
}

bool AwaitOne(int descriptor, int16_t events, int64_t deadline_ms) {
  pollfd wait = {descriptor, events, 0};
  while (true) {
    const int ready = poll(&wait, 1, TimeoutUntil(deadline_ms));
    if (ready > 0) return true;
    if (ready < 0 && errno != EINTR) return false;
    if (deadline_ms != kNever && SteadyMs() >= deadline_ms) return false;
  }
}

}  // namespace

void EventLoop::Watch::End() {
  if (loop_ != nullptr) std::exchange(loop_, nullptr)->entries_.erase(id_);
}

EventLoop::Watch EventLoop::Add(int descriptor, Interest interest, std::function<void()> ready) {
  entries_[++last_id_] = {descriptor, interest,
                          std::make_shared<const std::function<void()>>(std::move(ready))};
  return {this, last_id_};
}

Status EventLoop::Turn(int64_t deadline_ms) {
  std::vector<pollfd> waits;
  std::vector<int64_t> ids;
  for (const auto& [id, entry] : entries_) {
    // One that is not open is passed over by poll.
    waits.push_back({entry.descriptor, EventsOf(entry.interest), 0});
    ids.push_back(id);
  }
  if (poll(waits.data(), waits.size(), TimeoutUntil(deadline_ms)) < 0) {
    return errno == EINTR ? Status::Ok() : FileError("wait for", "events", errno);
  }
  for (size_t i = 0; i < waits.size(); ++i) {
    if (waits[i].revents == 0) continue;
    const auto entry = entries_.find(ids[i]);
    if (entry == entries_.end()) continue;  // one that was called before has ended this watch
    const auto ready = entry->second.ready;
    if (*ready) (*ready)();
  }
  return Status::Ok();
}

bool AwaitReadable(int descriptor, int64_t deadline_ms) {
  return AwaitOne(descriptor, POLLIN, deadline_ms);
}

bool AwaitChange(int descriptor, int64_t deadline_ms) {
  return AwaitOne(descriptor, POLLPRI, deadline_ms);
}

}  // namespace paisql
