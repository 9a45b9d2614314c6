#pragma once

// Counts the work of one version of a service, and prints it for /metrics.

#include <array>
#include <atomic>
#include <cstdint>
#include <string>

#include "http/server.h"
#include "serving/metrics/histogram.h"

namespace paisql::serving {

class ServiceMetrics {
 public:
  ServiceMetrics();

  // A request to the service was answered, `microseconds` after it had been read.
  void Answered(int status, int64_t microseconds);
  // The model has computed so many rows of so many requests at once.
  void Computed(int64_t requests, int64_t rows, int64_t microseconds);

  std::atomic<int64_t> queued{0};     // requests that wait for the model
  std::atomic<int64_t> computing{0};  // requests that the model computes

  // The labels of each line.
  static std::string Labels(const std::string& service, const std::string& version);
  // Prometheus' text form, version 0.0.4. Names of services are letters, digits, '_', '-' and '.'.
  std::string Print(const std::string& service, const std::string& version,
                    const http::ServerCounts& counts) const;

 private:
  static constexpr int kLowestStatus = 100;
  static constexpr int kStatuses = 500;

  std::array<std::atomic<int64_t>, kStatuses> answered_{};  // by status, from kLowestStatus on
  Histogram latency_seconds_;
  Histogram compute_seconds_;
  Histogram batch_rows_;
  Histogram batch_requests_;
};

}  // namespace paisql::serving
