#pragma once

// Counts of values by their size.

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace paisql::serving {

// Any thread may add and read. A reader may see a value in the count that is not in the sum yet.
class Histogram {
 public:
  static constexpr size_t kMostBounds = 24;

  // `bounds` are the upper ends of the buckets, ascending, kMostBounds at most; the last bucket has
  // none. They outlive the histogram.
  explicit Histogram(std::span<const double> bounds);

  void Add(double value);

  // Lines of Prometheus' text form: NAME_bucket{labels,le="…"}, NAME_sum, NAME_count.
  void Print(std::string_view name, std::string_view labels, std::string& out) const;
  int64_t count() const;

 private:
  std::span<const double> bounds_;
  std::array<std::atomic<int64_t>, kMostBounds + 1> counts_{};
  std::atomic<double> sum_{0};
};

}  // namespace paisql::serving
