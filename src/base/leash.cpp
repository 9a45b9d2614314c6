#include "base/leash.h"

#include <fcntl.h>
#include <unistd.h>

#include <charconv>
#include <string_view>

namespace paisql {
namespace {

// How much memory the process holds; 0 where the kernel does not say.
int64_t ResidentBytes() {
  const int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  char buffer[128];
  const ssize_t size = read(file, buffer, sizeof(buffer));
  close(file);
  const std::string_view text(buffer, size > 0 ? static_cast<size_t>(size) : 0);
  const size_t blank = text.find(' ');
  if (blank == std::string_view::npos) return 0;
  int64_t pages = 0;
  std::from_chars(text.data() + blank + 1, text.data() + text.size(), pages);
  return pages * sysconf(_SC_PAGESIZE);
}

}  // namespace

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
