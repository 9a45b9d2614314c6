#include "base/coding/digests.h"

#include <openssl/evp.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <limits>

#include "base/assert.h"

namespace paisql {

namespace {

struct FreeDigest {
  void operator()(EVP_MD_CTX* digest) const { EVP_MD_CTX_free(digest); }
};

}  // namespace

struct Md5::Context {
  std::unique_ptr<EVP_MD_CTX, FreeDigest> digest{EVP_MD_CTX_new()};
};

Md5::Md5() : context_(std::make_unique<Context>()) {
  PAISQL_ASSERT(EVP_DigestInit_ex(context_->digest.get(), EVP_md5(), nullptr) == 1,
                "a digest can be begun");
}

Md5::~Md5() = default;

void Md5::Add(std::string_view bytes) {
  EVP_DigestUpdate(context_->digest.get(), bytes.data(), bytes.size());
}

std::string Md5::Take() {
  std::array<unsigned char, EVP_MAX_MD_SIZE> found{};
  unsigned int length = 0;
  EVP_DigestFinal_ex(context_->digest.get(), found.data(), &length);
  return {reinterpret_cast<const char*>(found.data()), length};
}

uint32_t Crc32(uint32_t before, std::string_view bytes) {
  uLong sum = before;
  while (!bytes.empty()) {
    const std::string_view part = bytes.substr(0, std::numeric_limits<uInt>::max());
    sum = crc32(sum, reinterpret_cast<const Bytef*>(part.data()), static_cast<uInt>(part.size()));
    bytes.remove_prefix(part.size());
  }
  return static_cast<uint32_t>(sum);
}

}  // namespace paisql
