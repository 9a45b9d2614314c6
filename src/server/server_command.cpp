#include "server/server_command.h"

#include <unistd.h>

#include "base/files/files.h"
#include "base/system/clock.h"
#include "console/access/tokens.h"
#include "render/error_report.h"
#include "script/runner.h"
#include "server/probe.h"
#include "server/serve.h"
#include "server/server_flags.h"
#include "terminal/terminal.h"

namespace paisql::server {

namespace {

constexpr std::string_view kServerVerb = "server";
constexpr std::string_view kConsoleVerb = "console";

int FailUsage(const std::string& verb, const std::string& detail) {
  terminal::PrintLine("paisql: " + detail);
  terminal::PrintLine("paisql " + verb + " --help shows the flags");
  return script::kExitUsage;
}

int Fail(const Error& error) {
  render::PrintError(error);
  return script::kExitEnvironment;
}

// Users sign in, so the address of a server with users holds no token.
std::string ConsoleAddress(HomeServer& server) {
  const auto identities = server.identities().Now();
  if (identities->checks()) return server.Url() + "/console/";
  return console::AddressWithToken(server.Url(), *identities, NowMs());
}

void TellEndpoint(HomeServer& server) {
  if (server.has_pages()) terminal::PrintLine("paisql: the console: " + ConsoleAddress(server));
  WriteAll(STDOUT_FILENO, server.Url() + "/api\n");
}

int ServeConsole(const ServerFlags& flags) {
  return Serve(flags, [](HomeServer& server) {
    if (!server.has_pages()) {
      terminal::PrintLine(
          "paisql: this program was built without pages: scripts/setup --console, then build");
    }
    WriteAll(STDOUT_FILENO, ConsoleAddress(server) + "\n");
  });
}

}  // namespace

bool NamesServer(const std::vector<std::string>& arguments) {
  return !arguments.empty() &&
         (arguments.front() == kServerVerb || arguments.front() == kConsoleVerb);
}

int RunServerCommand(const std::vector<std::string>& arguments) {
  const bool console_only = arguments.front() == kConsoleVerb;
  const Result<ServerFlags> flags =
      console_only ? ReadConsoleFlags(arguments) : ReadServerFlags(arguments);
  if (!flags.ok()) return FailUsage(arguments.front(), flags.error().detail);
  if (flags->help) {
    WriteAll(STDOUT_FILENO, console_only ? ConsoleUsage() : ServerUsage());
    return script::kExitDone;
  }
  if (console_only) return ServeConsole(*flags);
  if (flags->probe) {
    const Status ready = ProbeServer(flags->port);
    return ready.ok() ? script::kExitDone : Fail(ready.error());
  }
  return Serve(*flags, TellEndpoint);
}

}  // namespace paisql::server
