#include "http/descriptors.h"

#include <sys/resource.h>

#include <algorithm>
#include <limits>

namespace paisql::http {

namespace {

constexpr size_t kUnknown = 1024;
constexpr size_t kLeast = 64;

size_t AllowDescriptors() {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return kUnknown;
  limit.rlim_cur = limit.rlim_max;
  (void)setrlimit(RLIMIT_NOFILE, &limit);
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return kUnknown;
  return static_cast<size_t>(std::min<rlim_t>(limit.rlim_cur, std::numeric_limits<int>::max()));
}

}  // namespace

size_t RoomForConnections(size_t others) {
  const size_t descriptors = AllowDescriptors();
  return descriptors > 2 * others ? descriptors - others : kLeast;
}

}  // namespace paisql::http
