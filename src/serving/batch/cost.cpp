#include "serving/batch/cost.h"

#include <algorithm>
#include <bit>

namespace paisql::serving {

namespace {

// 0 for 1 row, 1 for 2, 2 for 3 and 4, …
size_t SizeOf(int64_t rows, size_t sizes) {
  const auto width = std::bit_width(static_cast<uint64_t>(std::max<int64_t>(rows, 1)) - 1);
  return std::min(static_cast<size_t>(width), sizes - 1);
}

}  // namespace

void CostTable::Measured(int64_t rows, int64_t microseconds) {
  std::atomic<int64_t>& known = microseconds_[SizeOf(rows, kSizes)];
  const int64_t now = std::max<int64_t>(microseconds, 1);
  const int64_t before = known.load(std::memory_order_relaxed);
  // The difference may be less than an eighth can show.
  const int64_t step =
      (now - before) / 8 != 0 ? (now - before) / 8 : (now > before) - (now < before);
  known.store(before == 0 ? now : before + step, std::memory_order_relaxed);
}

int64_t CostTable::EstimateUs(int64_t rows) const {
  const size_t size = SizeOf(rows, kSizes);
  const int64_t known = microseconds_[size].load(std::memory_order_relaxed);
  if (known > 0) return known;
  // Estimate from a smaller size: twice as many rows take at most twice as long.
  for (size_t smaller = size; smaller-- > 0;) {
    const int64_t of_smaller = microseconds_[smaller].load(std::memory_order_relaxed);
    if (of_smaller > 0 && size - smaller < 16) return of_smaller << (size - smaller);
  }
  return kUnknown;
}

int64_t CostTable::MostRows(int64_t most, int64_t limit_us) const {
  int64_t rows = most;
  while (rows > 1 && EstimateUs(rows) > limit_us) {
    rows = std::bit_floor(static_cast<uint64_t>(rows - 1));
  }
  return std::max<int64_t>(rows, 1);
}

}  // namespace paisql::serving
