#pragma once

// Time zones by their IANA names, read from the system's compiled zone files: g++ 12 has no zone
// support in <chrono>, and the C library's is one setting of the whole process. A TimeZone never
// changes and is safe from any thread.

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"

namespace paisql::session {

class TimeZone {
 public:
  // kInvalidCommand for what is no IANA name ("GMT+9").
  static Result<TimeZone> Load(const std::string& name);

  // Seconds east of Greenwich at an instant (seconds since the epoch).
  int OffsetAt(int64_t seconds) const;
  // "2026-11-21 08:00:00" and "2026-11-21 08:00:00.123456" of an instant.
  std::string Format(int64_t seconds) const;
  std::string FormatMicros(int64_t micros) const;

 private:
  static Result<TimeZone> Parse(const std::string& name, const std::string& bytes);
  struct Transition {
    int64_t at;
    int offset;
  };
  std::vector<Transition> transitions_;  // ascending
  int first_offset_ = 0;                 // before the first transition
};

// Microseconds since the epoch, now.
int64_t NowMicros();

}  // namespace paisql::session
