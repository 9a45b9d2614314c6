#pragma once

// Numbers over steps and time, and fewer of them for a picture. Pure.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace paisql::console {

struct CurvePoint {
  std::optional<int64_t> step;
  int64_t time_ms = 0;  // since 1970
  double value = 0;     // may be no number

  bool operator==(const CurvePoint&) const = default;
};

struct Series {
  std::string name;    // "loss"
  std::string source;  // "worker-0" of records; the folder of a summary, "" for the top one
  bool is_summary = false;
  std::vector<CurvePoint> points;  // in the order in which they were told
};

// At most about so many points, with the first, the last, and the least and the greatest of each
// part of the series, so that no peak is lost. NaN counts as the greatest.
std::vector<CurvePoint> Downsampled(const std::vector<CurvePoint>& points, size_t most);

}  // namespace paisql::console
