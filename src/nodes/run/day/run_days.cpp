#include "nodes/run/day/run_days.h"

#include <algorithm>
#include <list>
#include <map>
#include <utility>

#include "base/system/clock.h"

namespace paisql::nodes {

namespace {

// How long the end of a node may wait for others, before the catalog knows of it.
constexpr int64_t kGatherMs = 10;
// With so many scripts in the queue nobody waits for the next.
constexpr size_t kGathered = 6;

class Days {
 public:
  Days(const std::function<Result<std::optional<DayRun>>()>& next, const RunLimits& limits,
       const Programs& programs, RunObserver& observer)
      : next_(next),
        limits_(limits),
        observer_(observer),
        executor_(
            loop_, programs, static_cast<size_t>(limits.nodes),
            [this](size_t ticket, const Ending& ending) { Ended(ticket, ending); },
            [this](size_t ticket) { Returned(ticket); }) {}

  Result<DaysEnd> Run(const Bell& interrupts) {
    const EventLoop::Watch watch =
        loop_.Add(interrupts.descriptor(), EventLoop::Interest::kRead, [&] {
          interrupts.Silence();
          Interrupt();
        });
    while (true) {
      PAISQL_TRY(AddDays());
      if (days_.empty()) return end_;
      if (Gathers()) {
        PAISQL_TRY(loop_.Turn(std::min(NextLook(), unsaved_since_ms_ + kGatherMs)));
        executor_.LookAtTime();
        continue;
      }
      unsaved_since_ms_ = 0;
      PAISQL_ASSIGN(const std::vector<Begun> begun, BeginNodes());
      PAISQL_TRY(SaveDays());
      if (!StartNodes(begun)) continue;
      EndOverdue();
      PAISQL_TRY(CloseDays());
      if (days_.empty()) continue;
      observer_.Tick();
      PAISQL_TRY(loop_.Turn(NextLook()));
      executor_.LookAtTime();
    }
  }

  void Take(Worker worker) { executor_.Take(std::move(worker)); }

 private:
  struct Place {
    DayRun* day = nullptr;
    Spot spot;
  };

  Status AddDays() {
    while (!no_more_ && days_.size() < static_cast<size_t>(limits_.days)) {
      PAISQL_ASSIGN(std::optional<DayRun> day, next_());
      if (!day.has_value()) {
        no_more_ = true;
        break;
      }
      days_.push_back(*std::move(day));
      PAISQL_TRY(days_.back().Begin());
      observer_.Began(days_.back());
    }
    return Status::Ok();
  }

  struct Begun {
    DayRun* day = nullptr;
    Spot spot;
    Instance instance;
  };

  // Begins nodes. Those that run nothing have ended then. Those that need no worker begin even if
  // none is free. Looks at nodes that wait for their time.
  Result<std::vector<Begun>> BeginNodes() {
    std::vector<Begun> begun;
    for (DayRun& day : days_) {
      PAISQL_TRY(day.LookAtTime(SteadyMs()));
      while (true) {
        const int64_t now = SteadyMs();
        const std::optional<Spot> spot = day.BeginNext(now, RoomBeside(begun.size()));
        if (!spot.has_value()) break;
        Result<Instance> instance = day.InstanceOf(*spot, now);
        if (!instance.ok()) {
          day.End(*spot, {false, instance.error().detail}, now);
        } else if (instance->held) {
          continue;
        } else if (instance->runs == Runs::kNothing) {
          day.End(*spot, {true, ""}, now);
        } else {
          begun.push_back({&day, *spot, *std::move(instance)});
        }
      }
    }
    return begun;
  }

  // Whether more may begin beside what runs and what has begun in this turn.
  Room RoomBeside(size_t begun) const {
    const size_t running = executor_.running() + begun;
    const auto places = static_cast<size_t>(limits_.nodes);
    if (running < places) return Room::kForAll;
    return running < places + executor_.ScriptsAhead() ? Room::kForScripts : Room::kForNone;
  }

  // Ends of scripts that are followed by others at once are kept together.
  bool Gathers() const {
    return unsaved_since_ms_ > 0 && executor_.scripts() >= kGathered &&
           SteadyMs() < unsaved_since_ms_ + kGatherMs;
  }

  void EndOverdue() {
    for (DayRun& day : days_) {
      for (const Spot& spot : day.TakeOverdue()) {
        for (const auto& [ticket, place] : places_) {
          if (place.day == &day && place.spot == spot)
            executor_.EndOne(ticket, "ended with its loop");
        }
      }
    }
  }

  // Starts the nodes after the catalog has noted that they run, so a kill leaves no node that ran
  // unnoticed. False when a node could not be started, and has failed.
  bool StartNodes(const std::vector<Begun>& begun) {
    bool all = true;
    for (const Begun& one : begun) {
      places_[++last_ticket_] = {one.day, one.spot};
      const Status started = executor_.Start(last_ticket_, one.instance);
      if (started.ok()) continue;
      all = false;
      places_.erase(last_ticket_);
      one.day->End(one.spot, {false, started.error().detail}, SteadyMs());
    }
    return all;
  }

  Status SaveDays() {
    for (DayRun& day : days_) {
      PAISQL_ASSIGN(const std::vector<size_t> changed, day.Save());
      for (const size_t node : changed) observer_.Changed(day, node);
    }
    return Status::Ok();
  }

  Status CloseDays() {
    const bool last = (no_more_ || limits_.one_day) && std::ranges::all_of(days_, &DayRun::ended);
    if (last) executor_.Finish();
    for (auto day = days_.begin(); day != days_.end();) {
      if (!day->ended()) {
        ++day;
        continue;
      }
      PAISQL_TRY(day->Close(end_.interrupted));
      ++(day->succeeded() ? end_.succeeded : end_.failed);
      observer_.Ended(*day);
      day = days_.erase(day);
    }
    return Status::Ok();
  }

  void Ended(size_t ticket, const Ending& ending) {
    const Place place = places_.at(ticket);
    places_.erase(ticket);
    place.day->End(place.spot, ending, SteadyMs());
    if (unsaved_since_ms_ == 0) unsaved_since_ms_ = SteadyMs();
  }

  void Returned(size_t ticket) {
    const Place place = places_.at(ticket);
    places_.erase(ticket);
    place.day->GiveBack(place.spot);
  }

  void Interrupt() {
    end_.interrupted = true;
    no_more_ = true;
    executor_.EndAll();
    for (DayRun& day : days_) day.Stop(SteadyMs());
  }

  int64_t NextLook() const {
    int64_t next = std::min(executor_.NextDeadline(), SteadyMs() + kTickMs);
    for (const DayRun& day : days_) next = std::min(next, day.NextTime());
    return next;
  }

  const std::function<Result<std::optional<DayRun>>()>& next_;
  RunLimits limits_;
  RunObserver& observer_;
  std::list<DayRun> days_;  // their addresses stay
  std::map<size_t, Place> places_;
  size_t last_ticket_ = 0;
  int64_t unsaved_since_ms_ = 0;  // something has ended; 0: nothing
  bool no_more_ = false;
  DaysEnd end_;
  EventLoop loop_;
  Executor executor_;  // before the loop goes
};

}  // namespace

Result<DaysEnd> RunDays(const std::function<Result<std::optional<DayRun>>()>& next,
                        const RunLimits& limits, const Programs& programs, const Bell& interrupts,
                        RunObserver& observer, std::optional<Worker> first) {
  Days days(next, limits, programs, observer);
  if (first.has_value()) days.Take(*std::move(first));
  return days.Run(interrupts);
}

}  // namespace paisql::nodes
