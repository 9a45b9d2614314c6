#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "serving/log/log_table.h"
#include "serving/settings/names.h"
#include "unit/serving/models.h"

namespace paisql::serving {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

// 2026-01-31 15:59:59.5 UTC is the last second of the day in Asia/Shanghai.
constexpr int64_t kLateOnThe31st = 1769875199'500000;

Tensor Texts(std::vector<std::string> texts) {
  Tensor tensor;
  tensor.type = ElementType::kString;
  tensor.shape = {static_cast<int64_t>(texts.size())};
  tensor.strings = std::move(texts);
  return tensor;
}

// name DT_STRING [?], x DT_FLOAT [?,2] -> y DT_FLOAT [?,1].
Signature MixedSignature() {
  return {"serving_default",
          {{"Full Name", ElementType::kString, std::vector<int64_t>{-1}},
           {"x", ElementType::kFloat, std::vector<int64_t>{-1, 2}}},
          {{"y", ElementType::kFloat, std::vector<int64_t>{-1, 1}}}};
}

LogEntry MixedEntry(const Signature& signature) {
  LogEntry entry;
  entry.time_us = kLateOnThe31st;
  entry.request_id = "r";
  entry.signature = &signature;
  entry.inputs = {Texts({"Ann \"A\"", "\xff"}), Floats({2, 2}, {1, 2, 3, 4})};
  entry.output_names = {"y"};
  entry.outputs = {Floats({2, 1}, {0.5F, 7})};
  entry.status = 200;
  entry.latency_us = 1500;
  return entry;
}

std::vector<std::string> ColumnsOf(const LogTable& table) {
  std::vector<std::string> columns;
  for (const LogColumn& column : table.columns().subspan(9)) {
    columns.push_back(column.name + " " + column.type);
  }
  return columns;
}

TEST(LogTableTest, RowsOfSimpleTypesAreColumns) {
  const Signature signature = MixedSignature();
  const LogTable table("s", "1", &signature);
  EXPECT_THAT(ColumnsOf(table), ElementsAre("in_full_name STRING", "in_x STRING", "out_y FLOAT",
                                            "inputs STRING", "outputs STRING"));
  std::string csv;
  EXPECT_EQ(table.Append(MixedEntry(signature), csv).rows, 2);
  EXPECT_EQ(csv,
            "\"r\",0,2026-01-31 23:59:59.500000,\"s\",\"1\",\"serving_default\",200,1.500,,"
            "\"Ann \"\"A\"\"\",\"[1.0,2.0]\",0.5,,\n"
            "\"r\",1,2026-01-31 23:59:59.500000,\"s\",\"1\",\"serving_default\",200,1.500,,"
            "\"{\"\"b64\"\":\"\"/w==\"\"}\",\"[3.0,4.0]\",7.0,,\n");
  EXPECT_EQ(LogTable::DayOf(MixedEntry(signature)), "20260131");
}

TEST(LogTableTest, WhatHasNoRowsIsJson) {
  const Signature other{"other",
                        {{"x", ElementType::kFloat, std::vector<int64_t>{}}},
                        {{"half", ElementType::kFloat, std::vector<int64_t>{}}}};
  const Signature signature = MixedSignature();
  const LogTable table("s", "1", &signature);
  LogEntry entry;
  entry.signature = &other;
  entry.inputs = {Floats({}, {3})};
  entry.output_names = {"half"};
  entry.outputs = {Floats({}, {1.5F})};
  std::string csv;
  EXPECT_EQ(table.Append(entry, csv).rows, 1);
  EXPECT_THAT(csv, HasSubstr(",,,,\"{\"\"x\"\":3.0}\",\"{\"\"half\"\":1.5}\"\n"));
  EXPECT_THAT(ColumnsOf(LogTable("s", "1", &other)),
              ElementsAre("inputs STRING", "outputs STRING"));
}

TEST(LogTableTest, ARequestThatIsRefusedIsOneRow) {
  const Signature signature = MixedSignature();
  const LogTable table("s", "1", &signature);
  LogEntry entry;
  entry.status = 400;
  entry.error = "no, \"that\"";
  std::string csv;
  EXPECT_EQ(table.Append(entry, csv).rows, 1);
  EXPECT_THAT(csv, HasSubstr(",,400,0.000,\"no, \"\"that\"\"\",,,,,\n"));
}

TEST(LogTableTest, NamesThatComeToTheSameAreToldApart) {
  const Signature signature{"serving_default",
                            {{"a-b", ElementType::kInt64, std::vector<int64_t>{-1}},
                             {"a_b", ElementType::kUint16, std::vector<int64_t>{-1, 1}}},
                            {{"y", ElementType::kBool, std::vector<int64_t>{-1}}}};
  EXPECT_THAT(ColumnsOf(LogTable("s", "1", &signature)),
              ElementsAre("in_a_b BIGINT", "in_a_b_2 INT", "out_y BOOLEAN", "inputs STRING",
                          "outputs STRING"));
}

TEST(LogTableTest, ATextThatIsNoUtf8IsMended) {
  const LogTable table("s", "1", nullptr);
  LogEntry entry;
  entry.request_id = "a\xff\u4e2d\xe4\xb8";  // ends within a letter
  entry.error = "\x80";
  std::string csv;
  EXPECT_EQ(table.Append(entry, csv).long_cells, 0);
  EXPECT_THAT(csv, StartsWith("\"a\uFFFD\u4e2d\uFFFD\uFFFD\",0,"));
  EXPECT_THAT(csv, HasSubstr(",\"\uFFFD\",,\n"));
}

TEST(LogTableTest, ACellThatIsTooLongIsNull) {
  const Signature signature = MixedSignature();
  const LogTable table("s", "1", &signature);
  LogEntry entry = MixedEntry(signature);
  entry.inputs[0] = Texts(
      {std::string(LogCells::kMostCellBytes + 1, 'a'), std::string(LogCells::kMostCellBytes, 'b')});
  std::string csv;
  const LogLines lines = table.Append(entry, csv);
  EXPECT_EQ(lines.rows, 2);
  EXPECT_EQ(lines.long_cells, 1);
  EXPECT_THAT(csv.substr(0, 200), HasSubstr(",200,1.500,,,\"[1.0,2.0]\",0.5,,\n\"r\",1,"));
  EXPECT_EQ(csv.substr(csv.size() - 25), "bbbbb\",\"[3.0,4.0]\",7.0,,\n");
}

TEST(LogCellsTest, ALineIsNoLongerThanTheTableTakes) {
  std::string csv;
  LogCells cells(csv);
  const std::string quotes(LogCells::kMostCellBytes, '"');
  for (int i = 0; i < 6; ++i) cells.AddText(quotes);
  EXPECT_GT(cells.too_long(), 0);
  EXPECT_LT(csv.size(), size_t{60} << 20);
  cells.EndLine();
  const size_t line = csv.size();
  cells.AddText("next");
  EXPECT_EQ(csv.substr(line), "\"next\"");
}

TEST(LogSettingsTest, NamesOfTables) {
  for (const char* name : {"log", "p.log", "Log_2"}) EXPECT_TRUE(IsLogTable(name)) << name;
  for (const char* name : {"", "a.b.c", "a b", "1a", "a;", ".a", "a.", "a/b"}) {
    EXPECT_FALSE(IsLogTable(name)) << name;
  }
}

}  // namespace
}  // namespace paisql::serving
