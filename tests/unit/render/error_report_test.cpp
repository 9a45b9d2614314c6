#include "render/error_report.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/text.h"

namespace paisql::render {
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

TEST(ErrorReportTest, EachFurtherErrorHasItsOwnPlace) {
  const syntax::StatementText statement{"SELECT a, b", 0, 1, 1, true};
  Error error{ErrorCode::kSemantic, "a", {7, 8, 1, 8}, ""};
  const Error other{ErrorCode::kSemantic, "b", {10, 11, 1, 11}, "look"};
  error.others = {other};
  EXPECT_EQ(ReportError(error, statement, {"x.sql", true, false}),
            "FAILED: " + error.ToString() + "\n  --> x.sql:1:8\n  | SELECT a, b\n  |        ^\n" +
                "FAILED: " + other.ToString() +
                "\n  --> x.sql:1:11\n  | SELECT a, b\n  |           ^\nhint: look\n");
}

TEST(ErrorReportTest, OfManyErrorsTheFirstAreShown) {
  const syntax::StatementText statement{"SELECT a", 0, 1, 1, true};
  const Error one{ErrorCode::kSemantic, "x", {7, 8, 1, 8}, ""};
  const auto lines = [&](size_t others) {
    Error error = one;
    error.others.assign(others, one);
    const std::string report = ReportError(error, statement, {"", false, false});
    return std::pair(std::count(report.begin(), report.end(), '\n'),
                     report.substr(report.rfind('\n', report.size() - 2) + 1));
  };
  EXPECT_EQ(lines(19).first, 20);
  EXPECT_EQ(lines(20),
            std::pair(ptrdiff_t{21}, std::string("and 1 more error in this statement\n")));
  EXPECT_EQ(lines(98).second, "and 79 more errors in this statement\n");
  EXPECT_EQ(lines(99).second, "and at least 80 more errors in this statement\n");
}

TEST(ErrorReportTest, WithoutAPlaceThereIsNoCaret) {
  const syntax::StatementText statement{"SELECT 1", 0, 1, 1, true};
  const Error error{ErrorCode::kIo, "gone", {}, ""};
  EXPECT_EQ(ReportError(error, statement, {"", true, false}), "FAILED: " + error.ToString() + "\n");
}

TEST(ErrorReportTest, InChineseCodePlaceAndGeneralTextStay) {
  const syntax::StatementText statement{"SELECT * FROM t", 0, 1, 1, true};
  const Error error{ErrorCode::kTableNotFound,
                    "table p.t cannot be resolved",
                    {14, 15, 1, 15},
                    "did you mean 't2'?"};
  ReportStyle style;
  style.show_place = true;
  style.language = messages::Language::kChinese;
  EXPECT_EQ(ReportError(error, statement, style),
            "FAILED: ODPS-0130131:[1,15] 表不存在 (Table not found) - 找不到表 p.t\n"
            "  | SELECT * FROM t\n"
            "  |               ^\n"
            "提示: 您是不是想写 't2'?\n");
  const Error bare{ErrorCode::kIo, "", {}, ""};
  EXPECT_EQ(ReportError(bare, statement, style),
            "FAILED: ODPS-0130025: 读写失败 (Failed to I/O)\n");
}

TEST(ErrorReportTest, LongLinesAreCutAroundTheCaret) {
  const std::string text = "SELECT " + std::string(500, 'a') + " bad " + std::string(500, 'b');
  const syntax::StatementText statement{text, 0, 1, 1, true};
  const Error error{ErrorCode::kSemantic, "x", {508, 511, 1, 509}, ""};
  const std::string report = ReportError(error, statement, {"", true, false});
  EXPECT_LT(report.size(), 400U);
  EXPECT_NE(report.find(" bad "), std::string::npos);
}

TEST(ErrorReportTest, NothingIsWiderThanTheTerminal) {
  const std::string text = "SELECT " + std::string(90, 'a') + ", bad_name_of_a_column, " +
                           std::string(90, 'b') + " FROM t";
  const size_t bad = text.find("bad_");
  const syntax::StatementText statement{text, 0, 1, 1, true};
  const Error error{ErrorCode::kSemantic,
                    "column bad_name_of_a_column cannot be resolved in this long statement",
                    {bad, bad + 20, 1, static_cast<int>(bad) + 1},
                    "did you mean one of the many columns that have other names than this one?"};
  for (const int columns : {40, 60, 80, 120, 200}) {
    ReportStyle style;
    style.show_place = true;
    style.columns = columns;
    const std::string report = ReportError(error, statement, style);
    for (const std::string& line : Split(report, '\n')) {
      EXPECT_LE(DisplayWidth(line), columns) << report;
    }
    EXPECT_NE(report.find("bad_name_of"), std::string::npos);
    // The caret stands below the name.
    const size_t caret = report.find('^');
    const size_t caret_line = report.rfind('\n', caret) + 1;
    const size_t name_line = report.rfind('\n', caret_line - 2) + 1;
    EXPECT_EQ(report.substr(name_line + (caret - caret_line), 3), "bad") << report;
    // Nothing of the sentences is lost.
    std::string words;
    for (const char c : report) words += c == '\n' || c == ' ' ? "" : std::string(1, c);
    EXPECT_NE(words.find("othernamesthanthisone?"), std::string::npos) << report;
  }
}

TEST(ErrorReportTest, AnErrorAtTheEndOfTheText) {
  const syntax::StatementText statement{"SELECT (1", 0, 1, 1, true};
  const Error error{ErrorCode::kParse, "x", {9, 9, 1, 10}, ""};
  EXPECT_NE(ReportError(error, statement, {"", true, false}).find("\n  |          ^\n"),
            std::string::npos);
}

}  // namespace
}  // namespace paisql::render
