#pragma once

// Time zones by their IANA names, by the rules of the system's zone files, also for the years that
// these do not list one by one. A TimeZone never changes and is safe from any thread.

#include <cstdint>
#include <memory>
#include <string>

#include "base/result.h"

namespace paisql {

class TimeZone {
 public:
  TimeZone() = default;  // UTC
  // kInvalidCommand for a name that IANA does not have ("GMT+9"), kEnvironment where there are no
  // zone files.
  static Result<TimeZone> Load(const std::string& name);

  // Seconds east of Greenwich at an instant (seconds since the epoch).
  int OffsetAt(int64_t seconds) const;
  // "2026-11-21 08:00:00" and "2026-11-21 08:00:00.123456" of an instant.
  std::string Format(int64_t seconds) const;
  std::string FormatMicros(int64_t micros) const;

 private:
  struct Rules;
  std::shared_ptr<const Rules> rules_;  // nullptr: UTC
};

}  // namespace paisql
