// Which patterns RE2 reads as Perl's, and Java's spellings.

#include "engine/regex/dialect.h"

#include <gtest/gtest.h>

#include "engine/regex/pattern.h"

namespace paisql::engine {
namespace {

TEST(RegexDialect, PlainPatternsReadAlike) {
  for (const char* pattern : {"",
                              "abc",
                              "^[0-9]+$",
                              "a|b",
                              "(a)(?:b)(?P<n>c)",
                              "\\d\\w\\s\\b",
                              "[[:alpha:]_]",
                              "[]a]",
                              "[^]a]",
                              "\\Qa(?=b\\E",
                              "(?i)a",
                              "(?s-i:a)",
                              "a{2,5}?",
                              "a{2,}",
                              "\\pL\\p{Lu}\\p{Han}",
                              "\\x{4e00}",
                              "\\.\\*\\+\\(",
                              "[(?=]",
                              "a*?b+?c??",
                              "{",
                              "a{,3}",
                              "中文",
                              "\\",
                              "("}) {
    EXPECT_TRUE(ReadsAlikeInRe2(pattern)) << pattern;
  }
}

TEST(RegexDialect, WhatRe2LacksDoesNot) {
  for (const char* pattern :
       {"foo(?=bar)", "(?!a)",  "(?<=a)b",       "(?<!a)b",        "(?>a)",      "(?|a|b)",
        "(?#x)",      "(a)\\1", "(?<n>a)\\k<n>", "(?P<n>a)(?P=n)", "a++",        "a*+",
        "a?+",        "a{2}+",  "a{2000}",       "\\Ga",           "\\h",        "\\R",
        "\\X",        "a\\Kb",  "\\u4e00",       "\\p{Alpha}",     "\\p{IsHan}", "[\\p{Punct}]",
        "(?x) a",     "\\Z",    "(*ANY)a",       "(?R)",           "[\\h]"}) {
    EXPECT_FALSE(ReadsAlikeInRe2(pattern)) << pattern;
  }
}

TEST(RegexDialect, JavaIsSpelledAnew) {
  EXPECT_EQ(InPcreSpelling("\\u4e2d[\\u4e00-\\u9fa5]"), "\\x{4e2d}[\\x{4e00}-\\x{9fa5}]");
  EXPECT_EQ(InPcreSpelling("\\p{Alpha}[\\P{Digit}]\\p{IsHan}"), "[[:alpha:]][[:^digit:]]\\p{Han}");
  EXPECT_EQ(InPcreSpelling("\\\\u4e2d\\p{L}\\Q\\u4e2d\\E"), "\\\\u4e2d\\p{L}\\Q\\u4e2d\\E");
}

TEST(RegexPattern, MatchesOneAfterTheOther) {
  Matcher matcher;
  const Result<const Pattern*> pattern = matcher.PatternOf("a*(?=b|c|$)");
  ASSERT_TRUE(pattern.ok());
  const std::string_view text = "baaac";
  std::vector<std::pair<size_t, size_t>> found;
  for (auto outcome = matcher.Find(**pattern, text, 0); outcome == Matcher::Outcome::kFound;
       outcome = matcher.FindNext(**pattern, text)) {
    found.emplace_back(matcher.begin(), matcher.end());
  }
  const std::vector<std::pair<size_t, size_t>> expected = {{0, 0}, {1, 4}, {5, 5}};
  EXPECT_EQ(found, expected);
}

TEST(RegexPattern, EndlessBacktrackingIsGivenUp) {
  Matcher matcher;
  const Result<const Pattern*> pattern = matcher.PatternOf("^(a+)+(?=c)$");
  ASSERT_TRUE(pattern.ok());
  EXPECT_EQ(matcher.Find(**pattern, std::string(60, 'a') + "b", 0),
            Matcher::Outcome::kTooManySteps);
}

}  // namespace
}  // namespace paisql::engine
