#include "base/coding/hmac.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <array>

namespace paisql {

namespace {

std::string Hmac(const EVP_MD* digest, std::string_view key, std::string_view message) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> code{};
  unsigned length = 0;
  HMAC(digest, key.data(), static_cast<int>(key.size()),
       reinterpret_cast<const unsigned char*>(message.data()), message.size(), code.data(),
       &length);
  return {reinterpret_cast<const char*>(code.data()), length};
}

}  // namespace

std::string HmacSha1(std::string_view key, std::string_view message) {
  return Hmac(EVP_sha1(), key, message);
}

std::string HmacSha256(std::string_view key, std::string_view message) {
  return Hmac(EVP_sha256(), key, message);
}

bool SameSecrets(std::string_view left, std::string_view right) {
  return left.size() == right.size() && CRYPTO_memcmp(left.data(), right.data(), left.size()) == 0;
}

}  // namespace paisql
