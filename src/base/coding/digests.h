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

// CRC-32 as zip has it, of the bytes after those that gave `before`; 0 before any.
uint32_t Crc32(uint32_t before, std::string_view bytes);

}  // namespace paisql
