// Every row of the tables of spellings: its example fails, the hint is the row's cure, and the cure
// runs.

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "session_fixture.h"
#include "syntax/dialect/dialect.h"

namespace paisql::session {
namespace {

constexpr std::string_view kDialectTables =
    "CREATE TABLE t (id BIGINT, a BIGINT, s STRING, d DATETIME, arr ARRAY<BIGINT>, price DOUBLE);"
    "INSERT INTO t VALUES (1, 2, 'x,y', DATETIME'2026-01-02 03:04:05', ARRAY(1L, 2L), 1.5D);"
    "CREATE TABLE u (id BIGINT, b STRING); INSERT INTO u VALUES (1, 'b');"
    "CREATE TABLE w (id BIGINT); CREATE VIEW v AS SELECT id FROM u;";

class DialectTest : public SessionFixture {};

// A cure without what is filled in: the texts around its placeholders.
bool MadeOf(std::string_view cure, std::string_view hint) {
  while (!cure.empty()) {
    size_t open = cure.find('{');
    while (open != std::string_view::npos && (cure[open + 1] < '1' || cure[open + 1] > '9')) {
      open = cure.find('{', open + 1);
    }
    const std::string_view piece = cure.substr(0, open);
    const size_t at = hint.find(piece);
    if (at == std::string_view::npos) return false;
    hint.remove_prefix(at + piece.size());
    if (open == std::string_view::npos) return hint.empty();
    cure.remove_prefix(cure.find('}', open) + 1);
  }
  return true;
}

TEST_F(DialectTest, EveryExampleFailsWithItsCure) {
  ASSERT_TRUE(Run(kDialectTables).ok());
  size_t rows = 0;
  for (const syntax::DialectTable& table : syntax::DialectTables()) {
    for (const syntax::DialectRow& row : table.rows) {
      SCOPED_TRACE(std::string(row.example));
      ++rows;
      const Result<Outcome> outcome = Run(row.example);
      if (outcome.ok()) {
        ADD_FAILURE() << "the example works: the row has no reason to be";
        ASSERT_TRUE(Run("DROP TABLE IF EXISTS n;").ok());
        continue;
      }
      const Error& error = outcome.error();
      EXPECT_TRUE(MadeOf(row.cure, error.hint))
          << error.ToString() << "\n  cure " << row.cure << "\n  hint " << error.hint;
      if (row.cured.empty()) continue;
      const Result<Outcome> cured = Run(row.cured);
      EXPECT_TRUE(cured.ok()) << row.cured << "\n" << (cured.ok() ? "" : cured.error().ToString());
      ASSERT_TRUE(Run("DROP TABLE IF EXISTS n;").ok());
    }
  }
  EXPECT_GE(rows, 60U);
}

TEST_F(DialectTest, SpellingsStandOnce) {
  std::set<std::string> seen;
  for (const syntax::DialectTable& table : syntax::DialectTables()) {
    for (const syntax::DialectRow& row : table.rows) {
      const std::string key = std::to_string(static_cast<int>(table.kind)) + std::string(row.words);
      EXPECT_TRUE(seen.insert(key).second) << row.words;
    }
  }
}

TEST_F(DialectTest, NamesOfTheUserAreLeftAlone) {
  ASSERT_TRUE(Run(kDialectTables).ok());
  ASSERT_TRUE(
      Run("CREATE TABLE mine (text BIGINT, number STRING, top BIGINT, serial BIGINT);").ok());
  EXPECT_TRUE(Run("SELECT text, number, top, serial FROM mine;").ok());
  // Where the failing place is another one, so is the hint.
  const Result<Outcome> outcome = Run("SELECT top, txet FROM mine;");
  ASSERT_FALSE(outcome.ok());
  EXPECT_EQ(outcome.error().hint, "did you mean 'text'?");
}

TEST_F(DialectTest, MistakesInWhatIsKnownHereKeepTheirOwnHints) {
  ASSERT_TRUE(Run(kDialectTables).ok());
  EXPECT_EQ(Run("SELECT DATEADD(prise, 1, 'dd') FROM t;").error().hint, "did you mean 'price'?");
  EXPECT_EQ(Run("SELECT DATE_FORMAT(prise, 'yyyy') FROM t;").error().hint, "did you mean 'price'?");
  EXPECT_EQ(Run("SELECT prise + 1 FROM t;").error().hint, "did you mean 'price'?");
  EXPECT_EQ(Run("TRUNCATE TABEL u;").error().hint, "did you mean 'TABLE'?");
  EXPECT_EQ(Run("INSERT INTO u VALUES (1, \"a\" \"b\" c);").error().hint, "");
}

TEST_F(DialectTest, EachOfSeveralErrorsHasItsOwn) {
  ASSERT_TRUE(Run(kDialectTables).ok());
  const Result<Outcome> outcome = Run("SELECT UCASE(s), LEN(s) FROM t;");
  ASSERT_FALSE(outcome.ok());
  EXPECT_EQ(outcome.error().hint, "write TOUPPER(text)");
  ASSERT_EQ(outcome.error().others.size(), 1U);
  EXPECT_EQ(outcome.error().others[0].hint, "write LENGTH(text), or SIZE(array)");
}

TEST_F(DialectTest, TypesAreTranslatedInCasts) {
  ASSERT_TRUE(Run(kDialectTables).ok());
  EXPECT_EQ(Run("SELECT a::text FROM t;").error().hint, "write CAST(a AS STRING)");
  EXPECT_EQ(Run("SELECT a::int FROM t;").error().hint, "write CAST(a AS BIGINT)");
}

}  // namespace
}  // namespace paisql::session
