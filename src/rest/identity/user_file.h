#pragma once

// The file that names a server's users.

#include <cstdint>
#include <functional>
#include <map>
#include <string>

#include "base/result.h"

namespace paisql::rest {

struct Identity {
  std::string secret;
  std::string user;            // the whole name; "": the owner
  std::string sts_token = {};  // that each request carries, "" for none
  int64_t ends_ms = 0;         // from then on it is not known any more; 0: never
  bool disabled = false;
  bool application = false;  // signs requests that a user has signed already
};
using IdentitiesById = std::map<std::string, Identity, std::less<>>;  // by access id

// A line has an access id, its secret and the user, who is the owner where it is missing or "-";
// then sts=TOKEN, until=2026-12-31T23:59:59Z, app and disabled, in any order. kEnvironment for a
// file that others may read. Errors name the line and show nothing of it but access ids and users.
Result<IdentitiesById> ReadUserFile(const std::string& path);

}  // namespace paisql::rest
