// Bytes of records that the platform's Python client has written.

#include "rest/records/record_writer.h"

#include <gtest/gtest.h>

#include <limits>

#include "base/hex.h"

namespace paisql::rest {
namespace {

TEST(Crc32c, HasTheValueThatIsKnown) {
  Crc32c crc;
  crc.Add("123456789");
  EXPECT_EQ(crc.value(), 0xE3069283);
  crc.Reset();
  for (const char digit : std::string_view("123456789")) crc.Add({&digit, 1});
  EXPECT_EQ(crc.value(), 0xE3069283);
}

TEST(RecordWriter, WritesNothing) {
  EXPECT_EQ(ToHex(RecordWriter().Finish()), "f0ffff7f00f8ffff7f00");
}

TEST(RecordWriter, WritesIntegers) {
  RecordWriter writer;
  for (const int64_t value : {int64_t{1}, int64_t{-1}}) {
    writer.BeginField(1, WireType::kVarint);
    writer.Integer(value);
    writer.EndRecord();
  }
  writer.EndRecord();  // a NULL
  writer.BeginField(1, WireType::kVarint);
  writer.Integer(std::numeric_limits<int64_t>::max());
  writer.EndRecord();
  EXPECT_EQ(
      ToHex(writer.Finish()),
      "080280c0ff7fcab8b49905080180c0ff7fa0b0faf20d80c0ff7f0008feffffffffffffffff0180c0ff7fd8c6a2"
      "e505f0ffff7f08f8ffff7fe2ae8fa803");
}

TEST(RecordWriter, WritesSeveralColumns) {
  RecordWriter writer;
  writer.BeginField(1, WireType::kVarint);
  writer.Integer(1);
  writer.BeginField(2, WireType::kDelimited);
  writer.Bytes("x");
  writer.BeginField(3, WireType::kFixed64);
  writer.Double(1.5);
  writer.BeginField(4, WireType::kVarint);
  writer.Boolean(true);
  writer.EndRecord();
  writer.BeginField(4, WireType::kVarint);
  writer.Boolean(false);
  writer.EndRecord();
  EXPECT_EQ(
      ToHex(writer.Finish()),
      "080212017819000000000000f83f200180c0ff7fb8d2fad308200080c0ff7f8591dfa90af0ffff7f04f8ffff7f"
      "9ea9deea01");
}

TEST(RecordWriter, WritesElementsOfAnArray) {
  RecordWriter writer;
  writer.BeginField(1, WireType::kDelimited);
  writer.Count(3);
  writer.Null(false);
  writer.Integer(1);
  writer.Null(true);
  writer.Null(false);
  writer.Integer(3);
  writer.EndRecord();
  writer.BeginField(1, WireType::kDelimited);
  writer.Count(0);
  writer.EndRecord();
  EXPECT_EQ(ToHex(writer.Finish()),
            "0a03000201000680c0ff7f94d6b8960a0a0080c0ff7fffc28ba909f0ffff7f04f8ffff7fcad4e18807");
}

}  // namespace
}  // namespace paisql::rest
