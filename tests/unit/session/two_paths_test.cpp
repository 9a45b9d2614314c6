// Functions that have two ways to one answer: patterns that RE2 reads and patterns that are
// backtracked, paths into a STRING and into a JSON. argument_forms_test.cpp compares constants with
// columns, and the modes, for every function.

#include <map>
#include <set>

#include "base/text.h"
#include "session_fixture.h"

namespace paisql::session {
namespace {

using Texts = std::vector<std::string>;

// As a literal: quotes and backslashes doubled.
std::string Quoted(const std::string& text) {
  std::string literal = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') literal += '\\';
    literal += c;
  }
  return literal + "'";
}

std::string With(std::string call, const std::string& pattern) {
  constexpr std::string_view kPlace = "{}";
  return call.replace(call.find(kPlace), kPlace.size(), pattern);
}

class TwoPathsTest : public SessionFixture {
 protected:
  // The rows, or the code of the error alone.
  Texts Ask(const std::string& sql) {
    const Result<Outcome> outcome = Run(sql);
    if (!outcome.ok()) return {std::string(ErrorCodeName(outcome.error().code))};
    return sink_.rows;
  }

  // Each text beside the other one, as columns.
  static std::string Rows(const Texts& texts, const std::string& other) {
    Texts rows;
    for (const std::string& text : texts) {
      rows.push_back("(" + Quoted(text) + ", " + Quoted(other) + ")");
    }
    return "VALUES " + Join(rows, ", ");
  }
};

// A constant pattern may run in RE2; one of a column is backtracked.
TEST_F(TwoPathsTest, ConstantPatternsAndThoseOfColumns) {
  const Texts patterns = {
      "a",    "(a)|(b)", "(a)?b", "(x*)(y*)",      "^a|b$",   "[a-c]+",      "\\d+",      "\\$",
      ".",    "(.)(.)",  "a{2}",  "(a|ab)(c|bcd)", "\\bword", "(?i)A",       "(?:a)(b)?", "中",
      "\\s*", "",        "(",     "a(?=b)",        "(a)\\1",  "[[:alpha:]]", "$",         "^"};
  const Texts texts = {"",        "a",    "ab",         "abcd", "aab b12 $5",
                       "中文a中", "a\nb", "word words", "xyxxy"};
  // {} is the pattern.
  const Texts calls = {"s RLIKE {}",
                       "regexp_extract(s, {}, 0)",
                       "regexp_extract(s, {})",
                       "regexp_extract(s, {}, 2)",
                       "regexp_extract_all(s, {}, 0)",
                       "regexp_extract_all(s, {})",
                       "regexp_extract_all(s, {}, 2)",
                       "regexp_replace(s, {}, 'X')",
                       "regexp_replace(s, {}, '[\\\\0]')",
                       "regexp_replace(s, {}, '[\\\\1]')",
                       "regexp_replace(s, {}, '\\\\=')",
                       "regexp_replace(s, {}, 'a\\\\\\\\b')",
                       "regexp_replace(s, {}, '$1')",
                       "regexp_replace(s, {}, '')",
                       "regexp_replace(s, {}, 'X', 2)",
                       "regexp_substr(s, {})",
                       "regexp_substr(s, {}, 2, 1)",
                       "regexp_instr(s, {})",
                       "regexp_instr(s, {}, 1, 2, 1)",
                       "regexp_count(s, {})",
                       "split(s, {})",
                       "split(s, {}, false)"};
  for (const char* hive : {"false", "true"}) {
    ASSERT_TRUE(Run(std::string("SET odps.sql.hive.compatible=") + hive + ";").ok());
    for (const std::string& pattern : patterns) {
      for (const std::string& call : calls) {
        const auto ask = [&](const std::string& written) {
          return Ask("SELECT to_json(" + With(call, written) + ") FROM " + Rows(texts, pattern) +
                     " t(s, p);");
        };
        EXPECT_EQ(ask(Quoted(pattern)), ask("p")) << call << " with " << pattern << ", " << hive;
      }
    }
  }
}

TEST_F(TwoPathsTest, PathsIntoAStringAndIntoAJson) {
  const Texts documents = {R"({"a":1,"a.b":5,"b":{"c":[1,2,{"d":"x"}]},"e":null,"":7,"f g":8})",
                           R"([1,"two",[3],{"a":4}])",
                           R"({"a":{"a":{"a":"deep"}}})",
                           R"([{"a":1},{"a":2}])",
                           R"({"t":"q\"uote\\","u":"\u4e2d","n":1.50})",
                           "7",
                           R"("text")",
                           "null",
                           "true",
                           "[]",
                           "{}"};
  const Texts paths = {
      "$",        "$.a",      "$['a.b']",   "$[\"a.b\"]",  "$.\"a.b\"",     "$.a.b",
      "$.b.c[0]", "$.b.c[9]", "$.b.c[2].d", "$.b['c'][1]", "$.b[\"c\"][1]", "$[0]",
      "$[1]",     "$[2][0]",  "$[3].a",     "$.b.c[*]",    "$[*]",          "$[*].a",
      "$.e",      "$.t",      "$.u",        "$.n",         "$['f g']",      "$.f g",
      "a",        "",         "$.",         "$[",          "$['a'",         "$[-1]",
      "$..a",     "$.*",      "$.a.a.a"};
  // A JSON has the path's strict mode for what a STRING does always; only a STRING knows a key with
  // a blank without quotes.
  const std::set<std::string> known = {"$.f g"};
  std::set<std::string> differing;
  for (const std::string& document : documents) {
    for (const std::string& path : paths) {
      const Texts answer =
          Ask("SELECT get_json_object(j, p), get_json_object(json_parse(j), concat('strict ', p)) "
              "FROM " +
              Rows({document}, path) + " t(j, p);");
      ASSERT_EQ(answer.size(), 1U);
      const size_t tab = answer[0].find('\t');
      if (tab == std::string::npos || answer[0].substr(0, tab) != answer[0].substr(tab + 1)) {
        differing.insert(path);
        if (!known.contains(path)) ADD_FAILURE() << document << " " << path << ": " << answer[0];
      }
    }
  }
  EXPECT_EQ(differing, known);
}

}  // namespace
}  // namespace paisql::session
