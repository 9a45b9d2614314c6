#include "base/byte_size.h"

#include <gtest/gtest.h>

namespace paisql {
namespace {

TEST(ByteSizeTest, UnitsAreThoseOfDuckdb) {
  EXPECT_EQ(ParseByteSize("7B"), 7);
  EXPECT_EQ(ParseByteSize("8GB"), 8'000'000'000);
  EXPECT_EQ(ParseByteSize("8 gib"), 8LL << 30);
  EXPECT_EQ(ParseByteSize("1.5MiB"), 3LL << 19);
  EXPECT_EQ(ParseByteSize("0.5TB"), 500'000'000'000);
  EXPECT_EQ(ParseByteSize("0.1B"), 1);
}

TEST(ByteSizeTest, OtherFormsAreNone) {
  for (const char* text : {"", "8", "GB", "0GB", "-1GB", "+1GB", ".GB", "inf GB", "1e3GB", "8XB",
                           "50%", "1.2.3GB", "9999999999TB", "8GB x"}) {
    EXPECT_EQ(ParseByteSize(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace paisql
