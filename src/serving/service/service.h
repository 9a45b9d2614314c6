#pragma once

// Serves one version of a model at the paths of PAI-EAS and of TensorFlow Serving. It reads
// requests, has them computed, and writes answers. It knows neither sockets nor the model's origin.

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "http/server.h"
#include "inference/model.h"
#include "inference/signature_names.h"
#include "serving/access/admission.h"
#include "serving/batch/batcher.h"
#include "serving/batch/cost.h"
#include "serving/batch/warm_up.h"
#include "serving/log/request_log.h"
#include "serving/metrics/service_metrics.h"
#include "serving/service/target.h"
#include "serving/settings/settings.h"

namespace paisql::serving {

struct ServiceOptions {
  std::string name;     // IsServiceName
  std::string version;  // digits
  std::string token;    // "": requests need none. It reaches no answer and no log.
  ServiceSettings settings;
  std::vector<inference::SignatureNames> names{};  // of the model's signatures, or none
  std::vector<Call> warm_up_calls{};               // real ones, which the model is warmed up with
  RequestLog* log = nullptr;  // outlives the service; none: requests are not kept
};

class Service final : public http::Handler {
 public:
  // Warms the model up, which takes as long as its first runs do. Model and counts outlive the
  // service. `loops` is the number of the server's threads.
  Service(ServiceOptions options, inference::Model& model, const http::ServerCounts& counts,
          size_t loops);

  const WarmUp& warm_up() const { return warm_up_; }

  std::optional<http::Response> Admit(const http::Request& head) override;
  void Handle(const http::Request& request, const http::Reply& reply) override;

  // GET /readyz says 503 from now on.
  void BecomeUnready() { ready_ = false; }
  // Lets go of waiting requests. Call after the server has ended and before its destruction.
  void Stop() { batcher_->Stop(); }

 private:
  enum class Protocol { kEas, kServing };

  http::Response Show(const Target& target, const http::Request& request);
  void Predict(const Target& target, const http::Request& request, const http::Reply& reply);
  void PredictBody(const Target& target, std::string_view body, const http::Request& request,
                   const http::Reply& reply, int64_t begin_us);
  // The request's entry for the log; nullptr when the log does not keep the request. `call` is
  // nullptr for a request that was not understood.
  std::shared_ptr<LogEntry> EntryOf(const http::Request& request, const Call* call);
  void Keep(LogEntry& entry, Outcome outcome, int64_t latency_us);
  std::string LogMetrics() const;

  const ServiceOptions options_;
  inference::Model& model_;
  const http::ServerCounts& counts_;
  RateLimit rate_limit_;
  ServiceMetrics metrics_;
  CostTable cost_;
  WarmUp warm_up_;
  std::unique_ptr<Batcher> batcher_;
  std::atomic<bool> ready_{true};
};

}  // namespace paisql::serving
