#include "serving/service/listening.h"

#include <unistd.h>

#include <algorithm>
#include <limits>
#include <thread>
#include <utility>

#include "base/events/event_loop.h"
#include "http/descriptors.h"

namespace paisql::serving {

namespace {

constexpr size_t kOtherDescriptors = 100;  // of libraries, the log and the loops

// Neither the libraries' ends nor ours: they would wait for the thread that loads.
void EndNow() { _exit(0); }

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

Result<SignalSource> OpenEnd() { return SignalSource::Open(kEndings); }

Result<std::unique_ptr<StartWatch>> StartWatch::Begin() {
  PAISQL_ASSIGN(SignalSource signals, SignalSource::Open(kEndings));
  PAISQL_ASSIGN(Bell bell, Bell::Make());
  return std::unique_ptr<StartWatch>(new StartWatch(std::move(signals), std::move(bell)));
}

StartWatch::StartWatch(SignalSource signals, Bell bell)
    : signals_(std::move(signals)), bell_(std::move(bell)), thread_([this] {
        EventLoop loop;
        bool over = false;
        const EventLoop::Watch end =
            loop.Add(signals_.descriptor(), EventLoop::Interest::kRead, EndNow);
        const EventLoop::Watch start =
            loop.Add(bell_.descriptor(), EventLoop::Interest::kRead, [&over] { over = true; });
        while (!over && loop.Turn(kNever).ok()) {
        }
      }) {}

StartWatch::~StartWatch() {
  bell_.Ring();
  thread_.join();
}

}  // namespace paisql::serving
