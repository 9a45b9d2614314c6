#pragma once

// A custom processor behind the paths of PAI-EAS: bodies go to it and come back as they are.

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "base/result.h"
#include "serving/access/rate_limit.h"
#include "serving/http/http_server.h"
#include "serving/metrics/service_metrics.h"
#include "serving/processor/processor_pool.h"
#include "serving/service/serve.h"
#include "serving/service/service.h"

namespace paisql::serving {

class ProcessorService final : public Handler {
 public:
  // Pool and counts outlive the service.
  ProcessorService(ServiceOptions options, ProcessorPool& pool, const HttpCounts& counts);

  std::optional<Response> Admit(const Request& head) override;
  void Handle(const Request& request, const Reply& reply) override;

  // GET /readyz says 503 from now on; it also does while no process is ready.
  void BecomeUnready() { ends_ = true; }

 private:
  Response Show(const Request& request) const;
  std::string Metrics() const;
  void Predict(const Request& request, const Reply& reply);

  const ServiceOptions options_;
  ProcessorPool& pool_;
  const HttpCounts& counts_;
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
