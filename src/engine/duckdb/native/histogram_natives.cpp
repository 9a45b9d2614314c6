// The bins of NUMERIC_HISTOGRAM: as long as there are too many, the two neighbours that are closest
// become one at their weighted mean (Ben-Haim and Tom-Tov, 2010), the lowest such pair first.

#include <algorithm>
#include <cmath>
#include <queue>
#include <utility>
#include <vector>

#include "engine/duckdb/native/native_row.h"

namespace paisql::engine {
namespace {

// The lists of DOUBLE in an argument.
class Doubles {
 public:
  Doubles(const NativeCall& call, size_t column) : call_(call), column_(column) {
    const duckdb_vector child = call.api().list_vector_get_child(call.Vector(column));
    data_ = static_cast<const double*>(call.api().vector_get_data(child));
    validity_ = call.api().vector_get_validity(child);
  }
  uint64_t size(idx_t row) const { return Entry(row).length; }
  double At(idx_t row, uint64_t index) const { return data_[Entry(row).offset + index]; }
  bool IsNull(idx_t row, uint64_t index) const {
    const uint64_t at = Entry(row).offset + index;
    return validity_ != nullptr && ((validity_[at / 64] >> (at % 64)) & 1) == 0;
  }

 private:
  const duckdb_list_entry& Entry(idx_t row) const {
    return call_.Get<duckdb_list_entry>(column_, row);
  }
  const NativeCall& call_;
  size_t column_;
  const double* data_;
  const uint64_t* validity_;
};

struct Bin {
  double center = 0;
  double weight = 0;
  size_t next = 0;
  size_t previous = 0;
  size_t version = 0;  // counts its changes
  bool gone = false;
};

// A pair of neighbours, as it was when it was measured.
struct Gap {
  double width = 0;
  size_t left = 0;
  size_t left_version = 0;
  size_t right_version = 0;
  bool operator>(const Gap& other) const {
    return width != other.width ? width > other.width : left > other.left;
  }
};

std::vector<Bin> SortedBins(std::vector<std::pair<double, double>> points) {
  std::sort(points.begin(), points.end());
  std::vector<Bin> bins;
  for (const auto& [value, weight] : points) {
    if (bins.empty() || bins.back().center != value) bins.push_back({.center = value});
    bins.back().weight += weight;
  }
  for (size_t i = 0; i < bins.size(); ++i) {
    bins[i].next = i + 1;
    bins[i].previous = i - 1;
  }
  return bins;
}

class Merger {
 public:
  explicit Merger(std::vector<Bin> bins) : bins_(std::move(bins)) {
    for (size_t i = 0; i + 1 < bins_.size(); ++i) Measure(i);
  }
  std::vector<Bin> MergeTo(size_t count) {
    for (size_t left = bins_.size(); left > count && !gaps_.empty();) {
      const Gap gap = gaps_.top();
      gaps_.pop();
      if (Current(gap)) {
        Merge(gap.left);
        --left;
      }
    }
    return std::move(bins_);
  }

 private:
  void Measure(size_t left) {
    const Bin& bin = bins_[left];
    const Bin& right = bins_[bin.next];
    gaps_.push({right.center - bin.center, left, bin.version, right.version});
  }
  bool Current(const Gap& gap) const {
    const Bin& left = bins_[gap.left];
    return !left.gone && left.version == gap.left_version && left.next < bins_.size() &&
           bins_[left.next].version == gap.right_version;
  }
  void Merge(size_t at) {
    Bin& left = bins_[at];
    Bin& right = bins_[left.next];
    const double weight = left.weight + right.weight;
    left.center = (left.center * left.weight + right.center * right.weight) / weight;
    left.weight = weight;
    ++left.version;
    right.gone = true;
    left.next = right.next;
    if (left.next < bins_.size()) {
      bins_[left.next].previous = at;
      Measure(at);
    }
    if (at > 0) Measure(left.previous);
  }

  std::vector<Bin> bins_;
  std::priority_queue<Gap, std::vector<Gap>, std::greater<>> gaps_;
};

// (values, weights, number of bins): center, weight, center, weight, … of the bins. NULL without a
// value.
void HistogramBins(NativeCall& call) {
  const DuckdbApi& api = call.api();
  const Doubles values(call, 0);
  const Doubles weights(call, 1);
  std::vector<double> numbers;
  call.ForEach([&](idx_t row) {
    const auto count = call.Get<int64_t>(2, row);
    if (count < 1) {
      call.Fail(ErrorCode::kRuntimeArguments,
                "in function numeric_histogram, the number of buckets is less than 1");
      return false;
    }
    std::vector<std::pair<double, double>> points;
    for (uint64_t i = 0; i < values.size(row); ++i) {
      if (values.IsNull(row, i) || weights.IsNull(row, i)) continue;
      const double value = values.At(row, i);
      const double weight = weights.At(row, i);
      if (!std::isfinite(value) || !(weight > 0) || !std::isfinite(weight)) {
        call.Fail(ErrorCode::kRuntimeArguments,
                  "in function numeric_histogram, a value is not finite or a weight is not "
                  "positive");
        return false;
      }
      points.emplace_back(value, weight);
    }
    if (points.empty()) {
      call.SetNull(row);
      return true;
    }
    const size_t first = numbers.size();
    for (const Bin& bin :
         Merger(SortedBins(std::move(points))).MergeTo(static_cast<size_t>(count))) {
      if (bin.gone) continue;
      numbers.push_back(bin.center);
      numbers.push_back(bin.weight);
    }
    call.Set(row, duckdb_list_entry{first, numbers.size() - first});
    return !call.FailsWhereStopped();
  });
  api.list_vector_reserve(call.output(), numbers.size());
  api.list_vector_set_size(call.output(), numbers.size());
  std::copy(numbers.begin(), numbers.end(),
            static_cast<double*>(api.vector_get_data(api.list_vector_get_child(call.output()))));
}

constexpr NativeRow kHistogramNativeRows[] = {
    {"paisql_histogram_bins", "(ARRAY<DOUBLE>, ARRAY<DOUBLE>, BIGINT) -> ARRAY<DOUBLE>",
     RunNative<HistogramBins>},
};

}  // namespace

const std::span<const NativeRow> kHistogramNatives = kHistogramNativeRows;

}  // namespace paisql::engine
