#include "base/coding/crc32c.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>

namespace paisql {
namespace {

std::string Bytes(size_t count) {
  std::string bytes(count, '\0');
  uint32_t state = 1;
  for (char& byte : bytes) {
    state = state * 1664525 + 1013904223;
    byte = static_cast<char>(state >> 24);
  }
  return bytes;
}

uint32_t SumOf(std::string_view bytes) {
  Crc32c sum;
  sum.Add(bytes);
  return sum.value();
}

TEST(Crc32cTest, IsTheOneOfTheStandard) {
  EXPECT_EQ(SumOf("123456789"), 0xE3069283);
  EXPECT_EQ(SumOf(std::string(32, '\0')), 0x8A9136AA);
  EXPECT_EQ(SumOf(""), 0U);
}

TEST(Crc32cTest, PiecesOfAnySizeGiveTheSumOfTheWhole) {
  const std::string bytes = Bytes(100'003);
  Crc32c one_by_one;
  for (const char byte : bytes) one_by_one.Add({&byte, 1});
  EXPECT_EQ(SumOf(bytes), one_by_one.value());
  for (const size_t size : {7, 4096, 12'288, 65'536, 99'999}) {
    Crc32c sum;
    for (std::string_view left = bytes; !left.empty();
         left.remove_prefix(std::min(size, left.size()))) {
      sum.Add(left.substr(0, size));
    }
    EXPECT_EQ(sum.value(), one_by_one.value()) << size;
  }
}

TEST(Crc32cTest, ASumStandsForItsBytes) {
  const std::string bytes = Bytes(100'003);
  for (const size_t size : {0, 1, 7, 8, 65'536, 100'003}) {
    const std::string_view all = bytes;
    Crc32c first;
    first.Add(all.substr(0, size));
    Crc32c rest;
    rest.Add(all.substr(size));
    first.AddSum(rest, all.size() - size);
    EXPECT_EQ(first.value(), SumOf(bytes)) << size;
    first.Add("more");
    EXPECT_EQ(first.value(), SumOf(bytes + "more")) << size;
  }
}

}  // namespace
}  // namespace paisql
