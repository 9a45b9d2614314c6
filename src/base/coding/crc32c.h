#pragma once

// CRC-32C (Castagnoli), by which tunnels and framed Snappy check bytes.

#include <cstdint>
#include <string_view>

namespace paisql {

class Crc32c {
 public:
  void Add(std::string_view bytes);
  // As Add of the `size` bytes of which `next` is the checksum.
  void AddSum(const Crc32c& next, uint64_t size);
  // A number as its bytes, the lowest first.
  template <typename T>
  void AddNumber(T value) {
    Add({reinterpret_cast<const char*>(&value), sizeof(value)});
  }
  uint32_t value() const { return ~state_; }
  void Reset() { state_ = ~uint32_t{0}; }

 private:
  uint32_t state_ = ~uint32_t{0};
};

}  // namespace paisql
