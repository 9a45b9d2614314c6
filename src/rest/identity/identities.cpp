#include "rest/identity/identities.h"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <utility>

#include "base/coding/base64.h"
#include "base/coding/hmac.h"
#include "base/text.h"
#include "rest/identity/moments.h"
#include "rest/identity/origins.h"
#include "rest/identity/signature.h"
#include "rest/identity/tokens.h"

namespace paisql::rest {

namespace {

constexpr int64_t kMostSkewMs = int64_t{15} * 60 * 1000;
constexpr std::string_view kBearer = "x-odps-bearer-token";
constexpr std::string_view kStsToken = "authorization-sts-token";
constexpr std::string_view kApplication = "application-authentication";
// Stands for the policy in tokens of pages. No policy looks so, so nothing else takes them.
constexpr std::string_view kPage = "page";

SignedHead HeadOf(const http::Request& request) {
  SignedHead head{std::string(request.method), std::string(request.target), {}};
  request.parts->EachHeader([&](std::string_view name, std::string_view value) {
    head.headers[ToLower(name)] = std::string(value);
  });
  return head;
}

std::string Header(const SignedHead& head, std::string_view name) {
  const auto found = head.headers.find(std::string(name));
  return found == head.headers.end() ? "" : found->second;
}

Answer Unsigned(std::string_view why) { return XmlError(401, "Unauthorized", why); }

Answer InvalidCredentials(std::string_view why) {
  return Unsigned("ODPS-0410051:Invalid credentials - " + std::string(why));
}

// The key of version 4 is of the day on which the request is made.
bool IsDayOf(std::string_view day, int64_t ms) {
  return day.empty() || day == DayOf(ms - kMostSkewMs) || day == DayOf(ms + kMostSkewMs);
}

// The token of a request. A link to a logview has it in its query.
std::string TokenOf(const SignedHead& head, std::string_view prefix) {
  std::string_view path = std::string_view(head.target).substr(0, head.target.find('?'));
  if (!prefix.empty() && path.starts_with(prefix)) path.remove_prefix(prefix.size());
  if (path == "/logview" || path == "/logview/") {
    // A '+' of base64 that nobody has escaped is read as a blank.
    std::string token = QueryValue(head.target, "token");
    std::ranges::replace(token, ' ', '+');
    if (!token.empty()) return token;
  }
  return Header(head, kBearer);
}

}  // namespace

const Identity* Identities::Find(std::string_view access_id, int64_t now_ms) const {
  const auto found = identities_.find(access_id);
  if (found == identities_.end() || found->second.disabled) return nullptr;
  const bool ended = found->second.ends_ms != 0 && found->second.ends_ms <= now_ms;
  return ended ? nullptr : &found->second;
}

// To sign, one needs both the home's key and the secret: neither is enough.
std::string Identities::KeyOf(std::string_view secret) const { return HmacSha256(key_, secret); }

std::string Identities::SignToken(const std::string& access_id, const std::string& policy,
                                  int64_t ends_s) const {
  const auto signer = identities_.find(access_id);
  const std::string secret = signer == identities_.end() ? "" : signer->second.secret;
  return rest::SignToken({checks_ ? access_id : "", ends_s, policy}, KeyOf(secret));
}

std::string_view Identities::WhyNot(const std::optional<SignedToken>& read, int64_t now_ms,
                                    const Identity*& signer) const {
  signer = read && checks_ ? Find(read->token.access_id, now_ms) : nullptr;
  const bool known = read && (checks_ ? signer != nullptr : read->token.access_id.empty());
  if (!known || !IsSigned(*read, KeyOf(signer == nullptr ? "" : signer->secret))) {
    return "the bearer token is not one of this server's users";
  }
  return read->token.ends_s <= now_ms / 1000 ? "the bearer token has expired" : "";
}

std::variant<Asker, Answer> Identities::JudgeToken(std::string_view text, int64_t now_ms) const {
  const std::optional<SignedToken> read = ReadToken(text);
  const Identity* signer = nullptr;
  const std::string_view wrong = WhyNot(read, now_ms, signer);
  if (!wrong.empty()) return InvalidCredentials(wrong);
  Result<access::Policy> policy = access::ParsePolicy(read->token.policy, true, "");
  if (!policy.ok()) return InvalidCredentials("the bearer token's policy cannot be read");
  return Asker{signer == nullptr ? "" : signer->user, read->token.access_id,
               std::make_shared<const access::Policy>(*std::move(policy))};
}

std::string Identities::SignPageToken(const std::string& access_id, int64_t ends_s) const {
  return SignToken(access_id, std::string(kPage), ends_s);
}

std::optional<Asker> Identities::JudgePageToken(std::string_view text, int64_t now_ms) const {
  const std::optional<SignedToken> read = ReadToken(text);
  const Identity* signer = nullptr;
  if (!WhyNot(read, now_ms, signer).empty() || read->token.policy != kPage) return std::nullopt;
  return Asker{signer == nullptr ? "" : signer->user, read->token.access_id};
}

bool Identities::HasSecret(std::string_view access_id, std::string_view secret,
                           int64_t now_ms) const {
  // An unknown access id takes as long as a known one.
  const Identity unknown{"unknown", ""};
  const Identity* const found = Find(access_id, now_ms);
  const bool known = found != nullptr && !found->application && found->sts_token.empty();
  return SameSecrets(known ? found->secret : unknown.secret, secret) && known;
}

// "account_provider:aliyun,signature_method:hmac-sha1,access_id:ID,signature:BASE64"
bool Identities::IsSignedByApplication(std::string_view header, std::string_view authorization,
                                       int64_t now_ms) const {
  std::string access_id;
  std::string signature;
  for (const std::string& field : Split(header, ',')) {
    const size_t colon = field.find(':');
    if (colon == std::string::npos) return false;
    const std::string_view name = Trim(std::string_view(field).substr(0, colon));
    const std::string_view value = Trim(std::string_view(field).substr(colon + 1));
    if (name == "access_id") access_id = value;
    if (name == "signature") signature = value;
    if (name == "signature_method" && value != "hmac-sha1") return false;
  }
  const Identity* const known = Find(access_id, now_ms);
  return known != nullptr && known->application &&
         SameSecrets(ToBase64(HmacSha1(known->secret, authorization)), signature);
}

std::variant<Asker, Answer> Identities::Judge(const http::Request& head, std::string_view prefix,
                                              int64_t now_ms) const {
  const SignedHead asked = HeadOf(head);
  const std::string token = TokenOf(asked, prefix);
  const bool only_token = !token.empty() && (!checks_ || head.authorization.empty());
  if (!checks_ && IsAskedByPage(Header(asked, "origin"), head.host)) {
    return XmlError(403, "NoPermission", "pages in browsers may not ask a server without users");
  }
  if (only_token) return JudgeToken(token, now_ms);
  if (!checks_) return Asker{};
  const std::optional<Authorization> given = ReadAuthorization(head.authorization);
  if (!given.has_value()) {
    return Unsigned("The request authorization header is invalid or missing.");
  }
  // An unknown access id takes as long as a known one.
  const Identity unknown{"unknown", ""};
  const Identity* const found = Find(given->access_id, now_ms);
  const bool known = found != nullptr && !found->application;
  const Identity& signer = known ? *found : unknown;
  bool fits = false;
  for (const std::string& text : CanonicalTexts(asked, prefix)) {
    fits |= SameSecrets(SignatureOf(text, signer.secret, *given), given->signature);
  }
  if (!known || !fits || !SameSecrets(signer.sts_token, Header(asked, kStsToken))) {
    return InvalidCredentials(
        "the access id is not known here, or the signature is not that of its secret");
  }
  const std::optional<int64_t> date = ReadHttpDate(head.date);
  if (!date || std::llabs(now_ms - *date) > kMostSkewMs || !IsDayOf(given->day, now_ms)) {
    return XmlError(403, "RequestTimeTooSkewed",
                    "The request's Date is more than 15 minutes from the server's time.");
  }
  const std::string application = Header(asked, kApplication);
  if (!application.empty() && !IsSignedByApplication(application, head.authorization, now_ms)) {
    return InvalidCredentials("the application is not known here, or has not signed the request");
  }
  return Asker{signer.user, given->access_id};
}

}  // namespace paisql::rest
