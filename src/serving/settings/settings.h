#pragma once

// The settings of a service. The names of metadata.rpc.* are those of PAI-EAS' service.json, with
// its defaults and units; one table has them all (settings.cpp), and docs/serving-http.md lists it.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"

namespace paisql::serving {

struct ServiceSettings {
  int64_t batching = 1;
  int64_t max_batch_size = 16;
  int64_t max_batch_timeout_ms = 50;
  int64_t max_queue_size = 64;
  int64_t keepalive_ms = 5000;
  int64_t rate_limit = 0;
  int64_t io_threads = 4;
  int64_t worker_threads = 5;
  int64_t processor_processes = 0;
  int64_t processor_threads = 0;
  int64_t termination_grace_s = 30;
  int64_t max_body_bytes = int64_t{32} << 20;
  int64_t max_connections = 20000;
  int64_t idle_timeout_ms = 60000;
  int64_t body_timeout_ms = 60000;
  // These settings are of the request log (log/request_log.h).
  int64_t log_max_rows = 10000;
  int64_t log_max_bytes = int64_t{8} << 20;
  int64_t log_max_seconds = 10;
  int64_t log_queue_bytes = int64_t{64} << 20;

  bool operator==(const ServiceSettings&) const = default;
};

// Says which requests of a service a table keeps, as the sinker of a PAI-EAS service keeps them.
// The settings above have the sizes of batches.
struct LogSettings {
  std::string table;  // "[project.]name", made where there is none; "": nothing is kept
  double sample = 1;  // the share of requests that is kept, above 0 and up to 1

  bool operator==(const LogSettings&) const = default;
};

struct SettingRow {
  std::string_view name;
  int64_t ServiceSettings::*member;
  int64_t least;
  int64_t most;
  std::string_view help;
};

std::span<const SettingRow> SettingTable();

// "true" and "false" are 1 and 0. kInvalidCommand for an unknown name and for a value that it does
// not take.
Status SetServiceSetting(std::string_view name, std::string_view value, ServiceSettings& settings);

}  // namespace paisql::serving
