#include "serving/service/serve.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <thread>
#include <utility>

#include "base/events/event_loop.h"
#include "base/events/event_sources.h"
#include "http/descriptors.h"
#include "serving/service/listening.h"
#include "serving/service/warm_up_request.h"

namespace paisql::serving {

namespace {

constexpr size_t kOtherDescriptors = 100;  // of libraries, the log and the loops

}  // namespace

int Milliseconds(int64_t value) {
  return static_cast<int>(std::min<int64_t>(value, std::numeric_limits<int>::max()));
}

http::ServerOptions ServerOptionsOf(const ServeOptions& options) {
  const ServiceSettings& settings = options.service.settings;
  const size_t room = http::RoomForConnections(kOtherDescriptors);
  http::ServerOptions made;
  made.host = options.host;
  made.port = options.port;
  made.socket = options.socket;
  const int64_t cpus = std::max(1U, std::thread::hardware_concurrency());
  made.threads = static_cast<int>(std::min(settings.io_threads, cpus));
  made.body_limit_bytes = static_cast<size_t>(settings.max_body_bytes);
  made.max_connections = std::min(static_cast<size_t>(settings.max_connections), room);
  made.idle_timeout_ms = Milliseconds(settings.idle_timeout_ms);
  made.body_timeout_ms = Milliseconds(settings.body_timeout_ms);
  made.answer_timeout_ms = Milliseconds(settings.keepalive_ms);
  return made;
}

std::string AddressOf(const ServeOptions& options, int port) {
  if (!options.socket.empty()) return "unix:" + options.socket;
  const std::string& host = options.host;
  const bool is_v6 = host.find(':') != std::string::npos;
  return "http://" + (is_v6 ? "[" + host + "]" : host) + ":" + std::to_string(port);
}

Result<std::unique_ptr<RequestLog>> OpenLog(const ServeOptions& options,
                                            const inference::Signature* signature) {
  if (options.log.table.empty() || options.log_writer == nullptr) {
    return std::unique_ptr<RequestLog>();
  }
  const ServiceSettings& settings = options.service.settings;
  LogTable table(options.service.name, options.service.version, signature);
  PAISQL_TRY(options.log_writer->Open(table.columns()));
  RequestLogOptions log;
  log.sample = options.log.sample;
  log.max_rows = settings.log_max_rows;
  log.max_bytes = settings.log_max_bytes;
  log.max_age_ms = settings.log_max_seconds * 1000;
  log.queue_bytes = settings.log_queue_bytes;
  return std::make_unique<RequestLog>(std::move(table), log, *options.log_writer, options.tell);
}

void BlockEnd() { BlockSignals(kEndings); }

Result<SignalSource> OpenEnd() { return SignalSource::Open(kEndings); }

Result<bool> Serve(const ServeOptions& options, inference::Model& model,
                   const std::function<void(const Serving&)>& ready) {
  PAISQL_ASSIGN(SignalSource signals, OpenEnd());
  const http::ServerOptions server_options = ServerOptionsOf(options);
  http::ServerCounts counts;
  PAISQL_ASSIGN(const std::unique_ptr<RequestLog> log,
                OpenLog(options, inference::FindSignature(model.signatures(), "")));
  ServiceOptions of_service = options.service;
  of_service.log = log.get();
  if (!options.warm_up_path.empty()) {
    PAISQL_ASSIGN(Call call, ReadWarmUpRequest(options.warm_up_path, model.signatures()));
    of_service.warm_up_calls.push_back(std::move(call));
  }
  Service service(std::move(of_service), model, counts,
                  static_cast<size_t>(server_options.threads));
  // Nobody is to ask a model that cannot answer: who takes its place goes on instead.
  if (service.warm_up().failure.has_value()) return *service.warm_up().failure;
  PAISQL_ASSIGN(const std::unique_ptr<http::Server> server,
                http::Server::Start(server_options, service, counts));
  ready({AddressOf(options, server->port()), service.warm_up()});
  while (!AwaitReadable(signals.descriptor())) {
  }
  service.BecomeUnready();
  const bool all = server->Drain(Milliseconds(options.service.settings.termination_grace_s * 1000));
  service.Stop();
  if (log != nullptr) log->Finish();
  return all;
}

}  // namespace paisql::serving
