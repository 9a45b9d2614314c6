#pragma once

// SHA-256 (FIPS 180-4), for telling one resource's content from another's. Private to the store.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace paisql::store {

class Sha256 {
 public:
  void Add(const unsigned char* data, size_t size);
  // 64 hexadecimal digits; nothing may be added afterwards.
  std::string Finish();

 private:
  void Compress(const unsigned char* block);

  std::array<uint32_t, 8> hash_ = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                   0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<unsigned char, 64> block_{};
  size_t block_size_ = 0;
  uint64_t total_bytes_ = 0;
};

}  // namespace paisql::store
