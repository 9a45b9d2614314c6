// The tables of HELP: every example runs, every error's example causes it, and every function's
// answer is right.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>

#include "base/display/columns.h"
#include "base/text.h"
#include "functions/examples.h"
#include "functions/function.h"
#include "functions/groups.h"
#include "session/help/page.h"
#include "session/help/topic.h"
#include "session_fixture.h"

namespace paisql::session {
namespace {

constexpr std::string_view kHelpTables =
    "CREATE TABLE t1 (id BIGINT); INSERT INTO t1 VALUES (1), (2);"
    "CREATE TABLE t2 (id BIGINT, name STRING); INSERT INTO t2 VALUES (1, 'a'), (2, 'b'), (2, 'c');"
    "CREATE TABLE t3 (d DATETIME); INSERT INTO t3 VALUES (DATETIME'2026-01-02 03:04:05');"
    "CREATE TABLE sale_detail (shop_name STRING, customer_id STRING, total_price DOUBLE)"
    "  PARTITIONED BY (sale_date STRING, region STRING);"
    "INSERT INTO sale_detail PARTITION (sale_date='2026', region='east') VALUES ('s1', 'c1', 1.5);"
    "CREATE VIEW v1 AS SELECT id FROM t1;";

class HelpTest : public SessionFixture {
 protected:
  void SetUp() override {
    SessionFixture::SetUp();
    std::ofstream(home_ + "/sums.py") << "class Plus(object):\n    pass\n";
    std::ofstream(home_ + "/words.csv") << "one\ntwo\n";
    std::ofstream(home_ + "/numbers.csv") << "1\n2\n";
    ASSERT_TRUE(Run(kHelpTables).ok());
  }
  void TearDown() override {
    SessionFixture::TearDown();
    std::error_code ignored;
    std::filesystem::remove_all(home_ + "-kept", ignored);
  }

