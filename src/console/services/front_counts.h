#pragma once

// What the front of a home's services has counted, and the curves that follow from it. Pure.

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace paisql::console {

// The requests of one version of a service since its front began.
struct VersionCount {
  int64_t answered = 0;
  int64_t failed = 0;            // answered with 5xx
  int64_t refused = 0;           // answered with 4xx
  std::vector<int64_t> buckets;  // requests by latency; a bucket counts the lower ones, too
};

struct FrontCounts {
  std::vector<double> bounds;  // of the buckets, in seconds; the last one has none
  std::map<std::pair<std::string, int64_t>, VersionCount> versions;  // by service and number
};

// Reads Prometheus' text form; lines that mean nothing here are left out.
FrontCounts ReadFrontCounts(const std::string& metrics);

// The moment of a curve: what happened since the moment before.
struct ServicePoint {
  int64_t time_ms = 0;  // UTC, of its end
  double rate = 0;      // requests a second
  double failed = 0;    // requests a second that got 5xx
  double refused = 0;   // requests a second that got 4xx
  // Seconds that half, 95 and 99 % of the requests took at most; -1 where there were none.
  std::array<double, 3> latency = {-1, -1, -1};
  std::map<int64_t, double> versions;  // requests a second by version
};

// The moment of one service between two counts. A front that has begun anew counts from 0.
ServicePoint PointBetween(const std::string& service, const FrontCounts& before,
                          const FrontCounts& after, int64_t before_ms, int64_t after_ms);

}  // namespace paisql::console
