#pragma once

// The scripts of SQL nodes on their way to workers. As long as scripts take no longer than it takes
// to start a worker, they go to one worker, one after the other; a script that takes its time has
// the others go to further workers. So small nodes cost little more than statements of one session,
// and large ones run side by side. It belongs to the thread of the event loop, which outlives it.

#include <cstdint>
#include <deque>
#include <functional>
#include <list>
#include <string>
#include <vector>

#include "base/events/event_loop.h"
#include "nodes/run/processes/worker.h"

namespace paisql::nodes {

class ScriptQueue {
 public:
  struct Ending {
    size_t ticket = 0;
    int status = 0;    // of the script
    std::string gone;  // why there is none: "" or the worker's end
    bool out_of_time = false;
    bool told_to_end = false;
    std::string told_why;
  };

  // Called within turns of the loop and LookAtTime: how a script has ended, and that one which was
  // put is not begun after all and is the caller's again.
  ScriptQueue(EventLoop& loop, Programs programs, std::function<void(const Ending&)> ended,
              std::function<void(size_t ticket)> returned);
  // Kills what runs.
  ~ScriptQueue();

  // A worker that was started already.
  void Take(Worker worker);
  // Nothing more will be put.
  void Finish();

  // `most_workers`: so many may run at this time; none means that the script waits. A `timeout_ms`
  // of 0 sets no limit.
  void Put(size_t ticket, WorkerTask task, int64_t timeout_ms, size_t most_workers);
  // Scripts that were put and have not ended.
  size_t size() const { return pending_.size() + given_; }
  // So many more may be put than there are places: they begin within some milliseconds.
  size_t Ahead(int64_t now_ms) const;

  void EndOne(size_t ticket, const std::string& why);
  // Returns the scripts that have not begun and asks the others to end; the second call ends them
  // at once.
  void EndAll();
  int64_t NextDeadline(int64_t now_ms) const;
  void LookAtTime(int64_t now_ms, size_t most_workers);

 private:
  struct Script {
    size_t ticket = 0;
    WorkerTask task;
    int64_t timeout_ms = 0;
  };

  // A worker with the scripts that it was given; the first of them runs.
  struct Seat {
    Worker worker;
    std::deque<Script> scripts = {};
    int64_t since_ms = 0;  // the first of them runs, or the worker has been started
    int64_t deadline_ms = kNever;
    bool quick = false;  // as its last script was
    bool ready = false;  // it has opened its engine
    bool told_to_end = false;
    std::string told_why = "";
    bool out_of_time = false;
  };
  using Place = std::list<Seat>::iterator;

  void Dispatch(int64_t now_ms);
  // A worker for the next script; end() for none at this time.
  Place Choose(int64_t now_ms);
  Place Seated(Worker worker);
  bool MayStart(int64_t now_ms) const;
  static int64_t SoonUntil(const Seat& seat);
  void Give(Place seat, int64_t now_ms);
  void BeginFirst(Seat& seat, int64_t now_ms);
  // Puts scripts that the worker has not taken back into the queue.
  void TakeBack(Seat& seat);
  void ReturnPending();
  void ScriptEnded(Place seat, int status);
  void WorkerEnded(Place seat, const std::string& why);
  void EndFirst(Seat& seat, int status, const std::string& gone);
  void Remove(Place seat);
  void Tell(Seat& seat, int64_t now_ms);

  EventLoop& loop_;
  Programs programs_;
  std::function<void(const Ending&)> ended_;
  std::function<void(size_t)> returned_;
  std::list<Seat> seats_;
  std::deque<Script> pending_;
  std::vector<Ending> failed_;  // that could not be given to anybody
  size_t given_ = 0;
  size_t most_workers_ = 1;
  int64_t last_start_ms_ = 0;
};

}  // namespace paisql::nodes