  // Back to the home of the beginning; the first call keeps a copy of it.
  void StartAnew() {
    namespace fs = std::filesystem;
    const std::string kept = home_ + "-kept";
    session_.reset();
    if (!fs::exists(kept)) fs::copy(home_, kept, fs::copy_options::recursive);
    fs::remove_all(home_);
    fs::copy(kept, home_, fs::copy_options::recursive);
    Open();
    session_->SetScriptFolder(home_);  // where the files of TUNNEL lie
  }
};

std::string Said(const Result<Outcome>& outcome) {
  return outcome.ok() ? "it has run" : outcome.error().ToString();
}

TEST_F(HelpTest, ErrorsExamplesCauseThemAndTheirCuresDoNot) {
  std::set<ErrorCode> codes;
  for (const ErrorExample& example : ErrorExamples()) {
    SCOPED_TRACE(std::string(example.causes));
    StartAnew();
    const Result<Outcome> failed = Run(example.causes);
    EXPECT_TRUE(!failed.ok() && failed.error().code == example.code) << Said(failed);
    StartAnew();
    const Result<Outcome> cured = Run(example.cured);
    EXPECT_TRUE(cured.ok()) << example.cured << "\n" << Said(cured);
    codes.insert(example.code);
  }
  EXPECT_GE(ErrorExamples().size(), 40U);
  EXPECT_GE(codes.size(), 35U);
}

TEST_F(HelpTest, EveryCodeHasItsMeaning) {
  std::set<ErrorCode> codes;
  for (const ErrorMeaning& meaning : ErrorMeanings()) {
    EXPECT_TRUE(codes.insert(meaning.code).second) << ErrorCodeName(meaning.code);
    EXPECT_TRUE(Run("HELP " + std::string(ErrorCodeName(meaning.code)) + ";").ok());
    EXPECT_NE(sink_.shown.find(ErrorCodeText(meaning.code)), std::string::npos);
  }
  EXPECT_EQ(codes.size(), AllErrorCodes().size());
}

TEST_F(HelpTest, TopicsExamplesRun) {
  session_->SetScriptFolder(home_);
  for (const auto topics : {StatementTopics(), ClauseTopics(), HintTopics(), PromptTopics()}) {
    for (const Topic& topic : topics) {
      const Result<Outcome> outcome = Run(topic.example);
      EXPECT_TRUE(outcome.ok()) << topic.example << "\n" << Said(outcome);
      EXPECT_TRUE(Run("HELP " + std::string(topic.name) + ";").ok()) << topic.name;
      EXPECT_NE(sink_.shown.find(topic.summary), std::string::npos) << topic.name;
    }
  }
}

TEST_F(HelpTest, FunctionsExamplesHaveTheirAnswers) {
  std::string last;
  for (const functions::FunctionExample& example : functions::FunctionExamples()) {
    SCOPED_TRACE(std::string(example.statement));
    EXPECT_LT(last, example.name) << "sorted by name, each once";
    last = example.name;
    ASSERT_NE(functions::FindFunction(example.name), nullptr) << example.name;
    const Result<Outcome> outcome = Run(example.statement);
    EXPECT_TRUE(outcome.ok()) << Said(outcome);
    EXPECT_EQ(Join(sink_.rows, "\n"), example.answer);
    EXPECT_TRUE(Run("HELP " + std::string(example.name) + ";").ok());
    EXPECT_NE(sink_.shown.find("Its answer:"), std::string::npos);
  }
}

TEST_F(HelpTest, GroupsListTheirFunctions) {
  struct Group {
    const char* asked;
    std::vector<std::string> has;
    const char* has_not;
  };
  const Group groups[] = {
      {"date functions", {"Date: fields:", "dateadd", "to_char", "weekofyear"}, "concat "},
      {"STRING functions", {"String: parts:", "substr", "regexp_extract"}, "dateadd"},
      {"text function", {"String: parts:", "substr"}, "dateadd"},
      {"aggregate functions", {"Aggregate: statistics:", "count", "median"}, "lag "},
      {"window functions", {"Window:", "lag", "row_number"}, "median"},
      {"array functions", {"Collections: arrays:", "array_contains"}, "dateadd"},
      {"regex functions", {"String: regular expressions:", "regexp_replace"}, "substr "},
  };
  for (const Group& group : groups) {
    SCOPED_TRACE(group.asked);
    ASSERT_TRUE(Run("HELP " + std::string(group.asked) + ";").ok());
    for (const std::string& part : group.has) {
      EXPECT_NE(sink_.shown.find(part), std::string::npos) << part << "\n" << sink_.shown;
    }
    EXPECT_EQ(sink_.shown.find(std::string("\n  ") + group.has_not), std::string::npos);
  }
  // All groups together have every function.
  size_t count = 0;
  for (const functions::FunctionGroup& group : functions::GroupsOf("")) {
    count += group.functions.size();
    const std::string word(group.title.substr(0, group.title.find_first_of(" :,")));
    EXPECT_TRUE(Run("HELP " + word + " functions;").ok()) << word;
    EXPECT_NE(sink_.shown.find(std::string(group.title) + ":"), std::string::npos) << group.title;
  }
  EXPECT_EQ(count, functions::AllFunctions().size());
  ASSERT_TRUE(Run("HELP functions;").ok());
  EXPECT_NE(sink_.shown.find("Date: fields ("), std::string::npos);
  EXPECT_FALSE(Run("HELP nosuch functions;").ok());
}

TEST_F(HelpTest, NoLineIsWiderThanItShouldBe) {
  std::vector<std::string> asked = {
      "", "SET", "PAI", "TUNNEL", "ODPS-0130071", "LIKE join", "tensorflow1120_ext"};
  for (const Topic& topic : StatementTopics()) asked.emplace_back(topic.name);
  for (const Topic& topic : PromptTopics()) asked.emplace_back(topic.name);
  for (const std::string language : {"en", "zh"}) {
    ASSERT_TRUE(Run("SET paisql.language=" + language + ";").ok());
    for (const std::string& name : asked) {
      ASSERT_TRUE(Run("HELP " + name + ";").ok()) << name;
      for (const std::string& line : Split(sink_.shown, '\n')) {
        EXPECT_LE(DisplayWidth(line), 100) << line;
      }
    }
  }
}

TEST(HelpPage, FoldsBelowTheLastColumn) {
  const std::string folded =
      Folded("  name        " + std::string(60, 'a') + " " + std::string(60, 'b'), 100);
  EXPECT_EQ(folded, "  name        " + std::string(60, 'a') + "\n" + std::string(14, ' ') +
                        std::string(60, 'b') + "\n");
  EXPECT_EQ(Folded(std::string(150, 'a'), 100), std::string(150, 'a') + "\n");
}

TEST(HelpPage, IsAsWideAsTheTerminal) {
  HelpPage page(messages::Language::kEnglish, 60);
  page.Entry("odps.sql.timezone=Asia/Shanghai", "where the days of the session begin and end", 48);
  page.Entry("SHOW", "what there is, among it tables, partitions and functions of a project", 18);
  const Answer answer = page.Take();
  EXPECT_EQ(answer.text,
            "  odps.sql.timezone=Asia/Shanghai\n"
            "      where the days of the session begin and end\n"
            "  SHOW                what there is, among it tables,\n"
            "                      partitions and functions of a project\n");
  EXPECT_EQ(answer.rows.size(), 2U);
  HelpPage narrow(messages::Language::kEnglish, 10);
  narrow.Say("a sentence of about forty columns is this");
  EXPECT_EQ(narrow.Take().text, "a sentence of about forty columns is\n  this\n");
}

TEST(HelpPage, FoldsChineseWithoutBlanks) {
  std::string text;
  for (int i = 0; i < 60; ++i) text += "表";
  std::string first;
  for (int i = 0; i < 50; ++i) first += "表";
  std::string second = "  ";
  for (int i = 0; i < 10; ++i) second += "表";
  EXPECT_EQ(Folded(text, 100), first + "\n" + second + "\n");
}

}  // namespace
}  // namespace paisql::session
