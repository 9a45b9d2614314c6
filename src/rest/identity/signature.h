#pragma once

// How clients sign requests: what they sign, and the two versions of signatures. Pure functions.

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace paisql::rest {

// The parts of a request's head that are signed.
struct SignedHead {
  std::string method;                          // "GET"
  std::string target;                          // path and query as received
  std::map<std::string, std::string> headers;  // names in small letters
};

// The texts that clients may have signed, each once: with and without the endpoint's own path
// `prefix`, and with queries read as the different clients read them.
std::vector<std::string> CanonicalTexts(const SignedHead& head, std::string_view prefix);

// The decoded value of the first parameter of this name in a target's query, "" for none.
std::string QueryValue(std::string_view target, std::string_view name);

// A header "Authorization: ODPS id:signature" (version 2) or
// "ODPS id/yyyymmdd/region/odps/aliyun_v4_request:signature" (version 4).
struct Authorization {
  std::string access_id;
  std::string signature;
  std::string day;     // "" in version 2
  std::string region;  // likewise
  std::string prefix;  // "aliyun_v4", likewise
};
std::optional<Authorization> ReadAuthorization(std::string_view header);

// The signature in base64 that the holder of the secret gives the text, in the version and for the
// day and region of `asked`.
std::string SignatureOf(std::string_view text, std::string_view secret, const Authorization& asked);

}  // namespace paisql::rest
