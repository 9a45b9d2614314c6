#pragma once

// Who asks: the users that a file names, and whether a request is signed by one of them.

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include <map>

#include "base/result.h"
#include "http/message.h"
#include "rest/call.h"

namespace paisql::rest {

class Identities {
 public:
  // Everybody is the owner, but pages in browsers are refused.
  Identities() = default;
  // The users of a file: a line has an access id, its secret and the user, who is the owner where
  // it is missing or "-". kEnvironment for a file that others may read.
  static Result<Identities> Read(const std::string& path);

  bool checks() const { return checks_; }

  // The user, "" for the owner; or what a request is told that nobody here has signed, or whose
  // time is not that of `now_ms`. `prefix`: the endpoint's own path. Safe from any thread.
  std::variant<std::string, Answer> Judge(const http::Request& head, std::string_view prefix,
                                          int64_t now_ms) const;

 private:
  struct Identity {
    std::string secret;
    std::string user;
  };

  bool checks_ = false;
  std::map<std::string, Identity, std::less<>> identities_;  // by access id
};

}  // namespace paisql::rest
