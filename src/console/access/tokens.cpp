#include "console/access/tokens.h"

#include <nlohmann/json.hpp>

#include "base/text.h"
#include "console/answers.h"

namespace paisql::console {

namespace {

constexpr int64_t kDayMs = int64_t{24} * 3600 * 1000;
constexpr int64_t kOwnerDays = 30;  // a page that stays open goes on after a restart

}  // namespace

std::string AddressWithToken(const std::string& url, const rest::Identities& identities,
                             int64_t now_ms) {
  const std::string token = identities.SignPageToken("", (now_ms + kOwnerDays * kDayMs) / 1000);
  return url + "/console/#token=" + PercentEncode(token);
}

rest::Answer SignIn(const rest::Call& call, const rest::Identities& identities, int64_t now_ms) {
  const Result<nlohmann::json> body = BodyOf(call);
  if (!body.ok()) return RefusalOf(body.error(), call);
  const Result<std::string> access_id = TextOf(*body, "access_id");
  if (!access_id.ok()) return RefusalOf(access_id.error(), call);
  const Result<std::string> secret = TextOf(*body, "secret");
  if (!secret.ok()) return RefusalOf(secret.error(), call);
  if (!identities.HasSecret(*access_id, *secret, now_ms)) {
    return Refusal(401, "Unauthorized", "the access id is not known here, or has another secret");
  }
  const int64_t ends_ms = now_ms + kDayMs;
  return JsonAnswer(
      {{"token", identities.SignPageToken(*access_id, ends_ms / 1000)}, {"ends_ms", ends_ms}});
}

}  // namespace paisql::console
