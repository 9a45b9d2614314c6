#pragma once

// Digests that protocols name for bytes. They tell damage, and prove nothing about who wrote them.

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace paisql {

// MD5 of bytes that come in pieces. Belongs to one thread.
class Md5 {
 public:
  Md5();
  ~Md5();
  Md5(const Md5&) = delete;
  Md5& operator=(const Md5&) = delete;

  void Add(std::string_view bytes);
  // The 16 bytes of the digest. Call once, after the last Add.
  std::string Take();

 private:
  struct Context;
  std::unique_ptr<Context> context_;
};

// The CRC-32 of zip files. `before` is the value of the bytes that came before these; it is 0 for
// the first ones.
uint32_t Crc32(uint32_t before, std::string_view bytes);

}  // namespace paisql
