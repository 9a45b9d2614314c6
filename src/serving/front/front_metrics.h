#pragma once

// Counts the requests that a front has forwarded, and prints the counts for /metrics.

#include <array>
#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "http/server.h"
#include "serving/metrics/histogram.h"

namespace paisql::serving {

// Counts the requests of one version of a service. Any thread.
struct VersionCounts {
  VersionCounts();
  void Answered(int status, int64_t microseconds);
  int64_t AllAnswered() const;  // and copies of requests that were sent

  static constexpr int kLowestStatus = 100;
  static constexpr int kStatuses = 500;
  std::array<std::atomic<int64_t>, kStatuses> answered{};  // by status, from kLowestStatus on
  Histogram seconds;
  std::atomic<int64_t> waiting{0};          // requests that an instance has and has not answered
  std::atomic<int64_t> repeated{0};         // requests that were sent to another instance
  std::atomic<int64_t> mirrored{0};         // requests whose answer nobody got
  std::atomic<int64_t> mirrors_dropped{0};  // that were not made, for want of room
  std::atomic<int64_t> instances{0};        // that are ready
  std::atomic<int64_t> weight{0};
};

class FrontMetrics {
 public:
  // The counts live as long as anybody has them, and are the same for the same names.
  std::shared_ptr<VersionCounts> Of(const std::string& service, const std::string& version);
  // Requests that no version has got: of no service, without its token, too many.
  void Refused(int status);

  // Prometheus' text form, version 0.0.4.
  std::string Print(const http::ServerCounts& counts) const;

 private:
  mutable std::mutex mutex_;
  std::map<std::pair<std::string, std::string>, std::shared_ptr<VersionCounts>> counts_;
  std::array<std::atomic<int64_t>, VersionCounts::kStatuses> refused_{};
};

}  // namespace paisql::serving
