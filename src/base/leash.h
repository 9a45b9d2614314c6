#pragma once

// How far the work on one statement may go: until the statement is interrupted, or until the
// process has grown by more than the statement's share of the memory. The parser, the analysis and
// the printer ask it at each small step; asking costs next to nothing. For one thread.

#include <cstdint>
#include <optional>
#include <stop_token>

#include "base/error.h"

namespace paisql {

class Leash {
 public:
  // Lets everything go on.
  Leash() = default;
  // 0 bytes: as much as the machine has.
  Leash(std::stop_token stop, int64_t memory_bytes);

  // Whether the work must end here. Looks at the token and the memory now and then only.
  bool Ended() { return (++steps_ & kStepsMask) == 0 ? Look() : end_.has_value(); }
  // Looks at once.
  bool Look();
  // Why it had to end: kInstanceCancelled or kOutOfMemory.
  Error Reason(const SourceRange& range) const;

 private:
  static constexpr uint32_t kStepsMask = (1U << 9) - 1;
  static constexpr uint32_t kLooksMask = (1U << 6) - 1;

  std::stop_token stop_;
  int64_t memory_bytes_ = 0;
  int64_t resident_at_start_ = 0;
  uint32_t steps_ = 0;
  uint32_t looks_ = 0;
  std::optional<ErrorCode> end_;
};

}  // namespace paisql
