#pragma once

// The front serves all services of a home at one address. It receives whole requests, forwards each
// to an instance, and returns the instance's answer.
//
// A request whose instance cannot be reached goes to another instance. So does, once, a request
// whose connection ends before its answer is whole. The dead instance may have computed the answer,
// but a prediction changes nothing. The front does not repeat a request that took too long: 504.
// While no instance is ready but one is expected, requests wait some seconds before they get 503.
//
// A request to a group goes to one of its services, by weight. From then on it is a request to that
// service: the service's limits, versions, mirror and counts apply.
//
// Only the front checks tokens and signatures; instances receive neither.

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "http/client.h"
#include "http/server.h"
#include "serving/front/front_metrics.h"
#include "serving/front/front_target.h"
#include "serving/front/switchboard.h"

namespace paisql::serving {

class Front final : public http::Handler {
 public:
  // Switchboard, metrics and counts outlive the front. `loops` is the number of the server's
  // threads.
  Front(Switchboard& switchboard, FrontMetrics& metrics, const http::ServerCounts& counts,
        size_t loops);
  ~Front() override;

  std::optional<http::Response> Admit(const http::Request& head) override;
  void Handle(const http::Request& request, const http::Reply& reply) override;

  // GET /readyz says 503 from now on.
  void BecomeUnready() { ready_ = false; }
  // Call after the server has ended and before its destruction.
  void Stop() { client_.Stop(); }

 private:
  struct Exchange;

  std::optional<http::Response> AdmitToGroup(const http::Request& head, const FrontTarget& target,
                                             const GroupLine& group);
  // Puts the service that is to answer in the place of its group; an answer refuses the request.
  std::optional<http::Response> ChooseOfGroup(const http::Request& request, FrontTarget* target);
  // Whether the service can be asked, maybe after some waiting.
  bool Answers(const ServiceLine& line) const;
  http::Response Show(const FrontTarget& target, const http::Request& request) const;
  void Forward(const std::shared_ptr<Exchange>& exchange);
  // Whether the request waits for an instance that is awaited.
  bool Waits(const std::shared_ptr<Exchange>& exchange);
  void OnAnswer(const std::shared_ptr<Exchange>& exchange, http::ClientAnswer answer);
  void Finish(Exchange& exchange, http::Response response);
  // Closes the loop's connections to instances that have ended.
  void KeepConnections(http::Loop& loop);
  void Mirror(const Exchange& exchange, const ServiceLine& line);

  Switchboard& switchboard_;
  FrontMetrics& metrics_;
  const http::ServerCounts& counts_;
  http::Client client_;
  std::vector<int64_t> updates_;     // of the switchboard, that each loop has seen
  std::atomic<int64_t> mirrors_{0};  // copies whose answers have not come
  std::atomic<int64_t> waiting_{0};  // requests that no instance was ready for
  std::atomic<bool> ready_{true};
};

}  // namespace paisql::serving
