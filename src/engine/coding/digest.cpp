#include "engine/coding/digest.h"

#include <openssl/sha.h>
#include <zlib.h>

#include "base/hex.h"

namespace paisql::engine {
namespace {

using Hash = unsigned char* (*)(const unsigned char*, size_t, unsigned char*);

struct Algorithm {
  int64_t bits;
  size_t bytes;
  Hash hash;
};

constexpr Algorithm kAlgorithms[] = {{0, SHA256_DIGEST_LENGTH, SHA256},
                                     {224, SHA224_DIGEST_LENGTH, SHA224},
                                     {256, SHA256_DIGEST_LENGTH, SHA256},
                                     {384, SHA384_DIGEST_LENGTH, SHA384},
                                     {512, SHA512_DIGEST_LENGTH, SHA512}};

}  // namespace

std::optional<std::string> Sha2(std::string_view bytes, int64_t bits) {
  for (const Algorithm& algorithm : kAlgorithms) {
    if (algorithm.bits != bits) continue;
    unsigned char digest[SHA512_DIGEST_LENGTH];
    algorithm.hash(reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(), digest);
    return ToHex({reinterpret_cast<const char*>(digest), algorithm.bytes});
  }
  return std::nullopt;
}

uint32_t Crc32(std::string_view bytes) {
  return static_cast<uint32_t>(crc32_z(
      crc32_z(0, nullptr, 0), reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size()));
}

}  // namespace paisql::engine
