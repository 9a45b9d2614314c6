#include "tunnel/csv/csv_reader.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>

namespace paisql::tunnel {
namespace {

class CsvReaderTest : public testing::Test {
 protected:
  ~CsvReaderTest() override { std::remove(path_.c_str()); }

  // Every record as its fields joined by '|', or '!' and the problem.
  std::vector<std::string> Read(const std::string& bytes, CsvDialect dialect = {}) {
    std::ofstream(path_, std::ios::binary) << bytes;
    Result<CsvReader> reader = CsvReader::Open(path_, std::move(dialect));
    EXPECT_TRUE(reader.ok());
    std::vector<std::string> records;
    CsvRecord record;
    while (true) {
      Result<bool> more = reader->Next(record);
      EXPECT_TRUE(more.ok());
      if (!more.ok() || !*more) return records;
      lines_.push_back(record.line);
      if (!record.problem.empty()) {
        records.push_back("!" + record.problem);
        continue;
      }
      std::string text;
      for (size_t i = 0; i < record.fields.size(); ++i) {
        if (i > 0) text += '|';
        text += record.fields[i].text;
      }
      records.push_back(text);
    }
  }

  using Records = std::vector<std::string>;
  std::string path_ = testing::TempDir() + "/csv_reader_test.csv";
  std::vector<int64_t> lines_;
};

TEST_F(CsvReaderTest, LinesEndWithOrWithoutCarriageReturn) {
  EXPECT_EQ(Read("a,b\r\nc,d\n"), (Records{"a|b", "c|d"}));
  EXPECT_EQ(Read("a,b\nc,d"), (Records{"a|b", "c|d"}));
  EXPECT_EQ(Read("a\rb\n"), (Records{"a\rb"}));
}

TEST_F(CsvReaderTest, AFileThatGrowsEndsWhereItWasOpened) {
  std::ofstream(path_, std::ios::binary) << "a,1\nb,2\n";
  Result<CsvReader> reader = CsvReader::Open(path_, {});
  ASSERT_TRUE(reader.ok());
  std::ofstream(path_, std::ios::binary | std::ios::app) << "c,3\n";
  CsvRecord record;
  for (const char* name : {"a", "b"}) {
    ASSERT_TRUE(*reader->Next(record));
    EXPECT_EQ(record.fields[0].text, name);
    std::ofstream(path_, std::ios::binary | std::ios::app) << "d,4\n";
  }
  EXPECT_FALSE(*reader->Next(record));
}

TEST_F(CsvReaderTest, QuotedFieldsHoldDelimitersQuotesAndNewlines) {
  EXPECT_EQ(Read("\"a,b\",\"say \"\"x\"\"\",\"l1\nl2\"\nnext\n"),
            (Records{"a,b|say \"x\"|l1\nl2", "next"}));
  EXPECT_EQ(lines_, (std::vector<int64_t>{1, 3}));
}

TEST_F(CsvReaderTest, AnyLetterMayBeTheQuoteOrNone) {
  EXPECT_EQ(Read("'a,''b'',','c'\n\"d,e\n", {",", "", "'"}), (Records{"a,'b',|c", "\"d|e"}));
  EXPECT_EQ(Read("«a,««b»,c«,d\n", {",", "", "«"}), (Records{"a,«b»,c|d"}));
  EXPECT_EQ(Read("\"a,b\"\nc\n", {",", "", ""}), (Records{"\"a|b\"", "c"}));
}

TEST_F(CsvReaderTest, WhatEndsARecordEndsALine) {
  EXPECT_EQ(Read("a|\"b|c\"|d", {",", "|"}), (Records{"a", "b|c", "d"}));
  EXPECT_EQ(lines_, (std::vector<int64_t>{1, 2, 4}));
}

TEST_F(CsvReaderTest, EmptyFilesLinesAndFields) {
  EXPECT_EQ(Read(""), Records{});
  EXPECT_EQ(Read("\n\n"), (Records{"", ""}));
  EXPECT_EQ(Read(",\n"), (Records{"|"}));
  EXPECT_EQ(Read("a,"), (Records{"a|"}));
}

TEST_F(CsvReaderTest, AByteOrderMarkIsNotData) {
  EXPECT_EQ(Read("\xEF\xBB\xBFid,n\n"), (Records{"id|n"}));
}

TEST_F(CsvReaderTest, DelimitersOfSeveralCharacters) {
  EXPECT_EQ(Read("a|b||c\nd||\"e||f\"\n", {"||", ""}), (Records{"a|b|c", "d|e||f"}));
  EXPECT_EQ(Read("a,b<end>c,d<end>", {",", "<end>"}), (Records{"a|b", "c|d"}));
}

TEST_F(CsvReaderTest, BadQuotesSpoilOneRecord) {
  EXPECT_EQ(Read("\"a\"x,b\nc,d\n"), (Records{"!text follows a closing quote", "c|d"}));
  EXPECT_EQ(Read("a\n\"open,b\nc\n"), (Records{"a", "!a quote is not closed"}));
}

TEST_F(CsvReaderTest, RecordsLongerThanTheBufferAreWhole) {
  const std::string wide(3 << 20, 'x');
  EXPECT_EQ(Read(wide + ",1\r\n\"" + wide + "\",2\n"), (Records{wide + "|1", wide + "|2"}));
}

// The buffer's end falls into every part of a record, delimiters of two bytes among them.
TEST_F(CsvReaderTest, BufferEndsAnywhere) {
  constexpr size_t kBuffer = 1 << 20;
  for (size_t shift = 0; shift < 12; ++shift) {
    const std::string filler(kBuffer - shift, 'y');
    EXPECT_EQ(Read(filler + "\r\n\"a\"\"b\"||c\r\n", {"||", ""}), (Records{filler, "a\"b|c"}));
  }
}

}  // namespace
}  // namespace paisql::tunnel
