#pragma once

// What `paisql flow schedule` has done of each workflow, kept in a file from one daemon to the
// next.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"

namespace paisql::shell {

// Nodes whose time has come, and that wait for what comes later on the day.
struct WaitingNodes {
  int64_t time = 0;     // UTC seconds
  int64_t cyctime = 0;  // of the wall clock
  std::vector<std::string> nodes;
};

struct DoneOfFlow {
  int64_t until = 0;  // all that was due until then, UTC seconds
  std::vector<WaitingNodes> waiting;
};

class ScheduleMemory {
 public:
  // A file that is not there, or holds something else, remembers nothing.
  explicit ScheduleMemory(std::string path);

  std::optional<DoneOfFlow> Find(const std::string& folder) const;
  Status Note(const std::string& folder, DoneOfFlow done);

 private:
  std::string path_;
  std::map<std::string, DoneOfFlow> flows_;
};

}  // namespace paisql::shell
