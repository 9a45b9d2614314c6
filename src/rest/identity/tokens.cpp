#include "rest/identity/tokens.h"

#include "base/coding/base64.h"
#include "base/coding/hmac.h"
#include "base/whole_number.h"

namespace paisql::rest {

namespace {

constexpr std::string_view kSigner = "PAISQL_OBO:";

std::string TokenSignature(std::string_view text, std::string_view key) {
  return ToBase64(HmacSha256(key, text));
}

// Cuts the text before the next comma off.
std::optional<std::string_view> TakeField(std::string_view& text) {
  const size_t comma = text.find(',');
  if (comma == std::string_view::npos) return std::nullopt;
  const std::string_view field = text.substr(0, comma);
  text.remove_prefix(comma + 1);
  return field;
}

}  // namespace

std::string SignToken(const Token& token, std::string_view key) {
  const std::string text = std::string(kSigner) + token.access_id + "," +
                           std::to_string(token.ends_s) + "," + token.policy;
  return ToBase64(TokenSignature(text, key) + "," + text);
}

std::optional<SignedToken> ReadToken(std::string_view text) {
  const std::optional<std::string> plain = FromBase64(text);
  if (!plain) return std::nullopt;
  std::string_view rest = *plain;
  SignedToken read;
  const auto signature = TakeField(rest);
  if (!signature) return std::nullopt;
  read.signature = *signature;
  read.signed_text = rest;
  const auto signer = TakeField(rest);
  const auto end = signer ? TakeField(rest) : std::nullopt;
  if (!end || !signer->starts_with(kSigner)) return std::nullopt;
  const auto ends_s = ParseNumber<int64_t>(*end);
  if (!ends_s) return std::nullopt;
  read.token = {std::string(signer->substr(kSigner.size())), *ends_s, std::string(rest)};
  return read;
}

bool IsSigned(const SignedToken& read, std::string_view key) {
  return SameSecrets(TokenSignature(read.signed_text, key), read.signature);
}

}  // namespace paisql::rest
