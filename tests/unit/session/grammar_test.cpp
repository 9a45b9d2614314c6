// Statements of the platform's grammar (tests/data/grammar/statements.txt) run, warn, or are
// refused by name with a cure; none is a bare parse error. No cure of a table is empty.

#include <gtest/gtest.h>

#include <fstream>

#include "syntax/unsupported_rows.h"
#include "unit/session/session_fixture.h"
#include "unit/test_data.h"

namespace paisql::session {
namespace {

constexpr std::string_view kGrammarTables = R"(
CREATE TABLE t (a BIGINT, b STRING, c DOUBLE, d DATETIME);
CREATE TABLE u (a BIGINT, e STRING);
CREATE TABLE p (a BIGINT, b STRING) PARTITIONED BY (ds STRING);
CREATE TABLE n (s STRUCT<x:BIGINT>);
CREATE TABLE dst (a BIGINT, b STRING);
CREATE TABLE dst2 (a BIGINT, b STRING);
ALTER TABLE p ADD PARTITION (ds='20240101');
INSERT INTO t VALUES (1, 'x', 1.5D, DATETIME'2024-01-01 00:00:00'), (2, 'y', 2.5D, NULL);)";

class WarningSink : public KeepingSink {
 public:
  void Warning(const SourceRange& /*range*/, std::string_view text) override {
    warnings.emplace_back(text);
  }
  std::vector<std::string> warnings;
};

class Grammar : public SessionFixture {
 protected:
  void Check(const std::string& expected, const std::string& text, const std::string& where) {
    WarningSink sink;
    syntax::StatementText statement;
    statement.text = text;
    const Result<Outcome> result = session_->Execute(statement, sink);
    const std::string said = result.ok() ? "" : result.error().ToString();
    if (expected == "runs" || expected == "warns") {
      ASSERT_TRUE(result.ok()) << where << said;
      // A note is said once in a session, so that only the first of its kind warns.
      if (expected == "runs") {
        EXPECT_EQ(sink.warnings, std::vector<std::string>()) << where;
      }
      for (const std::string& warning : sink.warnings) warned_.push_back(warning);
      return;
    }
    ASSERT_FALSE(result.ok()) << where;
    const std::string code = expected == "named" ? "ODPS-0121125" : expected;
    EXPECT_EQ(said.substr(0, code.size()), code) << where << said;
    EXPECT_FALSE(result.error().hint.empty()) << where << said;
  }

  std::vector<std::string> warned_;
};

TEST_F(Grammar, StatementsRunWarnOrAreNamed) {
  ASSERT_TRUE(Run(kGrammarTables).ok());
  std::ifstream file(TestData() / "grammar" / "statements.txt");
  ASSERT_TRUE(file.is_open());
  std::string line;
  int count = 0;
  while (std::getline(file, line)) {
    if (line.empty() || line[0] == '#') continue;
    const size_t bar = line.find('|');
    Check(line.substr(0, bar), line.substr(bar + 1), line + "\n");
    ++count;
  }
  EXPECT_GT(count, 180);
  EXPECT_GT(warned_.size(), 20u);
  // What the statements left behind is what they say.
  ASSERT_TRUE(Run("SELECT count(*) FROM dst; SELECT count(*) FROM dst2;"
                  "SELECT count(*) FROM p WHERE ds='20240101';")
                  .ok());
  EXPECT_EQ(sink_.rows, (std::vector<std::string>{"2", "2", "0"}));
}

TEST_F(Grammar, SaysOnceWhatHasNoEffect) {
  ASSERT_TRUE(Run(kGrammarTables).ok());
  WarningSink sink;
  syntax::StatementText statement;
  statement.text = "ALTER TABLE t FREEZE";
  ASSERT_TRUE(session_->Execute(statement, sink).ok());
  ASSERT_TRUE(session_->Execute(statement, sink).ok());
  EXPECT_EQ(sink.warnings,
            std::vector<std::string>{"ALTER TABLE … FREEZE has no effect: tables are "
                                     "stored in one way"});
}

TEST(GrammarTables, EveryRefusalNamesItsCure) {
  for (const syntax::Unsupported& row : syntax::UnsupportedStatements()) {
    EXPECT_FALSE(row.cure.empty()) << row.pattern;
  }
  for (const syntax::UnsupportedPhrase& row : syntax::UnsupportedPhrases()) {
    EXPECT_FALSE(row.cure.empty()) << row.pattern;
  }
}

}  // namespace
}  // namespace paisql::session
