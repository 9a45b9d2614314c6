#pragma once

// How the number of a service's processes follows the load: the properties autoscaler.… of
// PAI-EAS. Pure functions.

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "base/result.h"

namespace paisql::serving {

struct Scaling {
  int64_t least = 1;
  int64_t most = 1;
  int64_t qps = 0;  // requests a second that one process is to have; 0: they do not count
  int64_t cpu = 0;  // percent of its cores that a process should use; 0: it does not count
  int64_t up_window_ms = 0;
  int64_t down_window_ms = 0;

  bool operator==(const Scaling&) const = default;
};

// nullopt for a service whose number of processes is fixed. kInvalidCommand, without a place, for
// properties that do not fit each other.
Result<std::optional<Scaling>> ReadScaling(const std::map<std::string, std::string>& properties);

// "1 to 5 processes, for 100 requests a second each"
std::string ScalingText(const Scaling& scaling);

}  // namespace paisql::serving
