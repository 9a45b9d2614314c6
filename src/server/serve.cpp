#include "server/serve.h"

#include <csignal>
#include <cstdlib>

#include "render/error_report.h"
#include "script/options/session_options.h"
#include "script/runner.h"
#include "terminal/terminal.h"

namespace paisql::server {

namespace {

// Blocks the signals that end the server, for all threads that begin from now on.
sigset_t BlockEnds() {
  sigset_t ends;
  sigemptyset(&ends);
  for (const int signal : {SIGTERM, SIGINT, SIGHUP}) sigaddset(&ends, signal);
  pthread_sigmask(SIG_BLOCK, &ends, nullptr);
  return ends;
}

void TellOfReading(const Status& read, const std::string& what) {
  if (read.ok()) return terminal::PrintLine("paisql: " + what + " was read again");
  render::PrintError(read.error());
  terminal::PrintLine("paisql: " + what + " stays as it was");
}

// Waits for a signal that ends the server. SIGHUP has its files read again, where it has any.
void AwaitEnd(const sigset_t& ends, HomeServer& server) {
  rest::IdentityBook& identities = server.identities();
  http::TlsIdentity* const tls = server.tls();
  int signal = 0;
  while (sigwait(&ends, &signal) == 0) {
    if (signal != SIGHUP || (!identities.has_file() && tls == nullptr)) return;
    if (identities.has_file()) TellOfReading(identities.Reread(), "the file of users");
    if (tls != nullptr) TellOfReading(tls->ReadAgain(), "the certificate");
  }
}

// A statement that cannot be interrupted, such as one whose function waits, must not hold the
// server. It has changed nothing, since it was not committed.
[[noreturn]] void EndWithoutStatements() {
  terminal::PrintLine("paisql: a statement did not stop; the server ends all the same");
  std::_Exit(script::kExitDone);
}

Result<session::SessionOptions> OptionsOf(const ServerFlags& flags) {
  script::Flags common;
  common.home = flags.home;
  PAISQL_ASSIGN(session::SessionOptions options, script::MakeSessionOptions(common, false));
  options.ends_process = false;
  options.remote = !flags.console_only;
  options.tells_progress = true;
  return options;
}

}  // namespace

int Serve(const ServerFlags& flags, const std::function<void(HomeServer&)>& ready) {
  const sigset_t ends = BlockEnds();
  const Result<session::SessionOptions> options = OptionsOf(flags);
  if (!options.ok()) {
    terminal::PrintLine("paisql: " + options.error().detail);
    return script::kExitUsage;
  }
  Result<std::unique_ptr<HomeServer>> server = HomeServer::Open(flags, *options);
  if (!server.ok()) {
    render::PrintError(server.error());
    return script::kExitEnvironment;
  }
  ready(**server);
  AwaitEnd(ends, **server);
  if (!(*server)->Stop()) EndWithoutStatements();
  return script::kExitDone;
}

}  // namespace paisql::server
