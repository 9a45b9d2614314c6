#include "base/error.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <string>

#include "test_data.h"

namespace paisql {
namespace {

TEST(ErrorTest, EveryCodeStandsOnceAndHasAText) {
  std::set<std::string_view> names;
  for (const ErrorCode code : AllErrorCodes()) {
    EXPECT_TRUE(names.insert(ErrorCodeName(code)).second) << ErrorCodeName(code);
    EXPECT_THAT(std::string(ErrorCodeName(code)),
                testing::MatchesRegex("(ODPS-[0-9]+|PAISQL-[0-9]+)"));
    EXPECT_FALSE(ErrorCodeText(code).empty());
  }
}

TEST(ErrorTest, TheDocumentationHasEveryCode) {
  const std::filesystem::path tests = TestData().parent_path();
  std::ifstream file(tests.parent_path() / "docs/errors.md");
  const std::string page((std::istreambuf_iterator<char>(file)), {});
  for (const ErrorCode code : AllErrorCodes()) {
    const std::string row = "\n| " + std::string(ErrorCodeName(code)) + " | " +
                            std::string(ErrorCodeText(code)) + " | ";
    EXPECT_NE(page.find(row), std::string::npos) << row;
  }
}

TEST(ErrorTest, TextHasCodePositionAndDetail) {
  Error error{ErrorCode::kTableNotFound, "table p.t cannot be resolved", {14, 15, 1, 15}, "a hint"};
  EXPECT_EQ(error.ToString(), "ODPS-0130131:[1,15] Table not found - table p.t cannot be resolved");
  error.range = {};
  EXPECT_EQ(error.ToString(), "ODPS-0130131: Table not found - table p.t cannot be resolved");
  error.detail = "";
  EXPECT_EQ(error.ToString(), "ODPS-0130131: Table not found");
}

}  // namespace
}  // namespace paisql
