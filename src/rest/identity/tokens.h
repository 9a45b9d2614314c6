#pragma once

// Bearer tokens. A user signs one by /authorization?sign_bearer_token, and whoever has it may do
// what its policy allows until it ends, as far as the user may. Links to logviews carry one. Pure
// functions; Identities (identities.h) knows the keys.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace paisql::rest {

struct Token {
  std::string access_id;  // whose signer it is; "" where the server has no users
  int64_t ends_s = 0;     // seconds since 1970
  std::string policy;     // as a role's: a JSON text
};

// The token's text. It is base64 of "signature,signer,end,policy": clients read the end.
std::string SignToken(const Token& token, std::string_view key);

struct SignedToken {
  Token token;
  std::string signature;
  std::string signed_text;
};
// nullopt for a text that is not a token. The signature has not been checked.
std::optional<SignedToken> ReadToken(std::string_view text);
// Whether the key has signed it.
bool IsSigned(const SignedToken& read, std::string_view key);

}  // namespace paisql::rest
