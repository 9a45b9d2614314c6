#include "serving/metrics/service_metrics.h"

#include <fmt/format.h>

#include <algorithm>

namespace paisql::serving {

namespace {

constexpr std::array kSeconds = {0.00005, 0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02,
                                 0.05,    0.1,    0.2,    0.5,    1.0,   2.0,   5.0,   10.0};
constexpr std::array kSizes = {1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 512.0, 1024.0};

double Seconds(int64_t microseconds) { return static_cast<double>(microseconds) / 1e6; }

void Head(std::string_view name, std::string_view type, std::string_view help, std::string& out) {
  out += fmt::format("# HELP {} {}\n# TYPE {} {}\n", name, help, name, type);
}

void One(std::string_view name, std::string_view type, std::string_view help,
         std::string_view labels, int64_t value, std::string& out) {
  Head(name, type, help, out);
  out += fmt::format("{}{{{}}} {}\n", name, labels, value);
}

}  // namespace

ServiceMetrics::ServiceMetrics()
    : latency_seconds_(kSeconds),
      compute_seconds_(kSeconds),
      batch_rows_(kSizes),
      batch_requests_(kSizes) {}

void ServiceMetrics::Answered(int status, int64_t microseconds) {
  const int row = std::clamp(status - kLowestStatus, 0, kStatuses - 1);
  answered_[static_cast<size_t>(row)].fetch_add(1, std::memory_order_relaxed);
  latency_seconds_.Add(Seconds(microseconds));
}

void ServiceMetrics::Computed(int64_t requests, int64_t rows, int64_t microseconds) {
  compute_seconds_.Add(Seconds(microseconds));
  batch_rows_.Add(static_cast<double>(rows));
  batch_requests_.Add(static_cast<double>(requests));
}

std::string ServiceMetrics::Labels(const std::string& service, const std::string& version) {
  return fmt::format(R"(service="{}",version="{}")", service, version);
}

std::string ServiceMetrics::Print(const std::string& service, const std::string& version,
                                  const http::ServerCounts& counts) const {
  const std::string labels = Labels(service, version);
  std::string out;
  Head("paisql_requests_total", "counter", "Requests that were answered, by status.", out);
  for (size_t i = 0; i < answered_.size(); ++i) {
    const int64_t count = answered_[i].load(std::memory_order_relaxed);
    if (count == 0) continue;
    out += fmt::format("paisql_requests_total{{{},code=\"{}\"}} {}\n", labels, i + kLowestStatus,
                       count);
  }
  Head("paisql_request_seconds", "histogram", "From the whole request to its answer.", out);
  latency_seconds_.Print("paisql_request_seconds", labels, out);
  Head("paisql_compute_seconds", "histogram", "One run of the model.", out);
  compute_seconds_.Print("paisql_compute_seconds", labels, out);
  Head("paisql_batch_rows", "histogram", "Rows in one run of the model.", out);
  batch_rows_.Print("paisql_batch_rows", labels, out);
  Head("paisql_batch_requests", "histogram", "Requests in one run of the model.", out);
  batch_requests_.Print("paisql_batch_requests", labels, out);
  One("paisql_queue_requests", "gauge", "Requests that wait for the model.", labels, queued, out);
  One("paisql_computing_requests", "gauge", "Requests that the model computes.", labels, computing,
      out);
  One("paisql_connections", "gauge", "Open connections.", labels, counts.connections, out);
  One("paisql_connections_accepted_total", "counter", "Connections that were accepted.", labels,
      counts.accepted, out);
  One("paisql_connections_closed_for_others_total", "counter",
      "Idle connections that were closed for want of room.", labels, counts.closed_for_others, out);
  One("paisql_timeouts_total", "counter", "Requests and connections that were too slow.", labels,
      counts.timeouts, out);
  One("paisql_out_of_memory_total", "counter", "Connections that memory was missing for.", labels,
      counts.out_of_memory, out);
  return out;
}

}  // namespace paisql::serving
