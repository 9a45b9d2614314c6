#include "tunnel/upload/inference.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>

#include "tunnel/csv/column_names.h"
#include "tunnel/csv/header.h"

namespace paisql::tunnel {
namespace {

class InferenceTest : public ::testing::Test {
 protected:
  void SetUp() override {
    char name[] = "/tmp/paisql-inference-XXXXXX";
    path_ = mkdtemp(name);
  }
  void TearDown() override {
    (void)unlink((path_ + "/f.csv").c_str());
    (void)rmdir(path_.c_str());
  }

  // The types of a column x with these lines, and the remark.
  InferredColumn Column(const std::string& lines) {
    std::ofstream(path_ + "/f.csv") << "x\n" << lines;
    TunnelOptions options;
    options.header = true;
    Result<InferredTable> table =
        InferTable({{"f.csv", path_ + "/f.csv"}}, options, [] { return Status::Ok(); });
    EXPECT_TRUE(table.ok());
    return table.ok() ? table->columns.front() : InferredColumn{};
  }
  std::string Type(const std::string& lines) { return Column(lines).type.ToString(); }

  std::string path_;
};

TEST_F(InferenceTest, TheNarrowestTypeThatTakesAllValues) {
  EXPECT_EQ(Type("1\n-2\n\n"), "BIGINT");
  EXPECT_EQ(Type("0\n1\n"), "BIGINT");
  EXPECT_EQ(Type("true\nFALSE\n"), "BOOLEAN");
  EXPECT_EQ(Type("1\n2.5\n1e3\n"), "DOUBLE");
  EXPECT_EQ(Type("2026-01-01\n"), "DATE");
  EXPECT_EQ(Type("2026-01-01 00:00:00\n"), "DATETIME");
  EXPECT_EQ(Type("2026-01-01 00:00:00.123456\n"), "TIMESTAMP");
  EXPECT_EQ(Type("2026-13-01\n"), "STRING");
  EXPECT_EQ(Type("\n\n"), "STRING");
  EXPECT_EQ(Type("true\n1\n"), "STRING");
}

TEST_F(InferenceTest, NumbersThatWouldLoseSomethingStayWhole) {
  EXPECT_EQ(Type("9223372036854775808\n"), "DECIMAL(19,0)");
  EXPECT_EQ(Type("1.5\n12345678901234567.89\n"), "DECIMAL(19,2)");
  EXPECT_EQ(Type("0.30000000000000004\n"), "DOUBLE");
  EXPECT_EQ(Type("007\n8\n"), "STRING");
  EXPECT_EQ(Type("0.5\n-0.25\n"), "DOUBLE");
  EXPECT_EQ(Type("12345678901234567.89\n1e5\n"), "DOUBLE");
  EXPECT_EQ(Type(std::string(40, '9') + "\n"), "DOUBLE");
}

TEST_F(InferenceTest, TheFirstValueThatDoesNotFitIsNamed) {
  EXPECT_EQ(Column("1\n2\nn/a\nmore\n").remark, "f.csv:4: 'n/a' is not a valid DOUBLE");
  EXPECT_EQ(Column("abc\n1\n").remark, "f.csv:2: 'abc' is text");
  EXPECT_EQ(Column("1\n02\n").remark, "f.csv:3: '02' has zeros in front, which a number loses");
  EXPECT_EQ(Column("\n").remark, "it has no values");
  EXPECT_EQ(Column("1\n").remark, "");
}

TEST(ColumnNameTest, WhatNoNameMayHaveIsOneUnderscore) {
  EXPECT_EQ(ColumnNameOf(" Unit Price (EUR) "), "unit_price_eur");
  EXPECT_EQ(ColumnNameOf("a_b"), "a_b");
  EXPECT_EQ(ColumnNameOf("价格"), "");
  EXPECT_EQ(ColumnNameOf(std::string(500, 'x')).size(), 128U);
}

std::vector<std::string> Names(const std::vector<std::string>& written) {
  CsvRecord header;
  for (const std::string& name : written) header.fields.push_back({name, false});
  std::vector<std::string> names;
  const Result<std::vector<NamedColumn>> columns = NameColumns(header, "f.csv");
  if (!columns.ok()) return {columns.error().detail};
  for (const NamedColumn& column : *columns) {
    names.push_back(column.name + (column.title.empty() ? "" : "=" + column.title));
  }
  return names;
}

TEST(NameColumnsTest, ATitleIsWhatCouldNotBeTheName) {
  using Texts = std::vector<std::string>;
  EXPECT_EQ(Names({"ID", " a "}), (Texts{"id", "a"}));
  EXPECT_EQ(Names({"编号", "2024"}), (Texts{"c1=编号", "c_2024=2024"}));
  EXPECT_EQ(Names({"订单ID", "用户ID"}), (Texts{"c1=订单ID", "c2=用户ID"}));
  EXPECT_EQ(Names({"订单ID", "id"}), (Texts{"c1=订单ID", "id"}));
  EXPECT_EQ(Names({"编号", "c1", "c1_2"}), (Texts{"c1_3=编号", "c1", "c1_2"}));
  EXPECT_EQ(Names({"编号", "编号"}), (Texts{"the header names 编号 twice (f.csv:0)"}));
}

}  // namespace
}  // namespace paisql::tunnel
