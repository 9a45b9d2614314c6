#pragma once

// Who asks: the users that a file names, and whether a request is signed by one of them or carries
// a token that one of them has signed.

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "access/policy.h"
#include "base/result.h"
#include "http/message.h"
#include "rest/call.h"
#include "rest/identity/tokens.h"
#include "rest/identity/user_file.h"

namespace paisql::rest {

struct Asker {
  std::string user;       // "": the owner
  std::string access_id;  // "" on a server without users
  // The policy of the token, which bounds what the user may do; null without one.
  std::shared_ptr<const access::Policy> allowed = {};
};

// A value that does not change, so it is safe from any thread.
class Identities {
 public:
  // Everybody is the owner, but pages in browsers are refused. `key` signs tokens.
  explicit Identities(std::string key) : key_(std::move(key)) {}
  // The users of a file (user_file.h).
  Identities(IdentitiesById identities, std::string key)
      : checks_(true), key_(std::move(key)), identities_(std::move(identities)) {}

  bool checks() const { return checks_; }

  // Who asks; or what a request is told that nobody here has signed, or whose time is not that of
  // `now_ms`. `prefix`: the endpoint's own path.
  std::variant<Asker, Answer> Judge(const http::Request& head, std::string_view prefix,
                                    int64_t now_ms) const;
  // A token of the signer (tokens.h). It holds as long as the signer has the same secret.
  std::string SignToken(const std::string& access_id, const std::string& policy,
                        int64_t ends_s) const;
  // A token of a page: its bearer is the signer in all, and only the console takes it. It holds as
  // long as the signer has the same secret. `access_id` is "" on a server without users.
  std::string SignPageToken(const std::string& access_id, int64_t ends_s) const;
  // Who has opened the page; nullopt for a token that does not hold.
  std::optional<Asker> JudgePageToken(std::string_view text, int64_t now_ms) const;
  // Whether the access id is known now and has this secret.
  bool HasSecret(std::string_view access_id, std::string_view secret, int64_t now_ms) const;

 private:
  // What is wrong with a token, "" where it holds; `signer` is null on a server without users.
  std::string_view WhyNot(const std::optional<SignedToken>& read, int64_t now_ms,
                          const Identity*& signer) const;
  const Identity* Find(std::string_view access_id, int64_t now_ms) const;
  std::string KeyOf(std::string_view secret) const;
  std::variant<Asker, Answer> JudgeToken(std::string_view text, int64_t now_ms) const;
  bool IsSignedByApplication(std::string_view header, std::string_view authorization,
                             int64_t now_ms) const;

  bool checks_ = false;
  std::string key_;
  IdentitiesById identities_;
};

}  // namespace paisql::rest
