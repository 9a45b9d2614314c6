#include "nodes/run/processes/script_queue.h"

#include <algorithm>
#include <csignal>
#include <utility>

#include "base/assert.h"
#include "base/system/clock.h"

namespace paisql::nodes {

namespace {

// A script that is done sooner is not worth a worker of its own.
constexpr int64_t kQuickMs = 20;
// A script that has run for so long holds up those after it.
constexpr int64_t kLongMs = 100;
// A worker that has not opened its engine by then has no good day.
constexpr int64_t kStartMs = 500;
// When quick scripts have waited for so long, there is work for another worker.
constexpr int64_t kManyMs = 500;
// The scripts of one worker, the running one included: the next begins as soon as that has ended.
constexpr size_t kMostGiven = 3;
// The scripts of all workers; their lines in the catalog are written together.
constexpr size_t kMostAhead = 16;
// Between being told to end and being killed.
constexpr int64_t kScriptPatienceMs = 10000;

}  // namespace

ScriptQueue::ScriptQueue(EventLoop& loop, Programs programs,
                         std::function<void(const Ending&)> ended,
                         std::function<void(size_t ticket)> returned)
    : loop_(loop),
      programs_(std::move(programs)),
      ended_(std::move(ended)),
      returned_(std::move(returned)) {}

ScriptQueue::~ScriptQueue() {
  for (Seat& seat : seats_) {
    if (!seat.scripts.empty()) seat.worker.Signal(SIGKILL);
    seat.worker.EndSoon();
  }
  for (Seat& seat : seats_) seat.worker.End();
}

void ScriptQueue::Take(Worker worker) { (void)Seated(std::move(worker)); }

void ScriptQueue::Finish() {
  for (Seat& seat : seats_) seat.worker.EndSoon();
}

void ScriptQueue::Put(size_t ticket, WorkerTask task, int64_t timeout_ms, size_t most_workers) {
  pending_.push_back({ticket, std::move(task), timeout_ms});
  most_workers_ = most_workers;
  Dispatch(SteadyMs());
}

size_t ScriptQueue::Ahead(int64_t now_ms) const {
  const bool quick = std::ranges::any_of(seats_, [&](const Seat& seat) {
    return seat.quick && (seat.scripts.empty() || now_ms - seat.since_ms < kLongMs);
  });
  return quick ? kMostAhead : 0;
}

// --- who runs the next one ---

// Before that it is likely to be free soon.
int64_t ScriptQueue::SoonUntil(const Seat& seat) {
  return seat.since_ms + (seat.ready ? kLongMs : kStartMs);
}

bool ScriptQueue::MayStart(int64_t now_ms) const {
  size_t busy = 0;
  bool soon = false;  // somebody will be free
  for (const Seat& seat : seats_) {
    if (seat.scripts.empty()) continue;
    ++busy;
    soon = soon || now_ms < SoonUntil(seat);
  }
  if (busy >= most_workers_) return false;
  return !soon || now_ms - last_start_ms_ >= kManyMs;
}

ScriptQueue::Place ScriptQueue::Choose(int64_t now_ms) {
  for (auto seat = seats_.begin(); seat != seats_.end(); ++seat) {
    if (seat->scripts.empty() && !seat->told_to_end) return seat;
  }
  for (auto seat = seats_.begin(); seat != seats_.end(); ++seat) {
    if (seat->quick && !seat->told_to_end && seat->scripts.size() < kMostGiven &&
        now_ms - seat->since_ms < kLongMs) {
      return seat;
    }
  }
  if (!MayStart(now_ms)) return seats_.end();
  Result<Worker> worker = Worker::Start(programs_);
  if (!worker.ok()) {
    Ending ending;
    ending.ticket = pending_.front().ticket;
    ending.gone = worker.error().detail;
    failed_.push_back(std::move(ending));
    pending_.pop_front();
    return seats_.end();
  }
  return Seated(*std::move(worker));
}

ScriptQueue::Place ScriptQueue::Seated(Worker worker) {
  last_start_ms_ = SteadyMs();
  const Place seat = seats_.insert(seats_.end(), Seat{std::move(worker)});
  seat->since_ms = last_start_ms_;
  seat->worker.Listen(loop_, {[this, seat] {
                                seat->since_ms = SteadyMs();
                                seat->ready = true;
                                Dispatch(seat->since_ms);
                              },
                              [this, seat](int status) { ScriptEnded(seat, status); },
                              [this, seat](const std::string& why) { WorkerEnded(seat, why); }});
  return seat;
}

void ScriptQueue::Dispatch(int64_t now_ms) {
  while (!pending_.empty()) {
    const Place seat = Choose(now_ms);
    if (seat == seats_.end()) return;
    Give(seat, now_ms);
  }
}

void ScriptQueue::Give(Place seat, int64_t now_ms) {
  Script script = std::move(pending_.front());
  pending_.pop_front();
  const Status given = seat->worker.Give(script.task);
  if (!given.ok()) {
    Ending ending;
    ending.ticket = script.ticket;
    ending.gone = given.error().detail;
    failed_.push_back(std::move(ending));
    return;
  }
  seat->scripts.push_back(std::move(script));
  ++given_;
  if (seat->scripts.size() == 1) BeginFirst(*seat, now_ms);
}

void ScriptQueue::BeginFirst(Seat& seat, int64_t now_ms) {
  if (seat.ready) seat.since_ms = now_ms;
  const int64_t timeout = seat.scripts.front().timeout_ms;
  seat.deadline_ms = timeout > 0 ? now_ms + timeout : kNever;
}

void ScriptQueue::TakeBack(Seat& seat) {
  const size_t count = std::min(seat.worker.TakeBack(), seat.scripts.size());
  for (size_t i = 0; i < count; ++i) {
    pending_.push_front(std::move(seat.scripts.back()));
    seat.scripts.pop_back();
  }
  given_ -= count;
}

void ScriptQueue::ReturnPending() {
  for (const Script& script : std::exchange(pending_, {})) returned_(script.ticket);
}

// --- ends ---

void ScriptQueue::ScriptEnded(Place seat, int status) {
  if (!seat->scripts.empty()) EndFirst(*seat, status, "");
  // The request to end may come later than the end of the script.
  if (status >= kWorkerEnds || (seat->told_to_end && seat->scripts.empty())) {
    TakeBack(*seat);
    Remove(seat);
  }
  Dispatch(SteadyMs());
}

void ScriptQueue::WorkerEnded(Place seat, const std::string& why) {
  // Where it cannot even begin, another one could not either.
  if (seat->ready) TakeBack(*seat);
  if (!seat->scripts.empty()) EndFirst(*seat, 0, why);
  TakeBack(*seat);
  Remove(seat);
  Dispatch(SteadyMs());
}

void ScriptQueue::EndFirst(Seat& seat, int status, const std::string& gone) {
  const int64_t now = SteadyMs();
  Ending ending;
  ending.ticket = seat.scripts.front().ticket;
  ending.status = status;
  ending.gone = gone;
  ending.out_of_time = std::exchange(seat.out_of_time, false);
  ending.told_to_end = seat.told_to_end && !ending.out_of_time;
  ending.told_why = seat.told_why;
  seat.scripts.pop_front();
  seat.ready = true;
  --given_;
  seat.quick = now - seat.since_ms < kQuickMs;
  seat.deadline_ms = kNever;
  if (!seat.scripts.empty()) BeginFirst(seat, now);
  ended_(ending);
}

void ScriptQueue::Remove(Place seat) {
  PAISQL_ASSERT(seat->scripts.empty(), "a worker goes that has scripts");
  seat->worker.End();
  seats_.erase(seat);
}

void ScriptQueue::Tell(Seat& seat, int64_t now_ms) {
  // No later script begins, so the signal cannot meet one instead.
  TakeBack(seat);
  if (seat.scripts.empty()) return;
  seat.worker.Signal(seat.told_to_end ? SIGKILL : SIGTERM);
  seat.told_to_end = true;
  seat.deadline_ms = now_ms + kScriptPatienceMs;
}

void ScriptQueue::EndOne(size_t ticket, const std::string& why) {
  const auto is_it = [&](const Script& script) { return script.ticket == ticket; };
  for (Seat& seat : seats_) {
    if (seat.told_to_end || std::ranges::none_of(seat.scripts, is_it)) continue;
    TakeBack(seat);
    if (seat.scripts.empty() || !is_it(seat.scripts.front())) continue;
    seat.told_why = why;
    return Tell(seat, SteadyMs());
  }
  const auto waiting = std::ranges::find_if(pending_, is_it);
  if (waiting == pending_.end()) return;
  Ending ending;
  ending.ticket = ticket;
  ending.told_to_end = true;
  ending.told_why = why;
  ending.status = 1;
  failed_.push_back(std::move(ending));
  pending_.erase(waiting);
}

void ScriptQueue::EndAll() {
  for (Seat& seat : seats_) {
    if (!seat.scripts.empty()) Tell(seat, SteadyMs());
  }
  ReturnPending();
}

int64_t ScriptQueue::NextDeadline(int64_t now_ms) const {
  if (!failed_.empty()) return now_ms;
  int64_t next = kNever;
  const auto look = [&](int64_t time) {
    if (time > now_ms) next = std::min(next, time);
  };
  for (const Seat& seat : seats_) {
    if (seat.scripts.empty()) continue;
    next = std::min(next, seat.deadline_ms);
    if (seat.scripts.size() > 1 || !pending_.empty()) look(SoonUntil(seat));
  }
  if (!pending_.empty()) look(last_start_ms_ + kManyMs);
  return next;
}

void ScriptQueue::LookAtTime(int64_t now_ms, size_t most_workers) {
  most_workers_ = most_workers;
  for (Seat& seat : seats_) {
    if (seat.scripts.empty()) continue;
    if (seat.scripts.size() > 1 && now_ms - seat.since_ms >= kLongMs) TakeBack(seat);
    if (seat.scripts.empty() || seat.deadline_ms > now_ms) continue;
    const bool told = seat.told_to_end;
    Tell(seat, now_ms);
    seat.out_of_time = seat.out_of_time || (!told && seat.told_to_end);
    if (told) seat.deadline_ms = kNever;
  }
  Dispatch(now_ms);
  // They wait for a place, and that may take long.
  if (Ahead(now_ms) == 0 && !MayStart(now_ms)) {
    const bool soon = std::ranges::any_of(seats_, [&](const Seat& seat) {
      return !seat.scripts.empty() && now_ms < SoonUntil(seat);
    });
    if (!soon) ReturnPending();
  }
  for (const Ending& ending : std::exchange(failed_, {})) ended_(ending);
}

}  // namespace paisql::nodes
