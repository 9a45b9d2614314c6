#include "serving/access/admission.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <algorithm>
#include <array>
#include <string>

#include "base/hex.h"
#include "base/text.h"

namespace paisql::serving {

namespace {

constexpr std::string_view kSigned = "EAS ";
constexpr std::string_view kBearer = "Bearer ";
constexpr size_t kSha1Bytes = 20;
constexpr size_t kSha1InBase64 = 28;

// Takes the same time wherever the two begin to differ.
bool SameSecret(std::string_view left, std::string_view right) {
  return left.size() == right.size() && CRYPTO_memcmp(left.data(), right.data(), left.size()) == 0;
}

std::string Signature(std::string_view token, const std::string& message) {
  std::array<unsigned char, kSha1Bytes> digest{};
  unsigned length = 0;
  HMAC(EVP_sha1(), token.data(), static_cast<int>(token.size()),
       reinterpret_cast<const unsigned char*>(message.data()), message.size(), digest.data(),
       &length);
  std::array<unsigned char, kSha1InBase64 + 1> text{};
  EVP_EncodeBlock(text.data(), digest.data(), static_cast<int>(length));
  return {reinterpret_cast<const char*>(text.data()), kSha1InBase64};
}

bool IsSignatureOf(std::string_view given, const http::Request& head, std::string_view target,
                   std::string_view token) {
  std::string message(head.method);
  for (const std::string_view part : {head.content_md5, head.content_type, head.date, target}) {
    message += '\n';
    message += part;
  }
  return SameSecret(given, Signature(token, std::string(Trim(message))));
}

std::string_view WithoutZeros(std::string_view digits) {
  const size_t first = digits.find_first_not_of('0');
  return first == std::string_view::npos ? "" : digits.substr(first);
}

}  // namespace

bool IsAuthorized(const http::Request& head, std::string_view token) {
  if (token.empty()) return true;
  const std::string_view given = Trim(head.authorization);
  if (given.starts_with(kSigned)) {
    const std::string_view signature = Trim(given.substr(kSigned.size()));
    const std::string_view path = head.target.substr(0, head.target.find('?'));
    return IsSignatureOf(signature, head, head.target, token) ||
           (path != head.target && IsSignatureOf(signature, head, path, token));
  }
  if (given.size() > kBearer.size() && EqualsIgnoreCase(given.substr(0, kBearer.size()), kBearer)) {
    return SameSecret(Trim(given.substr(kBearer.size())), token);
  }
  return SameSecret(given, token);
}

bool IsSignedBody(const http::Request& request) {
  if (!Trim(request.authorization).starts_with(kSigned) || request.content_md5.empty()) return true;
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned length = 0;
  EVP_Digest(request.body.data(), request.body.size(), digest.data(), &length, EVP_md5(), nullptr);
  const std::string hex =
      ToHex({reinterpret_cast<const char*>(digest.data()), static_cast<size_t>(length)});
  return WithoutZeros(ToLower(Trim(request.content_md5))) == WithoutZeros(hex);
}

RateLimit::RateLimit(int64_t per_second)
    : per_second_(per_second), left_(static_cast<double>(per_second)) {}

bool RateLimit::Take(int64_t now_us) {
  if (per_second_ <= 0) return true;
  const std::lock_guard lock(mutex_);
  const auto full = static_cast<double>(per_second_);
  const auto passed = static_cast<double>(std::max<int64_t>(now_us - filled_at_us_, 0));
  left_ = std::min(full, left_ + passed * full / 1e6);
  filled_at_us_ = std::max(filled_at_us_, now_us);
  if (left_ < 1) return false;
  left_ -= 1;
  return true;
}

}  // namespace paisql::serving
