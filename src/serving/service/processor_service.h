#pragma once

// Serves a custom processor at the paths of PAI-EAS. Bodies reach the processor, and its answers
// reach the client, unchanged.

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "base/result.h"
#include "http/server.h"
#include "serving/access/admission.h"
#include "serving/metrics/service_metrics.h"
#include "serving/processor/processor_pool.h"
#include "serving/service/serve.h"
#include "serving/service/service.h"

namespace paisql::serving {

class ProcessorService final : public http::Handler {
 public:
  // Pool and counts outlive the service.
  ProcessorService(ServiceOptions options, ProcessorPool& pool, const http::ServerCounts& counts);

  std::optional<http::Response> Admit(const http::Request& head) override;
  void Handle(const http::Request& request, const http::Reply& reply) override;

  // GET /readyz says 503 from now on; it also does while no process is ready.
  void BecomeUnready() { ends_ = true; }

 private:
  http::Response Show(const http::Request& request) const;
  std::string Metrics() const;
  void Predict(const http::Request& request, const http::Reply& reply);

  const ServiceOptions options_;
  ProcessorPool& pool_;
  const http::ServerCounts& counts_;
  RateLimit rate_limit_;
  ServiceMetrics metrics_;
  std::atomic<bool> ends_{false};
};

// Listens, calls `ready` with the address, and answers until one of the signals of BlockEnd comes;
// then takes nothing new, and returns when all is answered or the time for it is over. True when
// all was answered. kEnvironment where the address cannot be had.
Result<bool> ServeProcessor(const ServeOptions& options, ProcessorPool& pool,
                            const std::function<void(const std::string& address)>& ready);

}  // namespace paisql::serving
