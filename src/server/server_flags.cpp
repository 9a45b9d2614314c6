#include "server/server_flags.h"

#include <algorithm>
#include <optional>

#include "base/whole_number.h"

namespace paisql::server {

namespace {

constexpr std::string_view kUsage =
    "usage: paisql server [--home DIR] [--host 127.0.0.1] [--port N] [--user-file FILE]\n"
    "                     [--anonymous] [--keep N] [--result-mb N] [--at-once N] [--queue N]\n"
    "                     [--upload-mb N] [--session-mb N] [--tls-cert FILE --tls-key FILE]\n"
    "       paisql server --probe --port N\n"
    "\n"
    "Speaks the platform's protocol over HTTP, so that PyODPS and other clients use a home, and "
    "shows\n"
    "the home in a browser, at /console/.\n"
    "\n"
    "  --home DIR         the home (PAISQL_HOME, else ~/.paisql)\n"
    "  --host ADDRESS     where to listen (127.0.0.1, which is for this machine alone)\n"
    "  --port N           a port (a free one)\n"
    "  --user-file FILE   access ids, their secrets and users; without it everybody is the owner\n"
    "  --tls-cert FILE    the certificate of the server (PEM, with its chain): speaks HTTPS\n"
    "  --tls-key FILE     the key of the certificate (PEM, for its owner alone: 0600)\n"
    "  --anonymous        everybody is the owner also at a --host that others reach\n"
    "  --keep N           so many ended instances can be asked for, for a week (10000)\n"
    "  --result-mb N      the largest result of a query, in MB of the disk (102400)\n"
    "  --at-once N        so many instances run at once, besides small ones (twice the cores)\n"
    "  --queue N          so many instances wait at most (10000)\n"
    "  --upload-mb N      the largest block or file that a client sends, in MB (16384)\n"
    "  --session-mb N     the blocks that one upload keeps until its commit, in MB of the disk\n"
    "                     (102400)\n"
    "  --probe            asks the server at the port of this machine whether it is ready\n"
    "\n"
    "Standard output gets one line, the endpoint, when the server is ready. Exit status: 0 at the\n"
    "end, 2 wrong usage, 3 a home or an address that cannot be used, or, with\n"
    "--probe, a server that is not ready.\n";

constexpr std::string_view kConsoleUsage =
    "usage: paisql console [--home DIR] [--port N]\n"
    "\n"
    "Shows the home in a browser: editor, designer, logview, workflows, tables, services, models.\n"
    "The address, with its token, is for you at this machine alone.\n"
    "\n"
    "  --home DIR  the home (PAISQL_HOME, else ~/.paisql)\n"
    "  --port N    a port of 127.0.0.1 (8686, or a free one where that is taken; 0: a free one)\n"
    "\n"
    "Standard output gets one line, the address, when the console is ready. Exit status: 0 at the\n"
    "end, 2 wrong usage, 3 a home or an address that cannot be used.\n";

struct TextFlag {
  std::string_view name;
  std::string ServerFlags::*value;
};

struct NumberFlag {
  std::string_view name;
  int ServerFlags::*value;
  int least;
  int most;
};

struct Switch {
  std::string_view name;
  bool ServerFlags::*value;
};

constexpr TextFlag kTexts[] = {
    {"--home", &ServerFlags::home},           {"--host", &ServerFlags::host},
    {"--user-file", &ServerFlags::user_file}, {"--tls-cert", &ServerFlags::tls_cert},
    {"--tls-key", &ServerFlags::tls_key},
};

constexpr NumberFlag kNumbers[] = {
    {"--port", &ServerFlags::port, 0, 65535},
    {"--keep", &ServerFlags::keep, 1, 10000000},
    {"--result-mb", &ServerFlags::result_mb, 1, 1 << 20},
    {"--upload-mb", &ServerFlags::upload_mb, 1, 1 << 20},
    {"--session-mb", &ServerFlags::session_mb, 1, 1 << 20},
    {"--at-once", &ServerFlags::at_once, 1, 1000},
    {"--queue", &ServerFlags::queue, 1, 10000000},
};

constexpr Switch kSwitches[] = {
    {"--anonymous", &ServerFlags::anonymous},
    {"--probe", &ServerFlags::probe},
    {"--help", &ServerFlags::help},
    {"-h", &ServerFlags::help},
};

Error Wrong(std::string detail) {
  return Error{ErrorCode::kInvalidCommand, std::move(detail), {}, ""};
}

// The row of the name, or null.
template <typename Row, size_t size>
const Row* Find(const Row (&rows)[size], std::string_view name) {
  const Row* const found = std::ranges::find(rows, name, &Row::name);
  return found == std::end(rows) ? nullptr : found;
}

Status Check(const ServerFlags& flags) {
  if (flags.probe && flags.port == 0) return Wrong("--probe needs the --port of the server");
  if (flags.tls_cert.empty() != flags.tls_key.empty()) {
    return Wrong("--tls-cert and --tls-key need each other");
  }
  if (flags.anonymous && !flags.user_file.empty()) {
    return Wrong("with --user-file nobody is anonymous");
  }
  if (flags.host != "127.0.0.1" && flags.user_file.empty() && !flags.anonymous) {
    return Wrong("everybody who reaches --host " + flags.host +
                 " would be the owner: name users by --user-file, or say --anonymous");
  }
  return Status::Ok();
}

}  // namespace

namespace {

Status ReadFlags(const std::vector<std::string>& arguments, ServerFlags& flags) {
  for (size_t i = 1; i < arguments.size(); ++i) {
    const std::string& name = arguments[i];
    if (const Switch* const row = Find(kSwitches, name)) {
      flags.*row->value = true;
      continue;
    }
    const TextFlag* const text = Find(kTexts, name);
    const NumberFlag* const number = Find(kNumbers, name);
    if (text == nullptr && number == nullptr) {
      return Wrong(arguments.front() + " has no argument " + name);
    }
    if (i + 1 == arguments.size()) return Wrong(name + " needs a value");
    const std::string& value = arguments[++i];
    if (text != nullptr) {
      flags.*text->value = value;
      continue;
    }
    const std::optional<int> read = ParseNumber<int>(value, number->least, number->most);
    if (!read) return Wrong("'" + value + "' is not a number for " + name);
    flags.*number->value = *read;
  }
  return Status::Ok();
}

}  // namespace

Result<ServerFlags> ReadServerFlags(const std::vector<std::string>& arguments) {
  ServerFlags flags;
  PAISQL_TRY(ReadFlags(arguments, flags));
  PAISQL_TRY(Check(flags));
  return flags;
}

std::string_view ServerUsage() { return kUsage; }

Result<ServerFlags> ReadConsoleFlags(const std::vector<std::string>& arguments) {
  constexpr std::string_view kFlags[] = {"--home", "--port", "--help", "-h"};
  for (size_t i = 1; i < arguments.size(); ++i) {
    const bool known = std::ranges::find(kFlags, arguments[i]) != std::end(kFlags);
    if (!known) return Wrong("console has no argument " + arguments[i]);
    if (arguments[i].starts_with("--") && arguments[i] != "--help") ++i;  // its value
  }
  ServerFlags flags;
  flags.port = kConsolePort;
  flags.console_only = true;
  flags.any_port = std::ranges::find(arguments, "--port") == arguments.end();
  PAISQL_TRY(ReadFlags(arguments, flags));
  return flags;
}

std::string_view ConsoleUsage() { return kConsoleUsage; }

}  // namespace paisql::server
