// Where the columns of a Parquet file lie, by its footer, and footers that lie.

#include "store/files/parquet_footer.h"

#include <gmock/gmock.h>

#include <random>

#include "store/parquet_sample.h"

namespace paisql::store {
namespace {

using testing::ElementsAre;

constexpr int64_t kFooterBegin = 1000;

std::vector<std::string> Ranges(const ParquetFooter& footer) {
  std::vector<std::string> texts;
  for (const ParquetFooter::Chunk& chunk : footer.chunks) {
    texts.push_back(footer.columns[chunk.column] + " " + std::to_string(chunk.bytes.begin) + "-" +
                    std::to_string(chunk.bytes.end));
  }
  return texts;
}

std::optional<ParquetFooter> Parse(const std::string& footer) {
  return ParseParquetFooter(footer, kFooterBegin);
}

TEST(ParquetFooterTest, ChunksAreThoseOfTheirTopLevelColumn) {
  const auto footer = Parse(SampleFooter(
      7, {{"a", 4, 96}, {"b", 200, 150, 100, 400, 32}, {"b", 500, 20}, {"c", 600, 10, 0, 900}}));
  ASSERT_TRUE(footer.has_value());
  EXPECT_EQ(footer->rows, 7);
  EXPECT_THAT(footer->columns, ElementsAre("a", "b", "c"));
  EXPECT_THAT(Ranges(*footer), ElementsAre("a 4-100", "b 100-250", "b 400-432", "b 500-520",
                                           "c 600-610", "c 900-1000"));
}

TEST(ParquetFooterTest, ManyColumns) {
  std::vector<SampleChunk> chunks;
  for (int i = 0; i < 100; ++i) chunks.push_back({"c" + std::to_string(i), 4 + i * 9, 9});
  const auto footer = Parse(SampleFooter(1, chunks));
  ASSERT_TRUE(footer.has_value());
  EXPECT_EQ(footer->chunks.size(), 100U);
}

TEST(ParquetFooterTest, RangesThatLeaveTheFile) {
  EXPECT_TRUE(Parse(SampleFooter(1, {{"a", 4, 996}})).has_value());
  EXPECT_FALSE(Parse(SampleFooter(1, {{"a", 4, 997}})).has_value());
  EXPECT_FALSE(Parse(SampleFooter(1, {{"a", 3, 10}})).has_value());
  EXPECT_FALSE(Parse(SampleFooter(1, {{"a", -8, 10}})).has_value());
  EXPECT_FALSE(Parse(SampleFooter(1, {{"a", 4, -1}})).has_value());
  EXPECT_FALSE(Parse(SampleFooter(1, {{"a", 4, INT64_MAX}})).has_value());
  EXPECT_FALSE(Parse(SampleFooter(1, {{"a", INT64_MAX, 10}})).has_value());
  EXPECT_FALSE(Parse(SampleFooter(-1, {{"a", 4, 9}})).has_value());
}

TEST(ParquetFooterTest, WhatIsCutOffHasNoFooter) {
  const std::string whole = SampleFooter(3, {{"a", 4, 96}, {"b", 200, 150, 100}});
  for (size_t size = 0; size < whole.size(); ++size) {
    EXPECT_FALSE(Parse(whole.substr(0, size)).has_value()) << size;
  }
}

TEST(ParquetFooterTest, HugeCountsEndSoon) {
  for (const int type : {1, 3, 5, 7, 8, 9, 11, 12}) {
    ThriftText text;
    text.Begin();
    text.Field(9, 9);
    text.bytes += static_cast<char>(0xf0 | type);
    text.Unsigned(UINT64_MAX);
    EXPECT_FALSE(Parse(text.bytes).has_value()) << type;
  }
  ThriftText map;
  map.Begin();
  map.Field(9, 11);
  map.Unsigned(UINT64_MAX);
  map.bytes += '\x11';
  EXPECT_FALSE(Parse(map.bytes).has_value());
}

TEST(ParquetFooterTest, DeepNestingEndsSoon) {
  EXPECT_FALSE(Parse(std::string(1000000, '\x1c')).has_value());  // structs in structs
  EXPECT_FALSE(Parse(std::string(1000000, '\x19')).has_value());  // lists in lists
  EXPECT_FALSE(Parse("\x19" + std::string(1000000, '\xfb')).has_value());
}

// Any bytes have an answer, and what is answered lies within the file.
TEST(ParquetFooterTest, MutatedFooters) {
  const std::string whole =
      SampleFooter(3, {{"a", 4, 96}, {"b", 200, 150, 100, 400, 32}, {"c", 600, 10}});
  std::mt19937 random(20261122);
  int parsed = 0;
  for (int i = 0; i < 200000; ++i) {
    std::string footer = whole;
    for (unsigned changes = 1 + random() % 4; changes > 0; --changes) {
      const size_t at = random() % footer.size();
      switch (random() % 4) {
        case 0:
          footer[at] = static_cast<char>(random());
          break;
        case 1:
          footer[at] = static_cast<char>(static_cast<unsigned>(footer[at]) ^ 1U << random() % 8);
          break;
        case 2:
          footer.erase(at, random() % 8);
          break;
        default:
          footer.insert(at, std::string(random() % 8, static_cast<char>(random())));
      }
      if (footer.empty()) break;
    }
    const auto answer = Parse(footer);
    if (!answer.has_value()) continue;
    ++parsed;
    for (const ParquetFooter::Chunk& chunk : answer->chunks) {
      ASSERT_LT(chunk.column, answer->columns.size());
      ASSERT_GE(chunk.bytes.begin, kParquetHeadBytes);
      ASSERT_LT(chunk.bytes.begin, chunk.bytes.end);
      ASSERT_LE(chunk.bytes.end, kFooterBegin);
    }
  }
  EXPECT_GT(parsed, 0);
}

TEST(ParquetFooterTest, TheTailTellsWhereItIs) {
  const std::string footer = SampleFooter(3, {{"a", 4, 96}});
  const std::string file = SampleFile(std::string(200, 'v'), footer);
  const auto size = static_cast<int64_t>(file.size());
  const auto place = FindParquetFooter(file.substr(file.size() - 8), size);
  ASSERT_TRUE(place.has_value());
  EXPECT_EQ(file.substr(static_cast<size_t>(place->begin),
                        static_cast<size_t>(place->end - place->begin)),
            footer);
  EXPECT_FALSE(FindParquetFooter(std::string("\xff\xff\xff\xffPAR1"), size).has_value());
  EXPECT_FALSE(FindParquetFooter(std::string("\0\0\0\0PARE", 8), size).has_value());
  EXPECT_FALSE(FindParquetFooter("PAR1", 4).has_value());
  EXPECT_FALSE(FindParquetFooter(std::string("\0\0\0\0PAR1", 8), 8).has_value());
}

}  // namespace
}  // namespace paisql::store
