#include "serving/metrics/histogram.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/assert.h"

namespace paisql::serving {

Histogram::Histogram(std::span<const double> bounds) : bounds_(bounds) {
  PAISQL_ASSERT(bounds.size() <= kMostBounds, "a histogram of too many buckets");
}

void Histogram::Add(double value) {
  const auto bound = std::lower_bound(bounds_.begin(), bounds_.end(), value);
  const auto bucket = static_cast<size_t>(bound - bounds_.begin());
  counts_[bucket].fetch_add(1, std::memory_order_relaxed);
  sum_.fetch_add(value, std::memory_order_relaxed);
}

int64_t Histogram::count() const {
  int64_t count = 0;
  for (const auto& bucket : counts_) count += bucket.load(std::memory_order_relaxed);
  return count;
}

void Histogram::Print(std::string_view name, std::string_view labels, std::string& out) const {
  int64_t count = 0;
  for (size_t i = 0; i <= bounds_.size(); ++i) {
    count += counts_[i].load(std::memory_order_relaxed);
    const std::string bound = i < bounds_.size() ? fmt::format("{}", bounds_[i]) : "+Inf";
    out += fmt::format("{}_bucket{{{},le=\"{}\"}} {}\n", name, labels, bound, count);
  }
  out += fmt::format("{}_sum{{{}}} {}\n", name, labels, sum_.load(std::memory_order_relaxed));
  out += fmt::format("{}_count{{{}}} {}\n", name, labels, count);
}

}  // namespace paisql::serving
