#include "udf/packed_batch.h"

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

namespace paisql::udf {
namespace {

// Two texts and a NULL; a list of the numbers 1, 2 and an empty one and a NULL.
std::string Example() {
  BatchWriter writer(2, 3);
  const uint64_t validity = 0b101;
  writer.BeginNode(Tag::kText, 3, &validity);
  const uint32_t places[] = {0, 5, 5, 7};
  writer.AddBuffer(places, sizeof places);
  writer.AddBuffer("helloyo", 7);
  const uint64_t lists = 0b011;
  writer.BeginNode(Tag::kArray, 3, &lists);
  const uint32_t ends[] = {0, 2, 2, 2};
  writer.AddBuffer(ends, sizeof ends);
  writer.BeginNode(Tag::kBigint, 2, nullptr);
  const int64_t numbers[] = {1, 2};
  std::memcpy(writer.AddBuffer(sizeof numbers), numbers, sizeof numbers);
  return writer.Take();
}

TEST(PackedBatch, IsReadAsWritten) {
  const std::string bytes = Example();
  EXPECT_EQ(bytes.size() % 8, 0U);
  const Result<PackedBatch> batch = ReadBatch(bytes);
  ASSERT_TRUE(batch.ok()) << batch.error().ToString();
  EXPECT_EQ(batch->rows, 3U);
  ASSERT_EQ(batch->columns.size(), 2U);
  const PackedColumn& texts = batch->columns[0];
  EXPECT_EQ(texts.tag, Tag::kText);
  EXPECT_EQ(texts.Bytes(0), "hello");
  EXPECT_FALSE(texts.IsNull(0));
  EXPECT_TRUE(texts.IsNull(1));
  EXPECT_EQ(texts.Bytes(2), "yo");
  const PackedColumn& lists = batch->columns[1];
  ASSERT_EQ(lists.children.size(), 1U);
  EXPECT_EQ(lists.offsets[1], 2U);
  EXPECT_TRUE(lists.IsNull(2));
  EXPECT_EQ(lists.children[0].Value<int64_t>(1), 2);
}

// The form is the same in Python, byte by byte.
TEST(PackedBatch, HasThisForm) {
  BatchWriter writer(1, 2);
  const uint64_t validity = 0b10;
  writer.BeginNode(Tag::kSmallint, 2, &validity);
  const int16_t numbers[] = {7, -1};
  writer.AddBuffer(numbers, sizeof numbers);
  const std::string expected(
      "\x01\0\0\0\x02\0\0\0"
      "\x03\x01\0\0\x02\0\0\0"
      "\x02\0\0\0\0\0\0\0"
      "\x07\0\xff\xff\0\0\0\0",
      32);
  EXPECT_EQ(writer.Take(), expected);
}

std::string BatchOfTexts(const std::vector<std::string>& texts) {
  BatchWriter writer(1, texts.size());
  writer.AddTexts(texts.size(), nullptr, [&](size_t row) { return std::string_view(texts[row]); });
  return writer.Take();
}

TEST(PackedBatch, TextsAreEndedByNulWhereNoneHasOneWithin) {
  EXPECT_EQ(BatchOfTexts({"ab", "", "c"}), std::string("\x01\0\0\0\x03\0\0\0"
                                                       "\x08\0\x01\0\x03\0\0\0"
                                                       "\x06\0\0\0\0\0\0\0"
                                                       "ab\0\0c\0\0\0",
                                                       32));
  const std::string nul(1, '\0');
  for (const std::vector<std::string>& texts :
       {std::vector<std::string>{}, {""}, {"ab", "", "c"}, {"a" + nul + "b", "c"}, {nul, ""}}) {
    const std::string bytes = BatchOfTexts(texts);
    const Result<PackedBatch> batch = ReadBatch(bytes);
    ASSERT_TRUE(batch.ok()) << batch.error().ToString();
    const PackedColumn copy = batch->columns[0];
    for (size_t row = 0; row < texts.size(); ++row) EXPECT_EQ(copy.Bytes(row), texts[row]);
  }
}

// Nothing is written then: places in 32 bits would lie.
TEST(PackedBatch, MoreThanOffsetsReachIsNotWritten) {
  constexpr size_t kRows = 65;
  constexpr size_t kSmall = 1000;
  const std::string nuls(size_t{1} << 26, '\0');  // 65 of them are more than 4 GB
  const auto text = [&](size_t) { return std::string_view(nuls); };
  BatchWriter texts(1, kRows);
  texts.AddTexts(kRows, nullptr, text);
  EXPECT_TRUE(texts.too_large());
  EXPECT_LT(texts.size(), kSmall);
  BatchWriter binaries(1, kRows);
  binaries.AddBinaries(kRows, nullptr, text);
  EXPECT_TRUE(binaries.too_large());
  EXPECT_LT(binaries.size(), kSmall);
  BatchWriter lists(1, 2);
  lists.BeginNode(Tag::kArray, 2, nullptr);
  EXPECT_FALSE(lists.AddOffsets(2, [](size_t i) { return int64_t{i == 2} << 32; }));
  EXPECT_TRUE(lists.too_large());
  BatchWriter values(1, 1);
  values.BeginNode(Tag::kBigint, size_t{1} << 32, nullptr);
  EXPECT_TRUE(values.too_large());
  BatchWriter most(1, 1);
  most.BeginNode(Tag::kArray, 1, nullptr);
  EXPECT_TRUE(most.AddOffsets(1, [](size_t i) { return int64_t{UINT32_MAX} * (i == 1 ? 1 : 0); }));
  EXPECT_FALSE(most.too_large());
}

TEST(PackedBatch, TextsThatDoNotEndAreRefused) {
  const std::string whole = BatchOfTexts({"ab", "", "c"});
  std::string more = whole;
  more[26] = 'x';  // one NUL less
  EXPECT_FALSE(ReadBatch(more).ok());
  std::string less = whole;
  less[24] = '\0';  // one more
  EXPECT_FALSE(ReadBatch(less).ok());
  std::string other = whole;
  other[8] = '\x05';  // numbers have no such form
  EXPECT_FALSE(ReadBatch(other).ok());
}

// Whatever a process answers, nothing is read outside of it.
void RefuseDamaged(const std::string& whole) {
  for (size_t bytes = 0; bytes < whole.size(); ++bytes) {
    const std::string part = whole.substr(0, bytes);
    const std::vector<uint64_t> room(part.size() / 8 + 1);
    auto* begin = reinterpret_cast<char*>(const_cast<uint64_t*>(room.data()));
    part.copy(begin, part.size());
    EXPECT_FALSE(ReadBatch({begin, part.size()}).ok()) << bytes;
  }
  for (size_t at = 0; at < whole.size(); ++at) {
    std::string changed = whole;
    changed[at] = '\xff';
    const Result<PackedBatch> batch = ReadBatch(changed);
    if (!batch.ok()) continue;
    for (const PackedColumn& column : batch->columns) {
      for (size_t row = 0; row < batch->rows && column.tag == Tag::kText; ++row) {
        EXPECT_LE(column.Bytes(row).size(), column.bytes.size());
      }
    }
  }
  EXPECT_FALSE(ReadBatch(whole + std::string(8, '\0')).ok());
}

TEST(PackedBatch, DamagedBytesAreRefused) {
  RefuseDamaged(Example());
  RefuseDamaged(BatchOfTexts({"hello", "", "yo"}));
}

TEST(PackedBatch, ATypeHasItsTag) {
  EXPECT_EQ(TagOf(DataType::Decimal(10, 2)), Tag::kText);
  EXPECT_EQ(TagOf(TypeId::kTimestampNtz), Tag::kTime);
  EXPECT_EQ(TagOf(DataType::Map(TypeId::kString, TypeId::kInt)), Tag::kMap);
  EXPECT_EQ(TagOf(TypeId::kVoid), Tag::kNull);
  EXPECT_EQ(WidthOf(Tag::kTime), 8U);
  EXPECT_EQ(WidthOf(Tag::kText), 0U);
}

}  // namespace
}  // namespace paisql::udf
