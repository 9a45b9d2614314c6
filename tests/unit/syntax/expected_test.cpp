#include "syntax/expected.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "syntax/lexer/token_classes.h"

namespace paisql::syntax {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::IsSupersetOf;
using ::testing::Not;

std::vector<std::string> Keywords(std::string_view text) { return ExpectedAfter(text).keywords; }

std::vector<std::string> Rules(std::string_view text) {
  std::vector<std::string> rules;
  for (const NamePlace& place : ExpectedAfter(text).names)
    rules.push_back(std::string(place.rule) + (place.in_list ? "()" : ""));
  return rules;
}

TEST(ExpectedTest, KeywordsAreThoseOfTheGrammar) {
  EXPECT_THAT(Keywords("INSERT "), ElementsAre("INTO", "OVERWRITE"));
  EXPECT_THAT(Keywords("TRUNCATE TABLE t "), ElementsAre("PARTITION"));
  EXPECT_THAT(Keywords("SELECT a FROM t JOIN u ON a = b "),
              IsSupersetOf({"AND", "WHERE", "GROUP BY"}));
  EXPECT_THAT(Keywords("SELECT a FROM t WHERE b "), Not(Contains("THEN")));
  EXPECT_THAT(Keywords("SELECT a FROM (SELECT 1 "), Not(Contains("JOIN")));
}

TEST(ExpectedTest, KeywordsBringThoseThatHaveToFollow) {
  EXPECT_THAT(Keywords("CREATE TABLE "), ElementsAre("IF NOT EXISTS"));
  EXPECT_THAT(Keywords("CREATE "), Contains("OR REPLACE"));
  EXPECT_THAT(Keywords("SELECT a FROM t u LEFT "),
              ElementsAre("ANTI JOIN", "JOIN", "OUTER JOIN", "SEMI JOIN"));
}

TEST(ExpectedTest, WhatIsRefusedAsAWholeIsNotExpected) {
  EXPECT_THAT(Keywords("CREATE TABLE t (a INT) "), Not(Contains("AUTO")));
  EXPECT_THAT(Keywords(""), Contains("MERGE INTO"));
  EXPECT_THAT(Keywords("SET "), IsEmpty());
}

TEST(ExpectedTest, PlacesOfNamesAreTheRulesThatWantThem) {
  EXPECT_THAT(Rules("SELECT * FROM "), ElementsAre("relationPrimary"));
  EXPECT_THAT(Rules("SELECT * FROM p."), ElementsAre("relationPrimary"));
  EXPECT_THAT(Rules("DROP TABLE "), ElementsAre("dropTable"));
  EXPECT_THAT(Rules("INSERT INTO t ("), ElementsAre("insertTarget()"));
  EXPECT_THAT(Rules("SELECT a FROM t WHERE "), IsSupersetOf({"primary", "functionCall"}));
  EXPECT_THAT(Rules("SELECT CAST(a AS "), ElementsAre("typeName"));
  EXPECT_THAT(Rules("SELECT a FROM t GROUP "), IsEmpty());
}

TEST(ExpectedTest, OperatorsKeepTheirPrecedence) {
  // The AND of BETWEEN comes first.
  EXPECT_THAT(Keywords("SELECT a FROM t WHERE a BETWEEN 1 "), ElementsAre("AND", "DIV"));
  EXPECT_THAT(Keywords("SELECT a FROM t WHERE a BETWEEN 1 AND 2 "), Contains("AND"));
  EXPECT_THAT(Keywords("SELECT a FROM t WHERE NOT a + b * c = d OR e "), Contains("LIKE"));
}

TEST(ExpectedTest, MistakesInFrontArePassedOver) {
  EXPECT_THAT(Keywords("SELECT FROM t WHERE a "), Contains("GROUP BY"));
  EXPECT_THAT(Keywords("SELECT a,, b FROM t "), Contains("WHERE"));
  EXPECT_THAT(Keywords("SELECT ) ] , FROM t "), Contains("WHERE"));
  EXPECT_THAT(Keywords("SELECT a FROM t WHERE x = AND "), Contains("CASE"));
  EXPECT_THAT(Keywords("nonsense "), IsEmpty());
}

TEST(ExpectedTest, NamesAsWritten) {
  EXPECT_EQ(NameAsWritten("orders"), "orders");
  EXPECT_EQ(NameAsWritten("城市"), "城市");
  EXPECT_EQ(NameAsWritten("50_x"), "50_x");
  EXPECT_EQ(NameAsWritten("status"), "status");  // a word of the language that is a name, too
  EXPECT_EQ(NameAsWritten("select"), "`select`");
  EXPECT_EQ(NameAsWritten("order"), "`order`");
  EXPECT_EQ(NameAsWritten("a b"), "`a b`");
  EXPECT_EQ(NameAsWritten("a`b"), "`a``b`");
  EXPECT_EQ(NameAsWritten("5L"), "`5L`");
  EXPECT_EQ(NameAsWritten(""), "``");
}

TEST(TextTokensTest, TokensHaveNoGaps) {
  const std::string text = "SELECT `a` , 'b' -- c\n, 1.5 @v t.5x /* d */ ; # e\n'open";
  std::vector<TokenClass> kinds;
  size_t end = 0;
  for (const ClassedToken& token : TextTokens(text)) {
    EXPECT_EQ(token.begin, end);
    end = token.end;
    if (token.kind != TokenClass::kBlank) kinds.push_back(token.kind);
  }
  EXPECT_EQ(end, text.size());
  using enum TokenClass;
  EXPECT_THAT(kinds, ElementsAre(kKeyword, kQuotedName, kSymbol, kString, kComment, kSymbol,
                                 kNumber, kVariable, kName, kSymbol, kName, kComment, kSemicolon,
                                 kComment, kUnclosedString));
}

}  // namespace
}  // namespace paisql::syntax
