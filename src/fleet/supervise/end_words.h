#pragma once

// Why an instance has ended, in words for people. Pure functions.

#include <cstdint>
#include <string>
#include <string_view>

namespace paisql::fleet {

struct InstanceEnd {
  std::string_view said;  // the last lines of its log, since its start
  bool hung = false;      // and was killed for it
  int signal = 0;         // that has ended it; 0: none, or nobody knows
  bool was_ready = false;
  int64_t memory_mb = 0;  // that each of its processes may have; 0: as much as there is
};

// The reported failure, or the signal. Where memory seems to have run out and the instance has a
// limit, the words say so. Libraries without memory end in many ways, and most do not mention it.
std::string WordsOfEnd(const InstanceEnd& end);

}  // namespace paisql::fleet
