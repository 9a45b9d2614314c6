#include "base/limits.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "test_data.h"

namespace paisql {
namespace {

TEST(Limits, TheErrorNamesTheLimitItsValueAndTheCure) {
  const Error error = LimitError(Limit::kSetOperators, ErrorCode::kParse, {3, 4, 1, 4});
  EXPECT_EQ(error.ToString(),
            "ODPS-0130161:[1,4] Parse exception - more than 5000 set operators in one chain");
  EXPECT_EQ(error.hint, "INSERT a part of the branches into a table first");
  for (const LimitRow& row : kLimits) {
    EXPECT_NE(row.detail.find("{}"), std::string_view::npos) << row.detail;
    EXPECT_FALSE(row.cure.empty()) << row.detail;
  }
}

// Every row of the table stands in docs/sql.md as "| detail | source |".
TEST(Limits, AreDocumented) {
  const std::filesystem::path data = TestData();
  std::ifstream file(data.parent_path().parent_path() / "docs" / "sql.md");
  std::stringstream text;
  text << file.rdbuf();
  for (const LimitRow& row : kLimits) {
    std::string detail(row.detail);
    detail.replace(detail.find("{}"), 2, std::to_string(row.value));
    const std::string line = "| " + detail + " | " + std::string(row.source) + " |";
    EXPECT_NE(text.str().find(line), std::string::npos) << line;
  }
}

}  // namespace
}  // namespace paisql
