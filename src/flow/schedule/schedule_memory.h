#pragma once

// Remembers in a file what `paisql flow schedule` has done of each workflow, from one daemon to
// the next.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "nodes/schedule/timetable.h"

namespace paisql::flow {

// Nodes whose time has come, and that wait for what comes later on the day.
struct WaitingNodes {
  int64_t time = 0;     // UTC seconds
  int64_t cyctime = 0;  // of the wall clock
  std::vector<std::string> nodes;
};

struct DoneOfFlow {
  nodes::DoneUntil until;
  std::vector<WaitingNodes> waiting;
  // The time that the clock showed last, UTC seconds, to some hours; 0: not known.
  int64_t seen = 0;
  // When it jumped ahead last, by a stop or because somebody has set it, and what was done then;
  // 0: it has gone on well since.
  int64_t jumped = 0;
  int64_t before_jump = 0;
};

// The clock's own look at what is done. A clock that shows a far year for a while leaves an `until`
// of that year; when it is back, what was done before counts again.
enum class ClockNews { kNone, kPutBack, kNoted };
ClockNews LookAtClock(int64_t now, DoneOfFlow& done);

class ScheduleMemory {
 public:
  // A file that is not there remembers nothing.
  explicit ScheduleMemory(std::string path);

  // Says in one sentence what of the file cannot be read; "" for nothing. The file is kept beside
  // it.
  const std::string& broken() const { return broken_; }
  std::optional<DoneOfFlow> Find(const std::string& folder) const;
  Status Note(const std::string& folder, DoneOfFlow done);

 private:
  void Keep(const std::string& what);

  std::string path_;
  std::string broken_;
  std::map<std::string, DoneOfFlow> flows_;
};

}  // namespace paisql::flow
