#include "serving/front/front_metrics.h"

#include <fmt/format.h>

#include <algorithm>

namespace paisql::serving {

namespace {

constexpr std::array kSeconds = {0.00005, 0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02,
                                 0.05,    0.1,    0.2,    0.5,    1.0,   2.0,   5.0,   10.0};

size_t RowOf(int status) {
  return static_cast<size_t>(
      std::clamp(status - VersionCounts::kLowestStatus, 0, VersionCounts::kStatuses - 1));
}

void Head(std::string_view name, std::string_view type, std::string_view help, std::string& out) {
  out += fmt::format("# HELP {} {}\n# TYPE {} {}\n", name, help, name, type);
}

void One(std::string_view name, std::string_view type, std::string_view help, int64_t value,
         std::string& out) {
  Head(name, type, help, out);
  out += fmt::format("{} {}\n", name, value);
}

struct CountRow {
  std::string_view name;
  std::string_view type;
  std::string_view help;
  std::atomic<int64_t> VersionCounts::*member;
};
constexpr CountRow kCounts[] = {
    {"paisql_front_instances", "gauge", "Instances that are ready.", &VersionCounts::instances},
    {"paisql_front_weight", "gauge", "Share of the requests, against the weights of all versions.",
     &VersionCounts::weight},
    {"paisql_front_waiting_requests", "gauge", "Requests that an instance has not answered yet.",
     &VersionCounts::waiting},
    {"paisql_front_repeated_total", "counter", "Requests that went to a further instance.",
     &VersionCounts::repeated},
    {"paisql_front_mirrored_total", "counter", "Copies of requests, whose answers are dropped.",
     &VersionCounts::mirrored},
    {"paisql_front_mirrors_dropped_total", "counter", "Copies that were not made for want of room.",
     &VersionCounts::mirrors_dropped},
};

}  // namespace

VersionCounts::VersionCounts() : seconds(kSeconds) {}

void VersionCounts::Answered(int status, int64_t microseconds) {
  answered[RowOf(status)].fetch_add(1, std::memory_order_relaxed);
  seconds.Add(static_cast<double>(microseconds) / 1e6);
}

int64_t VersionCounts::AllAnswered() const {
  int64_t all = mirrored.load(std::memory_order_relaxed);
  for (const std::atomic<int64_t>& count : answered) all += count.load(std::memory_order_relaxed);
  return all;
}

std::shared_ptr<VersionCounts> FrontMetrics::Of(const std::string& service,
                                                const std::string& version) {
  const std::lock_guard lock(mutex_);
  std::shared_ptr<VersionCounts>& counts = counts_[{service, version}];
  if (counts == nullptr) counts = std::make_shared<VersionCounts>();
  return counts;
}

void FrontMetrics::Refused(int status) {
  refused_[RowOf(status)].fetch_add(1, std::memory_order_relaxed);
}

std::string FrontMetrics::Print(const http::ServerCounts& counts) const {
  const std::lock_guard lock(mutex_);
  std::string out;
  const auto each = [this](const auto& print) {
    for (const auto& [key, counts] : counts_) {
      print(fmt::format(R"(service="{}",version="{}")", key.first, key.second), *counts);
    }
  };
  Head("paisql_front_requests_total", "counter", "Requests that were answered, by status.", out);
  each([&out](const std::string& labels, const VersionCounts& counts) {
    for (size_t i = 0; i < counts.answered.size(); ++i) {
      const int64_t count = counts.answered[i].load(std::memory_order_relaxed);
      if (count == 0) continue;
      out += fmt::format("paisql_front_requests_total{{{},code=\"{}\"}} {}\n", labels,
                         i + VersionCounts::kLowestStatus, count);
    }
  });
  Head("paisql_front_request_seconds", "histogram", "From the whole request to its answer.", out);
  each([&out](const std::string& labels, const VersionCounts& counts) {
    counts.seconds.Print("paisql_front_request_seconds", labels, out);
  });
  for (const CountRow& row : kCounts) {
    Head(row.name, row.type, row.help, out);
    each([&](const std::string& labels, const VersionCounts& counts) {
      out += fmt::format("{}{{{}}} {}\n", row.name, labels, (counts.*row.member).load());
    });
  }
  Head("paisql_front_refused_total", "counter", "Requests that no version has got, by status.",
       out);
  for (size_t i = 0; i < refused_.size(); ++i) {
    const int64_t count = refused_[i].load(std::memory_order_relaxed);
    if (count == 0) continue;
    out += fmt::format("paisql_front_refused_total{{code=\"{}\"}} {}\n",
                       i + VersionCounts::kLowestStatus, count);
  }
  One("paisql_front_connections", "gauge", "Open connections.", counts.connections, out);
  One("paisql_front_connections_accepted_total", "counter", "Connections that were accepted.",
      counts.accepted, out);
  One("paisql_front_connections_closed_for_others_total", "counter",
      "Idle connections that were closed for want of room.", counts.closed_for_others, out);
  One("paisql_front_timeouts_total", "counter", "Requests and connections that were too slow.",
      counts.timeouts, out);
  return out;
}

}  // namespace paisql::serving
