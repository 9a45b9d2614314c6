#include "serving/service/serve.h"

#include <sys/resource.h>

#include <algorithm>
#include <csignal>
#include <limits>
#include <thread>

#include "base/system/event_loop.h"
#include "serving/service/listening.h"

namespace paisql::serving {

namespace {

constexpr std::initializer_list<int> kEndings = {SIGTERM, SIGINT, SIGHUP};
constexpr size_t kOtherDescriptors = 100;  // of libraries, the log and the loops

// Every connection is a descriptor, and few are allowed by default.
size_t AllowDescriptors() {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return 1024;
  limit.rlim_cur = limit.rlim_max;
  (void)setrlimit(RLIMIT_NOFILE, &limit);
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return 1024;
  return static_cast<size_t>(std::min<rlim_t>(limit.rlim_cur, std::numeric_limits<int>::max()));
}

}  // namespace

int Milliseconds(int64_t value) {
  return static_cast<int>(std::min<int64_t>(value, std::numeric_limits<int>::max()));
}

HttpOptions HttpOptionsOf(const ServeOptions& options) {
  const ServiceSettings& settings = options.service.settings;
  const size_t descriptors = AllowDescriptors();
  const size_t room = descriptors > 2 * kOtherDescriptors ? descriptors - kOtherDescriptors : 64;
  HttpOptions http;
  http.host = options.host;
  http.port = options.port;
  const int64_t cpus = std::max(1U, std::thread::hardware_concurrency());
  http.threads = static_cast<int>(std::min(settings.io_threads, cpus));
  http.body_limit_bytes = static_cast<size_t>(settings.max_body_bytes);
  http.max_connections = std::min(static_cast<size_t>(settings.max_connections), room);
  http.idle_timeout_ms = Milliseconds(settings.idle_timeout_ms);
  http.body_timeout_ms = Milliseconds(settings.body_timeout_ms);
  http.answer_timeout_ms = Milliseconds(settings.keepalive_ms);
  return http;
}

std::string AddressOf(const std::string& host, int port) {
  const bool is_v6 = host.find(':') != std::string::npos;
  return "http://" + (is_v6 ? "[" + host + "]" : host) + ":" + std::to_string(port);
}

void BlockEnd() { BlockSignals(kEndings); }

Result<SignalSource> OpenEnd() { return SignalSource::Open(kEndings); }

Result<bool> Serve(const ServeOptions& options, inference::Model& model,
                   const std::function<void(const Serving&)>& ready) {
  PAISQL_ASSIGN(SignalSource signals, OpenEnd());
  const HttpOptions http = HttpOptionsOf(options);
  HttpCounts counts;
  Service service(options.service, model, counts, static_cast<size_t>(http.threads));
  PAISQL_ASSIGN(const std::unique_ptr<HttpServer> server, HttpServer::Start(http, service, counts));
  ready({AddressOf(options.host, server->port()), service.warm_up()});
  while (!AwaitReadable(signals.descriptor())) {
  }
  service.BecomeUnready();
  const bool all = server->Drain(Milliseconds(options.service.settings.termination_grace_s * 1000));
  service.Stop();
  return all;
}

}  // namespace paisql::serving
