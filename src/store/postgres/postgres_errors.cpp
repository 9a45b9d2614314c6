#include "store/postgres/postgres_errors.h"

#include <array>

#include "base/text.h"

namespace paisql::store {
namespace {

// What begins with `state` means `code`, "the catalog at SERVER" + `detail`. The first row counts.
struct StateRow {
  std::string_view state;
  ErrorCode code;
  std::string_view detail;
  std::string_view hint;
};

constexpr std::string_view kRunAgain = "run the statement again";

constexpr std::array kStates = {
    StateRow{"53100", ErrorCode::kEnvironment, "has no space left on its disk",
             "free some space on the server"},
    StateRow{"53200", ErrorCode::kEnvironment, "is out of memory", kRunAgain},
    StateRow{"53300", ErrorCode::kEnvironment, "has too many connections",
             "end other sessions, or raise max_connections of the server"},
    StateRow{"55P03", ErrorCode::kEnvironment, "is in use by another process for too long",
             "end the other process, then run the statement again"},
    StateRow{"57014", ErrorCode::kEnvironment, "has ended the question, which took too long",
             "raise statement_timeout of its user"},
    StateRow{"40", ErrorCode::kEnvironment, "is changed by another program, too", kRunAgain},
    StateRow{"25006", ErrorCode::kEnvironment, "is read-only",
             "connect to the server that writes, not to its copy"},
    StateRow{"42501", ErrorCode::kEnvironment, "may not be used so by this user",
             "GRANT the rights, or make the user the owner of the database"},
    StateRow{"3F000", ErrorCode::kEnvironment, "has no schema to work in",
             "CREATE SCHEMA, or another search_path in the address"},
    StateRow{"22021", ErrorCode::kInvalidCommand, "takes no text that is not UTF-8 or has a NUL",
             "write another text"},
    StateRow{"54000", ErrorCode::kInvalidCommand, "takes no text of this length",
             "write a shorter text"},
    StateRow{"0A000", ErrorCode::kEnvironment, "cannot do what is needed",
             "use a server of PostgreSQL 13 or newer"},
    StateRow{"58", ErrorCode::kIo, "cannot read or write its files", "check the server's disk"},
    StateRow{"XX001", ErrorCode::kDamaged, "is damaged", "put a saved copy of the database back"},
    StateRow{"XX002", ErrorCode::kDamaged, "is damaged", "REINDEX it, or put a saved copy back"},
    StateRow{"23", ErrorCode::kDamaged, "holds rows that break its rules",
             "put a saved copy of the whole home and its database back"},
    StateRow{"42703", ErrorCode::kEnvironment, "has moved to another place",
             "start the session again; home.conf says where the catalog is"},
    StateRow{"42704", ErrorCode::kEnvironment, "has a type that this user may not use, or lacks it",
             "GRANT USAGE ON the SCHEMA of the extension citext TO the user"},
    StateRow{"42", ErrorCode::kDamaged, "does not have the tables of its version",
             "put a saved copy of the database back, or choose another --home"},
};

// The first line, without "FATAL:".
std::string FirstLine(std::string_view message) {
  const std::string_view line = message.substr(0, message.find('\n'));
  for (const std::string_view begin : {"FATAL:", "ERROR:"}) {
    const size_t at = line.rfind(begin);
    if (at != std::string_view::npos) return std::string(Trim(line.substr(at + begin.size())));
  }
  return std::string(Trim(line));
}

}  // namespace

bool EndsConnection(std::string_view state) {
  return state == "57P01" || state == "57P02" || state == "57P03" || state == "57P04" ||
         state == "57P05" || state == "25P03" || state.starts_with("08");
}

Error ConnectionLost(const std::string& server) {
  return Error{ErrorCode::kEnvironment,
               "the connection to the catalog at " + server + " was lost, and nothing was changed",
               {},
               std::string(kRunAgain)};
}

Error LostInCommit(const std::string& server) {
  return Error{ErrorCode::kEnvironment,
               "the connection to the catalog at " + server + " was lost in the middle of a commit",
               {},
               "look whether the change has happened, and if not run it again"};
}

Error RolledBack(const std::string& server) {
  return Error{ErrorCode::kEnvironment,
               "the catalog at " + server +
                   " has rolled the change back, since a part of it failed; nothing was changed",
               {},
               std::string(kRunAgain)};
}

Error CannotConnect(std::string_view message, const std::string& server) {
  return Error{ErrorCode::kEnvironment,
               "the catalog at " + server + " cannot be reached: " + FirstLine(message),
               {},
               "check the server, the address in home.conf and the user's rights; a password "
               "belongs into ~/.pgpass or PGPASSWORD"};
}

Error PostgresError(std::string_view state, std::string_view message, const std::string& server) {
  if (EndsConnection(state)) return ConnectionLost(server);
  const std::string catalog = "the catalog at " + server + " ";
  const std::string said = " (" + std::string(state) + ": " + FirstLine(message) + ")";
  for (const StateRow& row : kStates) {
    if (!state.starts_with(row.state)) continue;
    return Error{row.code, catalog + std::string(row.detail) + said, {}, std::string(row.hint)};
  }
  return Error{ErrorCode::kMetadata, catalog + "cannot be used" + said, {}, ""};
}

}  // namespace paisql::store
