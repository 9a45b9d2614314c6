#include "base/leash.h"

#include <unistd.h>

#include "base/process/status_file.h"

namespace paisql {
Leash::Leash(std::stop_token stop, int64_t memory_bytes)
    : stop_(std::move(stop)),
      memory_bytes_(memory_bytes > 0 ? memory_bytes
                                     : sysconf(_SC_PHYS_PAGES) / 5 * 4 * sysconf(_SC_PAGESIZE)) {}

bool Leash::Look() {
  if (end_) return true;
  if (stop_.stop_requested()) {
    end_ = ErrorCode::kInstanceCancelled;
  } else if (memory_bytes_ > 0 && (looks_++ & kLooksMask) == 0) {
    const int64_t resident = ResidentBytes();
    if (resident_at_start_ == 0) resident_at_start_ = resident;
    if (resident - resident_at_start_ > memory_bytes_) end_ = ErrorCode::kOutOfMemory;
  }
  return end_.has_value();
}

Error Leash::Reason(const SourceRange& range) const {
  if (end_ == ErrorCode::kInstanceCancelled) return {*end_, "interrupted", {}, ""};
  return {ErrorCode::kOutOfMemory,
          "reading the statement takes more memory than it may have (paisql.memory_limit)", range,
          "load large data with TUNNEL UPLOAD, or split the statement"};
}

}  // namespace paisql
