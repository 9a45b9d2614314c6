#include "rest/command/server_command.h"

#include <sys/signalfd.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <limits>
#include <thread>

#include "base/files/files.h"
#include "base/system/clock.h"
#include "http/descriptors.h"
#include "http/server.h"
#include "http/tls.h"
#include "render/error_report.h"
#include "rest/api.h"
#include "rest/command/probe.h"
#include "rest/command/server_flags.h"
#include "rest/identity/token_key.h"
#include "rest/storage/storage_sessions.h"
#include "script/options/session_options.h"
#include "script/runner.h"
#include "store/home/lease.h"
#include "terminal/terminal.h"

namespace paisql::rest {

namespace {

// All results together may have so many times the largest one.
constexpr int64_t kResultsAtOnce = 4;
constexpr int kStopMs = 5000;
constexpr int kDrainMs = 3000;
constexpr size_t kOtherDescriptors = 400;  // of statements, bodies and sources
constexpr int kAnswerMs = 600'000;         // the rows of a large upload become a table meanwhile

int FailUsage(const std::string& detail) {
  terminal::PrintLine("paisql: " + detail);
  terminal::PrintLine("paisql server --help shows the flags");
  return script::kExitUsage;
}

// Blocks the signals that end the server, for all threads that begin from now on.
sigset_t BlockEnds() {
  sigset_t ends;
  sigemptyset(&ends);
  for (const int signal : {SIGTERM, SIGINT, SIGHUP}) sigaddset(&ends, signal);
  pthread_sigmask(SIG_BLOCK, &ends, nullptr);
  return ends;
}

int FailEnvironment(const Error& error) {
  render::PrintError(error);
  return script::kExitEnvironment;
}

void TellOfReading(const Status& read, const std::string& what) {
  if (read.ok()) return terminal::PrintLine("paisql: " + what + " was read again");
  render::PrintError(read.error());
  terminal::PrintLine("paisql: " + what + " stays as it was");
}

// Waits for a signal that ends the server. SIGHUP has its files read again, where it has any.
void AwaitEnd(const sigset_t& ends, IdentityBook& identities, http::TlsIdentity* tls) {
  int signal = 0;
  while (sigwait(&ends, &signal) == 0) {
    if (signal != SIGHUP || (!identities.has_file() && tls == nullptr)) return;
    if (identities.has_file()) TellOfReading(identities.Reread(), "the file of users");
    if (tls != nullptr) TellOfReading(tls->ReadAgain(), "the certificate");
  }
}

// Null where the server speaks plain HTTP.
Result<std::unique_ptr<http::TlsIdentity>> ReadTls(const ServerFlags& flags) {
  if (flags.tls_cert.empty()) return std::unique_ptr<http::TlsIdentity>();
  PAISQL_ASSIGN(auto tls, http::TlsIdentity::Read(flags.tls_cert, flags.tls_key));
  if (tls->ends_ms() < NowMs()) {
    terminal::PrintLine("paisql: the certificate of " + flags.tls_cert +
                        " has ended, so clients will refuse it");
  }
  return tls;
}

// What cannot be interrupted, such as a function that waits, must not hold the server. Its
// statement has changed nothing, since it was not committed.
[[noreturn]] void EndWithoutStatements() {
  terminal::PrintLine("paisql: a statement did not stop; the server ends all the same");
  std::_Exit(script::kExitDone);
}

int Serve(const ServerFlags& flags) {
  const sigset_t ends = BlockEnds();
  script::Flags common;
  common.home = flags.home;
  Result<session::SessionOptions> options = script::MakeSessionOptions(common, false);
  if (!options.ok()) return FailUsage(options.error().detail);
  options->ends_process = false;
  options->remote = true;
  options->tells_progress = true;
  // A wrong file makes no home.
  if (!flags.user_file.empty()) {
    if (const auto users = ReadUserFile(flags.user_file); !users.ok()) {
      return FailEnvironment(users.error());
    }
  }
  Result<std::unique_ptr<http::TlsIdentity>> read_tls = ReadTls(flags);
  if (!read_tls.ok()) return FailEnvironment(read_tls.error());
  const std::unique_ptr<http::TlsIdentity> tls = *std::move(read_tls);
  const Result<store::Home> home = store::Home::Open(options->home_path);
  if (!home.ok()) return FailEnvironment(home.error());
  const Result<std::string> token_key = ReadTokenKey(home->path());
  if (!token_key.ok()) return FailEnvironment(token_key.error());
  const auto identities = IdentityBook::Open(flags.user_file, *token_key);
  if (!identities.ok()) return FailEnvironment(identities.error());
  Catalogs catalogs(*home);
  const auto context = std::make_shared<session::HomeContext>(*options);
  // A first session makes the default project.
  if (auto first = session::Session::Open(context, *options); !first.ok()) {
    return FailEnvironment(first.error());
  }
  const int cores = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  instances::InstanceLimits limits;
  limits.kept = static_cast<size_t>(flags.keep);
  limits.result_bytes = int64_t{flags.result_mb} << 20;
  limits.all_results_bytes = kResultsAtOnce * limits.result_bytes;
  limits.admission.at_once = flags.at_once > 0 ? flags.at_once : cores * 2;
  limits.admission.small_at_once = std::max(4, cores * 2);
  limits.admission.waiting = static_cast<size_t>(flags.queue);
  instances::InstanceService instances(context, *options, limits);
  Service service{context, *options, catalogs, instances, "", **identities};
  service.storage = std::make_shared<StorageSessions>();
  service.tunnels.limits.bytes = int64_t{flags.session_mb} << 20;
  http::ServerCounts counts;
  const auto lease = store::Lease::Acquire(*home);
  if (!lease.ok()) return FailEnvironment(lease.error());
  const Result<std::string> staging = (*lease)->StagingFolder();
  if (!staging.ok()) return FailEnvironment(staging.error());
  const uint64_t upload_limit_bytes = static_cast<uint64_t>(flags.upload_mb) << 20;
  Api api(service, **identities, {"/api", cores * 4, upload_limit_bytes, *staging});
  http::ServerOptions listen;
  listen.host = flags.host;
  listen.port = flags.port;
  listen.tls = tls.get();
  listen.body_limit_bytes = std::numeric_limits<size_t>::max();  // each route has its own
  listen.max_connections = http::RoomForConnections(kOtherDescriptors);
  listen.answer_timeout_ms = kAnswerMs;
  Result<std::unique_ptr<http::Server>> server = http::Server::Start(listen, api, counts);
  if (!server.ok()) return FailEnvironment(server.error());
  service.address = flags.host + ":" + std::to_string((*server)->port());
  if (tls != nullptr) service.scheme = "https";
  WriteAll(STDOUT_FILENO, service.Url() + "/api\n");
  AwaitEnd(ends, **identities, tls.get());
  const bool stopped = instances.Stop(kStopMs);
  (*server)->Drain(kDrainMs);
  if (!stopped) EndWithoutStatements();
  api.Finish();
  return script::kExitDone;
}

}  // namespace

bool NamesServer(const std::vector<std::string>& arguments) {
  return !arguments.empty() && arguments.front() == "server";
}

int RunServerCommand(const std::vector<std::string>& arguments) {
  const Result<ServerFlags> flags = ReadServerFlags(arguments);
  if (!flags.ok()) return FailUsage(flags.error().detail);
  if (flags->help) {
    WriteAll(STDOUT_FILENO, ServerUsage());
    return script::kExitDone;
  }
  if (flags->probe) {
    const Status ready = ProbeServer(flags->port);
    return ready.ok() ? script::kExitDone : FailEnvironment(ready.error());
  }
  return Serve(*flags);
}

}  // namespace paisql::rest
