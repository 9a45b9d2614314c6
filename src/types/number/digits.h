#pragma once

// Digits of whole numbers at speed. Private to this room.

#include <array>
#include <cstdint>
#include <cstring>
#include <string>

namespace paisql {

// "00" to "99": two digits are looked up at a time.
inline constexpr std::array<char, 200> kDigitPairs = [] {
  std::array<char, 200> pairs = {};
  for (size_t i = 0; i < 100; ++i) {
    pairs[2 * i] = static_cast<char>('0' + i / 10);
    pairs[2 * i + 1] = static_cast<char>('0' + i % 10);
  }
  return pairs;
}();

inline char* PutPair(int64_t value, char* at) {
  std::memcpy(at, &kDigitPairs[2 * static_cast<size_t>(value)], 2);
  return at + 2;
}

// Writes the digits of `value` so that they end before `end`; gives where they begin. At least one.
inline char* PutDigitsBefore(uint64_t value, char* end) {
  while (value >= 100) {
    end -= 2;
    std::memcpy(end, &kDigitPairs[2 * (value % 100)], 2);
    value /= 100;
  }
  if (value < 10) {
    *--end = static_cast<char>('0' + value);
    return end;
  }
  end -= 2;
  std::memcpy(end, &kDigitPairs[2 * value], 2);
  return end;
}

inline void AppendPadded(int64_t value, int width, std::string& out) {
  char buffer[24];
  char* const end = buffer + sizeof(buffer);
  char* begin = PutDigitsBefore(static_cast<uint64_t>(value), end);
  while (end - begin < width) *--begin = '0';
  out.append(begin, end);
}

}  // namespace paisql
