#include "serving/settings/settings.h"

#include <vector>

#include "base/text.h"
#include "base/whole_number.h"

namespace paisql::serving {

namespace {

constexpr int64_t kMost = int64_t{1} << 40;

using S = ServiceSettings;
constexpr SettingRow kSettings[] = {
    {"metadata.rpc.batching", &S::batching, 0, 1,
     "requests that come together may be computed as one"},
    {"metadata.rpc.max_batch_size", &S::max_batch_size, 1, 65536,
     "rows that are computed at once; a larger request is computed alone"},
    {"metadata.rpc.max_batch_timeout", &S::max_batch_timeout_ms, 1, 3600000,
     "ms that a batch may be expected to take; it grows no further"},
    {"metadata.rpc.max_queue_size", &S::max_queue_size, 0, 1000000,
     "requests that wait for a worker; more are answered 450"},
    {"metadata.rpc.keepalive", &S::keepalive_ms, 1, 86400000,
     "ms within which a request is answered, else it is 408"},
    {"metadata.rpc.rate_limit", &S::rate_limit, 0, kMost,
     "requests a second; more are answered 429; 0: no limit"},
    {"metadata.rpc.io_threads", &S::io_threads, 1, 256,
     "threads that read requests, at most one a CPU"},
    {"metadata.rpc.worker_threads", &S::worker_threads, 1, 256,
     "threads for computations above 1 ms, at most one a CPU"},
    {"processor.processes", &S::processor_processes, 0, 256,
     "processes of a processor; 0: as many as it says, else 1"},
    {"processor.threads", &S::processor_threads, 0, 1024,
     "requests that a process computes at once; 0: as many as it says, else 5"},
    {"metadata.eas.termination_grace_period", &S::termination_grace_s, 0, 86400,
     "seconds after SIGTERM to answer earlier requests"},
    {"http.max_body_bytes", &S::max_body_bytes, 1, kMost,
     "a larger body, also a decompressed one, is answered 413"},
    {"http.max_connections", &S::max_connections, 1, 10000000,
     "beyond so many, the one that is idle longest is closed"},
    {"http.idle_timeout", &S::idle_timeout_ms, 1, 86400000,
     "ms from an answer to the end of the next request's head; then the connection is closed"},
    {"http.body_timeout", &S::body_timeout_ms, 1, 86400000,
     "ms for a body to arrive, else it is 408"},
    {"sinker.max_rows", &S::log_max_rows, 1, 1000000,
     "rows of the request log that are written at once"},
    {"sinker.max_bytes", &S::log_max_bytes, 1, int64_t{1} << 30,
     "bytes of text after which they are written, however few rows they are"},
    {"sinker.max_seconds", &S::log_max_seconds, 1, 86400,
     "seconds after which they are written, however few they are"},
    {"sinker.max_queue_bytes", &S::log_queue_bytes, 1, kMost,
     "memory of what waits to be written; beyond it requests are left out of the log"},
};

Error Wrong(std::string detail) { return {ErrorCode::kInvalidCommand, std::move(detail), {}, ""}; }

}  // namespace

std::span<const SettingRow> SettingTable() { return kSettings; }

Status SetServiceSetting(std::string_view name, std::string_view value, ServiceSettings& settings) {
  std::vector<std::string> names;
  for (const SettingRow& row : kSettings) {
    names.emplace_back(row.name);
    if (row.name != name) continue;
    auto number = ParseNumber<int64_t>(value, row.least, row.most);
    if (row.most == 1 && (value == "true" || value == "false")) number = value == "true" ? 1 : 0;
    if (!number.has_value()) {
      return Wrong(std::string(name) + " needs a whole number from " + std::to_string(row.least) +
                   " to " + std::to_string(row.most));
    }
    settings.*row.member = *number;
    return Status::Ok();
  }
  const std::string near = DidYouMean(name, names);
  return Wrong("a service has no setting '" + std::string(name) + "'" +
               (near.empty() ? "; there are " + Join(names, ", ") : "; " + near));
}

}  // namespace paisql::serving
