#include "workers/worker_pool.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

namespace paisql::workers {

namespace {

constexpr int64_t kFirstPauseMs = 100;
constexpr int64_t kLongestPauseMs = 30'000;
constexpr int64_t kMostWorkers = 256;

PoolAnswer Not(Outcome outcome, std::string how = {}) { return {outcome, {}, std::move(how)}; }

}  // namespace

WorkerPool::WorkerPool(PoolOptions options)
    : options_(std::move(options)), limit_ms_(options_.limit_ms) {
  places_.resize(1);
  places_[0].pause_ms = kFirstPauseMs;
}

void WorkerPool::Submit(Frame request, Done done) {
  {
    const std::lock_guard lock(mutex_);
    if (!closed_ && counts_.queued + counts_.computing < options_.max_queue + capacity_) {
      ++counts_.queued;
      coming_.push_back({std::move(request), std::move(done), options_.now_ms() + limit_ms_});
      if (options_.wake) options_.wake();
      return;
    }
  }
  done(Not(closed_ ? Outcome::kClosed : Outcome::kFull));
}

int64_t WorkerPool::Turn() {
  if (closed_) return kNever;
  const int64_t now_ms = options_.now_ms();
  for (Place& place : places_) {
    if (place.worker == nullptr && place.retry_ms <= now_ms) StartAt(place);
    if (closed_) return kNever;
  }
  {
    const std::lock_guard lock(mutex_);
    for (Waiting& one : coming_) queue_.push_back(std::move(one));
    coming_.clear();
  }
  Dispatch();
  Expire(now_ms);
  return NextDeadline();
}

void WorkerPool::StartAt(Place& place) {
  ++counts_.starts;
  place.why.clear();
  place.greeted = false;
  Result<std::unique_ptr<Worker>> worker =
      options_.start({[this, &place](Frame frame) { OnFrame(place, std::move(frame)); },
                      [this, &place](const std::string& how) { OnEnd(place, how); }});
  if (worker.ok()) {
    place.worker = *std::move(worker);
    place.end_by_ms = options_.now_ms() + options_.start_limit_ms;
    return;
  }
  place.why = worker.error().detail;
  if (!first_.has_value()) {
    first_ = std::move(worker).error();
    return Close();
  }
  OnEnd(place, "");
}

void WorkerPool::OnHello(Place& place, const Frame& frame) {
  const Result<nlohmann::json> facts = ReadHello(frame, options_.kind);
  if (!facts.ok()) {
    const std::string& hint = facts.error().hint;
    place.why = facts.error().detail + (hint.empty() ? "" : "; " + hint);
    return place.worker->Kill();
  }
  const auto number = [&facts](const char* name, int64_t otherwise) {
    const auto found = facts->find(name);
    return found != facts->end() && found->is_number_integer() ? found->get<int64_t>() : otherwise;
  };
  place.threads =
      static_cast<size_t>(std::max<int64_t>(number("threads", options_.default_threads), 1));
  if (const int64_t own = number("keepalive_ms", 0); own > 0) limit_ms_ = own;
  place.ready = true;
  place.end_by_ms = kNever;
  ++counts_.ready;
  capacity_ += static_cast<int64_t>(place.threads);
  if (first_.has_value()) return;
  first_ = Status::Ok();
  const int64_t wanted = options_.workers > 0 ? options_.workers : number("processes", 1);
  places_.resize(static_cast<size_t>(std::clamp<int64_t>(wanted, 1, kMostWorkers)));
  for (Place& one : places_) one.pause_ms = kFirstPauseMs;
}

void WorkerPool::NotReady(Place& place) {
  if (!std::exchange(place.ready, false)) return;
  --counts_.ready;
  capacity_ -= static_cast<int64_t>(place.threads);
}

void WorkerPool::OnFrame(Place& place, Frame frame) {
  if (!std::exchange(place.greeted, true)) return OnHello(place, frame);
  if (frame.kind == FrameKind::kEnd) {
    NotReady(place);
    place.end_by_ms = options_.now_ms() + limit_ms_;
    return;
  }
  if (frame.kind == FrameKind::kError && frame.number == 0) {
    place.why = std::move(frame.text);
    return place.worker->Kill();
  }
  const auto found = place.computing.find(frame.number);
  if (found == place.computing.end() || frame.kind == FrameKind::kHello) return;
  const Done done = std::move(found->second.done);
  place.computing.erase(found);
  --counts_.computing;
  place.pause_ms = kFirstPauseMs;
  if (!done) return;
  const bool good = frame.kind == FrameKind::kData;
  done({good ? Outcome::kAnswered : Outcome::kError, std::move(frame), {}});
}

void WorkerPool::OnEnd(Place& place, const std::string& how) {
  NotReady(place);
  place.worker = nullptr;
  place.end_by_ms = kNever;
  place.retry_ms = options_.now_ms() + place.pause_ms;
  place.pause_ms = std::min(place.pause_ms * 2, kLongestPauseMs);
  const std::string what = place.why.empty() ? how : place.why;
  for (auto& [number, one] : std::exchange(place.computing, {})) {
    --counts_.computing;
    if (one.done) one.done(Not(Outcome::kEnded, what));
  }
  if (!first_.has_value()) {
    first_ = options_.first_error(!place.why.empty(), what);
    return Close();
  }
  if (!closed_ && options_.complain) options_.complain(what);
}

void WorkerPool::Dispatch() {
  while (!queue_.empty()) {
    Place* best = nullptr;
    for (Place& place : places_) {
      if (!place.ready || place.computing.size() >= place.threads) continue;
      if (best == nullptr || place.computing.size() < best->computing.size()) best = &place;
    }
    if (best == nullptr) return;
    Waiting one = std::move(queue_.front());
    queue_.pop_front();
    --counts_.queued;
    ++counts_.computing;
    one.request.number = ++last_number_;
    best->computing[last_number_] = {std::move(one.done), one.deadline_ms, options_.now_ms()};
    best->worker->Send(one.request);
  }
}

void WorkerPool::Expire(int64_t now_ms) {
  while (!queue_.empty() && queue_.front().deadline_ms <= now_ms) {
    const Waiting one = std::move(queue_.front());
    queue_.pop_front();
    --counts_.queued;
    one.done(Not(counts_.ready == 0 ? Outcome::kNoWorker : Outcome::kAllBusy));
  }
  for (Place& place : places_) ExpireAt(place, now_ms);
}

void WorkerPool::ExpireAt(Place& place, int64_t now_ms) {
  if (place.worker == nullptr) return;
  size_t late = 0;
  bool too_late = place.end_by_ms <= now_ms;
  for (auto& [number, one] : place.computing) {
    if (one.begin_ms + limit_ms_ <= now_ms) ++late;
    too_late = too_late || one.begin_ms + 2 * limit_ms_ <= now_ms;
    if (one.deadline_ms > now_ms || !one.done) continue;
    std::exchange(one.done, nullptr)(Not(Outcome::kLate));
  }
  if (!too_late && (late == 0 || late < place.threads)) return;
  if (place.why.empty()) place.why = "it did not answer and was killed";
  place.worker->Kill();
}

int64_t WorkerPool::NextDeadline() const {
  int64_t next = queue_.empty() ? kNever : queue_.front().deadline_ms;
  const int64_t now_ms = options_.now_ms();
  for (const Place& place : places_) {
    next = std::min(next, place.worker == nullptr ? place.retry_ms : place.end_by_ms);
    // One that was killed tells of its end.
    if (!place.why.empty()) continue;
    for (const auto& [number, one] : place.computing) {
      if (one.done) next = std::min(next, one.deadline_ms);
      const int64_t late_ms = one.begin_ms + limit_ms_;
      next = std::min(next, late_ms > now_ms ? late_ms : late_ms + limit_ms_);
    }
  }
  return next;
}

void WorkerPool::Close() {
  {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    for (Waiting& one : coming_) queue_.push_back(std::move(one));
    coming_.clear();
  }
  for (Waiting& one : std::exchange(queue_, {})) {
    --counts_.queued;
    one.done(Not(Outcome::kClosed));
  }
  for (Place& place : places_) {
    NotReady(place);
    for (auto& [number, one] : std::exchange(place.computing, {})) {
      --counts_.computing;
      if (one.done) one.done(Not(Outcome::kClosed));
    }
    place.worker = nullptr;
  }
}

}  // namespace paisql::workers
