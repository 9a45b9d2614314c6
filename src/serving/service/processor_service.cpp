#include "serving/service/processor_service.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <utility>

#include "base/events/event_loop.h"
#include "base/system/clock.h"
#include "serving/access/admission.h"
#include "serving/batch/call.h"
#include "serving/service/listening.h"
#include "serving/service/pages.h"
#include "serving/service/target.h"
#include "serving/wire/compression.h"

namespace paisql::serving {

namespace {

// Beyond the time that the processor has for an answer; it is the pool that tells of its end.
constexpr int kTellingMs = 5000;
constexpr int kFirstError = 400;

// Whether a service without signatures has this page.
bool IsOffered(Page page) {
  return page == Page::kPredict || page == Page::kUpstreams || page == Page::kMetrics ||
         page == Page::kAlive || page == Page::kReady;
}

}  // namespace

ProcessorService::ProcessorService(ServiceOptions options, ProcessorPool& pool,
                                   const http::ServerCounts& counts)
    : options_(std::move(options)),
      pool_(pool),
      counts_(counts),
      rate_limit_(options_.settings.rate_limit) {}

std::optional<http::Response> ProcessorService::Admit(const http::Request& head) {
  const FoundTarget found = FindTarget(head.method, head.target, options_.name);
  const Page page = found.target.page;
  if (found.missing == Missing::kService) return TextError(404, "there is no such service here");
  if (found.missing == Missing::kNothing && page == Page::kSignature) {
    return TextError(405, "a processor is asked by POST");
  }
  if (found.missing == Missing::kMethod)
    return TextError(405, "this path does not take this method");
  // The path after the service's name belongs to the processor, whatever it looks like.
  const bool own =
      head.method == "POST" && (page == Page::kPredict || head.target.starts_with("/api/"));
  if (found.missing != Missing::kNothing || (!IsOffered(page) && !own)) {
    return TextError(404, "there is nothing at this path");
  }
  if (!own && !found.target.wants_token) return std::nullopt;
  std::optional<http::Response> refusal;
  if (!IsAuthorized(head, options_.token)) {
    refusal = TextError(401, "the token of the service is missing or wrong");
  } else if (!rate_limit_.Take(SteadyUs())) {
    refusal = TextError(429, "too many requests a second (metadata.rpc.rate_limit)");
  }
  if (refusal.has_value()) metrics_.Answered(refusal->status, 0);
  return refusal;
}

void ProcessorService::Handle(const http::Request& request, const http::Reply& reply) {
  if (request.method == "POST") return Predict(request, reply);
  http::Response response = Show(request);
  response.content_encoding = Compress(request.accept_encoding, response.body);
  reply.Send(std::move(response));
}

http::Response ProcessorService::Show(const http::Request& request) const {
  switch (FindTarget(request.method, request.target, options_.name).target.page) {
    case Page::kUpstreams:
      return UpstreamsPage(request.host);
    case Page::kMetrics:
      return {200, "text/plain; version=0.0.4; charset=utf-8", Metrics()};
    case Page::kAlive:
      return {200, kTextType, "ok\n"};
    default:
      break;
  }
  if (ends_) return TextError(503, "the server ends");
  if (pool_.counts().ready == 0) return TextError(503, "no process of the processor is ready");
  return {200, kTextType, "ready\n"};
}

std::string ProcessorService::Metrics() const {
  const workers::PoolCounts& pool = pool_.counts();
  std::string text = metrics_.Print(options_.name, options_.version, counts_);
  if (options_.log != nullptr) {
    text += options_.log->Print(ServiceMetrics::Labels(options_.name, options_.version));
  }
  const auto add = [&](std::string_view name, std::string_view type, std::string_view help,
                       int64_t value) {
    text +=
        fmt::format("# HELP {0} {1}\n# TYPE {0} {2}\n{0}{{service=\"{3}\",version=\"{4}\"}} {5}\n",
                    name, help, type, options_.name, options_.version, value);
  };
  add("paisql_processor_queue_requests", "gauge", "Requests that wait for the processor.",
      pool.queued);
  add("paisql_processor_computing_requests", "gauge", "Requests that the processor computes.",
      pool.computing);
  add("paisql_processor_ready_processes", "gauge", "Processes that are ready.", pool.ready);
  add("paisql_processor_starts_total", "counter", "Processes that were started.", pool.starts);
  return text;
}

void ProcessorService::Predict(const http::Request& request, const http::Reply& reply) {
  const int64_t begin_us = SteadyUs();
  const std::shared_ptr<LogEntry> kept =
      options_.log == nullptr ? nullptr : options_.log->Begin(request.request_id);
  const auto answer = [this, reply, begin_us, kept,
                       accept = std::string(request.accept_encoding)](http::Response response) {
    const int64_t latency_us = SteadyUs() - begin_us;
    if (kept != nullptr) {
      response.request_id = kept->request_id;
      kept->status = response.status;
      kept->latency_us = latency_us;
      (response.status < kFirstError ? kept->answer_body : kept->error) = response.body;
    }
    response.content_encoding = Compress(accept, response.body);
    metrics_.Answered(response.status, latency_us);
    reply.Send(std::move(response));
    if (kept != nullptr) options_.log->Add(std::move(*kept));
  };
  if (!options_.token.empty() && !IsSignedBody(request)) {
    return answer(TextError(401, kOtherBody));
  }
  std::string body(request.body);
  // The processor sees no headers, so what a header says of the body is done here; a body that is
  // packed without one is the processor's own.
  if (!request.content_encoding.empty()) {
    const auto limit = static_cast<size_t>(options_.settings.max_body_bytes);
    auto plain = Decompress(request.body, request.content_encoding, limit);
    if (!plain.ok()) return answer(TextError(StatusOf(plain.error()), plain.error().detail));
    if (plain->has_value()) body = **std::move(plain);
  }
  if (kept != nullptr) kept->request_body = body;
  pool_.Submit(std::move(body), [answer](ProcessorAnswer said) {
    const bool good = said.status < kFirstError;
    answer({said.status, good ? "application/octet-stream" : kTextType, std::move(said.body)});
  });
}

Result<bool> ServeProcessor(const ServeOptions& options, ProcessorPool& pool,
                            const std::function<void(const std::string& address)>& ready) {
  PAISQL_ASSIGN(SignalSource signals, OpenEnd());
  http::ServerOptions server_options = ServerOptionsOf(options);
  server_options.answer_timeout_ms = Milliseconds(pool.keepalive_ms() + kTellingMs);
  server_options.body_limit_bytes =
      std::min(server_options.body_limit_bytes, workers::kMostFrameBytes);
  http::ServerCounts counts;
  PAISQL_ASSIGN(const std::unique_ptr<RequestLog> log, OpenLog(options, nullptr));
  ServiceOptions of_service = options.service;
  of_service.log = log.get();
  ProcessorService service(std::move(of_service), pool, counts);
  PAISQL_ASSIGN(const std::unique_ptr<http::Server> server,
                http::Server::Start(server_options, service, counts));
  ready(AddressOf(options, server->port()));
  while (!AwaitReadable(signals.descriptor())) {
  }
  service.BecomeUnready();
  const bool all = server->Drain(Milliseconds(options.service.settings.termination_grace_s * 1000));
  pool.Stop();
  if (log != nullptr) log->Finish();
  return all;
}

}  // namespace paisql::serving
