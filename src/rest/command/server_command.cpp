#include "rest/command/server_command.h"

#include <sys/signalfd.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <thread>

#include "base/files/files.h"
#include "base/whole_number.h"
#include "http/server.h"
#include "render/error_report.h"
#include "rest/api.h"
#include "rest/identity/token_key.h"
#include "script/options/session_options.h"
#include "script/runner.h"
#include "terminal/terminal.h"

namespace paisql::rest {

namespace {

constexpr std::string_view kUsage =
    "usage: paisql server [--home DIR] [--host 127.0.0.1] [--port N] [--user-file FILE]\n"
    "                     [--keep N] [--result-mb N] [--at-once N] [--queue N]\n"
    "\n"
    "Speaks the platform's protocol over HTTP, so that PyODPS and other clients use a home.\n"
    "\n"
    "  --home DIR         the home (PAISQL_HOME, else ~/.paisql)\n"
    "  --host ADDRESS     where to listen (127.0.0.1, which is for this machine alone)\n"
    "  --port N           a port (a free one)\n"
    "  --user-file FILE   access ids, their secrets and users; without it everybody is the owner\n"
    "  --keep N           so many ended instances can be asked for, for a day (10000)\n"
    "  --result-mb N      the largest result of a query, in MB of memory (1024)\n"
    "  --at-once N        so many instances run at once, besides small ones (twice the cores)\n"
    "  --queue N          so many instances wait at most (10000)\n"
    "\n"
    "Standard output gets one line, the endpoint, when the server is ready. Exit status: 0 at the\n"
    "end, 2 wrong usage, 3 a home or an address that cannot be used.\n";
// All results together may have so many times the largest one.
constexpr int64_t kResultsAtOnce = 4;
constexpr int kStopMs = 5000;
constexpr int kDrainMs = 3000;
constexpr size_t kBodyLimitBytes = size_t{256} << 20;

struct ServerFlags {
  std::string home;
  std::string host = "127.0.0.1";
  int port = 0;
  std::string user_file;  // "": everybody is the owner
  int keep = 10000;
  int result_mb = 1024;
  int at_once = 0;  // 0: twice the cores
  int queue = 10000;
  bool help = false;
};

struct NumberFlag {
  std::string_view name;
  int ServerFlags::*value;
  int least;
  int most;
};

constexpr NumberFlag kNumbers[] = {
    {"--port", &ServerFlags::port, 0, 65535},
    {"--keep", &ServerFlags::keep, 1, 10000000},
    {"--result-mb", &ServerFlags::result_mb, 1, 1 << 20},
    {"--at-once", &ServerFlags::at_once, 1, 1000},
    {"--queue", &ServerFlags::queue, 1, 10000000},
};

int FailUsage(const std::string& detail) {
  terminal::PrintLine("paisql: " + detail);
  terminal::PrintLine("paisql server --help shows the flags");
  return script::kExitUsage;
}

Result<ServerFlags> ReadFlags(const std::vector<std::string>& arguments) {
  ServerFlags flags;
  const auto wrong = [](std::string detail) {
    return Error{ErrorCode::kInvalidCommand, std::move(detail), {}, ""};
  };
  for (size_t i = 1; i < arguments.size(); ++i) {
    const std::string& name = arguments[i];
    if (name == "--help" || name == "-h") {
      flags.help = true;
      continue;
    }
    const auto* const number = std::ranges::find(kNumbers, name, &NumberFlag::name);
    const bool is_number = number != std::end(kNumbers);
    if (name != "--home" && name != "--host" && name != "--user-file" && !is_number) {
      return wrong("server has no argument " + name);
    }
    if (i + 1 == arguments.size()) return wrong(name + " needs a value");
    const std::string& value = arguments[++i];
    if (name == "--home") flags.home = value;
    if (name == "--host") flags.host = value;
    if (name == "--user-file") flags.user_file = value;
    if (!is_number) continue;
    const std::optional<int> read = ParseNumber<int>(value);
    if (!read || *read < number->least || *read > number->most) {
      return wrong("'" + value + "' is not a number for " + name);
    }
    flags.*number->value = *read;
  }
  if (flags.host != "127.0.0.1" && flags.user_file.empty()) {
    return wrong("everybody who reaches --host " + flags.host +
                 " would be the owner: name users by --user-file");
  }
  return flags;
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

// Waits for a signal that ends the server. With users, SIGHUP reads their file again.
void AwaitEnd(const sigset_t& ends, IdentityBook& identities) {
  int signal = 0;
  while (sigwait(&ends, &signal) == 0) {
    if (signal != SIGHUP || !identities.has_file()) return;
    const Status read = identities.Reread();
    if (read.ok()) {
      terminal::PrintLine("paisql: the file of users was read again");
    } else {
      render::PrintError(read.error());
      terminal::PrintLine("paisql: the users stay as they were");
    }
  }
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
  options->tells_progress = true;
  // A wrong file makes no home.
  if (!flags.user_file.empty()) {
    if (const auto users = ReadUserFile(flags.user_file); !users.ok()) {
      return FailEnvironment(users.error());
    }
  }
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
  limits.admission.small_at_once = std::max(2, cores);
  limits.admission.waiting = static_cast<size_t>(flags.queue);
  instances::InstanceService instances(context, *options, limits);
  Service service{context, *options, catalogs, instances, "", **identities};
  http::ServerCounts counts;
  Api api(service, **identities, "/api", cores * 4);
  http::ServerOptions listen;
  listen.host = flags.host;
  listen.port = flags.port;
  listen.body_limit_bytes = kBodyLimitBytes;
  Result<std::unique_ptr<http::Server>> server = http::Server::Start(listen, api, counts);
  if (!server.ok()) return FailEnvironment(server.error());
  service.address = flags.host + ":" + std::to_string((*server)->port());
  WriteAll(STDOUT_FILENO, "http://" + service.address + "/api\n");
  AwaitEnd(ends, **identities);
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
  const Result<ServerFlags> flags = ReadFlags(arguments);
  if (!flags.ok()) return FailUsage(flags.error().detail);
  if (flags->help) {
    WriteAll(STDOUT_FILENO, kUsage);
    return script::kExitDone;
  }
  return Serve(*flags);
}

}  // namespace paisql::rest
