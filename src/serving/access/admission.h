#pragma once

// Whether a request may pass: it carries the token of a service, in one of the forms that clients
// of PAI-EAS send (SDKs for Python, Go and Java; curl), and the service takes one more in this
// second.

#include <cstdint>
#include <mutex>
#include <string_view>

#include "http/message.h"

namespace paisql::serving {

// Whether the head may pass: no token is wanted (""), or "Authorization" is the token itself,
// "Bearer <token>", or a signature of it,
//   EAS base64(HMAC-SHA1(token, "POST\n<Content-MD5>\n<Content-Type>\n<Date>\n<target>")).
// The signature is computed from the text of the headers as they came. A date is not looked at: the
// SDKs write local time and call it GMT. The target is signed with its query by the SDK for Java
// and without it by the others.
bool IsAuthorized(const http::Request& head, std::string_view token);

// Whether the body is the one that was signed: its MD5 is the number in Content-MD5, from which the
// SDK for Java drops leading zeros. True for a head without a signature.
bool IsSignedBody(const http::Request& request);
// The error for a body that differs from the signed one.
inline constexpr std::string_view kOtherBody =
    "the body is not the one that was signed: Content-MD5 is another body's; the SDK for Java "
    "signs "
    "other bytes than it sends after setIsCompressed(true), use setCompressor(Compressor.Gzip)";

// A bucket that holds the requests of one second and fills evenly. Any thread.
class RateLimit {
 public:
  explicit RateLimit(int64_t per_second);  // 0: as many as come

  // Whether one more may pass now. `now_us` never goes back.
  bool Take(int64_t now_us);

 private:
  const int64_t per_second_;
  std::mutex mutex_;
  double left_;
  int64_t filled_at_us_ = 0;
};

}  // namespace paisql::serving
