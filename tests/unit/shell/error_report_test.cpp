#include "shell/error_report.h"

#include <gtest/gtest.h>

namespace paisql::shell {
namespace {

TEST(ErrorReportTest, TheCaretMarksTheRange) {
  const syntax::StatementText statement{"SELECT 中, nope\nFROM t", 0, 3, 5, true};
  const Error error{
      ErrorCode::kSemantic, "column nope cannot be resolved", {12, 16, 1, 11}, "look"};
  EXPECT_EQ(ReportError(error, statement, {"a.sql", true, false}), "FAILED: " + error.ToString() +
                                                                       "\n  --> a.sql:3:15\n"
                                                                       "  | SELECT 中, nope\n"
                                                                       "  |            ^^^^\n"
                                                                       "hint: look\n");
}

TEST(ErrorReportTest, WithoutAPlaceThereIsNoCaret) {
  const syntax::StatementText statement{"SELECT 1", 0, 1, 1, true};
  const Error error{ErrorCode::kIo, "gone", {}, ""};
  EXPECT_EQ(ReportError(error, statement, {"", true, false}), "FAILED: " + error.ToString() + "\n");
}

TEST(ErrorReportTest, LongLinesAreCutAroundTheCaret) {
  const std::string text = "SELECT " + std::string(500, 'a') + " bad " + std::string(500, 'b');
  const syntax::StatementText statement{text, 0, 1, 1, true};
  const Error error{ErrorCode::kSemantic, "x", {508, 511, 1, 509}, ""};
  const std::string report = ReportError(error, statement, {"", true, false});
  EXPECT_LT(report.size(), 400U);
  EXPECT_NE(report.find(" bad "), std::string::npos);
}

TEST(ErrorReportTest, AnErrorAtTheEndOfTheText) {
  const syntax::StatementText statement{"SELECT (1", 0, 1, 1, true};
  const Error error{ErrorCode::kParse, "x", {9, 9, 1, 10}, ""};
  EXPECT_NE(ReportError(error, statement, {"", true, false}).find("\n  |          ^\n"),
            std::string::npos);
}

}  // namespace
}  // namespace paisql::shell
