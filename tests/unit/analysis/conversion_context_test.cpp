// Every place where types meet asks the same judge: each pair of types in each such place.

#include <sstream>
#include <vector>

#include "unit/analysis/analysis_fixture.h"

namespace paisql::analysis {
namespace {

struct Sample {
  char letter;
  std::string type;  // the start of its spelling
  std::string value;
};

const std::vector<Sample>& Samples() {
  static const std::vector<Sample> samples = {
      {'b', "BOOLEAN", "true"},
      {'t', "TINYINT", "1Y"},
      {'s', "SMALLINT", "1S"},
      {'i', "INT", "1"},
      {'l', "BIGINT", "1L"},
      {'f', "FLOAT", "1.5F"},
      {'d', "DOUBLE", "1.5D"},
      {'m', "DECIMAL(", "CAST(1 AS DECIMAL)"},
      {'S', "STRING", "'a'"},
      {'V', "VARCHAR(4)", "CAST('a' AS VARCHAR(4))"},
      {'x', "BINARY", "X'61'"},
      {'D', "DATE", "DATE'2024-02-29'"},
      {'T', "DATETIME", "DATETIME'2024-02-29 08:00:00'"},
      {'M', "TIMESTAMP", "TIMESTAMP'2024-02-29 08:00:00'"},
      {'N', "TIMESTAMP_NTZ", "TIMESTAMP_NTZ'2024-02-29 08:00:00'"},
      {'Y', "INTERVAL_YEAR_MONTH", "INTERVAL 1 MONTH"},
      {'H', "INTERVAL_DAY_TIME", "INTERVAL 1 HOUR"},
      {'a', "ARRAY<INT>", "array(1)"},
  };
  return samples;
}

const Sample& Of(char letter) {
  for (const Sample& sample : Samples()) {
    if (sample.letter == letter) return sample;
  }
  PAISQL_UNREACHABLE("a letter without a type");
}

bool IsText(const Sample& sample) { return sample.letter == 'S' || sample.letter == 'V'; }

std::string Filled(std::string text, const std::string& a, const std::string& b) {
  for (const auto& [mark, value] : {std::pair("$a", a), std::pair("$b", b)}) {
    for (size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at)) {
      text.replace(at, 2, value);
      at += value.size();
    }
  }
  return text;
}

// The pages on type conversion, as a square: the type in which the row's type and the column's meet
// as branches of CASE; '.' where they do not. A number with a text is a text, a BOOLEAN or BINARY
// meets its own kind only.
constexpr std::string_view kBranches = R"(
  b t s i l f d m S V x D T M N Y H a
b b . . . . . . . . . . . . . . . . .
t . t s i l f d m S S . . . . . . . .
s . s s i l f d m S S . . . . . . . .
i . i i i l d d m S S . . . . . . . .
l . l l l l d d m S S . . . . . . . .
f . f f d d f d m S S . . . . . . . .
d . d d d d d d m S S . . . . . . . .
m . m m m m m m m S S . . . . . . . .
S . S S S S S S S S S . S S S S . . .
V . S S S S S S S S V . S S S S . . .
x . . . . . . . . . . x . . . . . . .
D . . . . . . . . S S . D T M N . . .
T . . . . . . . . S S . T T M M . . .
M . . . . . . . . S S . M M M M . . .
N . . . . . . . . S S . N M M N . . .
Y . . . . . . . . . . . . . . . Y . .
H . . . . . . . . . . . . . . . . H .
a . . . . . . . . . . . . . . . . . a
)";

// The same for operators that compare: text with a number is a DOUBLE or a DECIMAL, text with a
// time that time.
constexpr std::string_view kComparisons = R"(
  b t s i l f d m S V x D T M N Y H a
b b . . . . . . . . . . . . . . . . .
t . t s i l f d m d d . . . . . . . .
s . s s i l f d m d d . . . . . . . .
i . i i i l d d m d d . . . . . . . .
l . l l l l d d m d d . . . . . . . .
f . f f d d f d m d d . . . . . . . .
d . d d d d d d m d d . . . . . . . .
m . m m m m m m m m m . . . . . . . .
S . d d d d d d m S S . D T M N . . .
V . d d d d d d m S V . D T M N . . .
x . . . . . . . . . . x . . . . . . .
D . . . . . . . . D D . D T M N . . .
T . . . . . . . . T T . T T M M . . .
M . . . . . . . . M M . M M M M . . .
N . . . . . . . . N N . N M M N . . .
Y . . . . . . . . . . . . . . . Y . .
H . . . . . . . . . . . . . . . . H .
a . . . . . . . . . . . . . . . . . a
)";

class ConversionContextTest : public AnalysisTest {
 protected:
  // Calls `check(left, right, expected)` for each cell of a square.
  template <typename Check>
  static void ForEachCell(std::string_view square, const Check& check) {
    std::istringstream lines{std::string(square)};
    std::string line;
    std::getline(lines, line);
    std::getline(lines, line);
    std::string heads;
    for (const char c : line) {
      if (c != ' ') heads += c;
    }
    while (std::getline(lines, line)) {
      std::istringstream row(line);
      char left = ' ';
      row >> left;
      for (const char right : heads) {
        char expected = ' ';
        row >> expected;
        check(Of(left), Of(right), expected);
      }
    }
  }

  // The type of an expression, read off the refusal to make it a MAP; else the error's text.
  std::string TypeOf(const std::string& expression, const std::string& from) {
    const std::string answer =
        Analyze("SELECT CAST(" + expression + " AS MAP<BOOLEAN,BOOLEAN>)" + from);
    constexpr std::string_view kStart = "cannot cast from ";
    const size_t at = answer.find(kStart);
    return at == std::string::npos ? answer : answer.substr(at + kStart.size());
  }
};

TEST_F(ConversionContextTest, BranchesMeetInOneType) {
  const std::pair<std::string, std::string> places[] = {
      {"CASE WHEN true THEN $a ELSE $b END", ""},
      {"IF(true, $a, $b)", ""},
      {"NVL($a, $b)", ""},
      {"COALESCE($a, NULL, $b)", ""},
      {"array($a, $b)[0]", ""},
      {"x", " FROM (SELECT $a AS x UNION ALL SELECT $b AS x) t"},
      {"x", " FROM (SELECT $a AS x UNION SELECT $b AS x) t"},
      {"x", " FROM (SELECT $a AS x INTERSECT SELECT $b AS x) t"},
      {"x", " FROM (SELECT $a AS x EXCEPT SELECT $b AS x) t"},
      {"x", " FROM VALUES ($a), ($b) AS t(x)"},
  };
  ForEachCell(kBranches, [&](const Sample& left, const Sample& right, char expected) {
    for (const auto& [expression, from] : places) {
      const std::string place = Filled(expression, left.value, right.value);
      const std::string answer = TypeOf(place, Filled(from, left.value, right.value));
      // A text and another type are never one column of a set operation.
      const bool refused = expected == '.' || (from.find("(SELECT") != std::string::npos &&
                                               IsText(left) != IsText(right));
      const std::string start = refused ? "ODPS-0130" : Of(expected).type;
      EXPECT_TRUE(answer.starts_with(start)) << place << from << " is " << answer;
      if (refused) {
        EXPECT_NE(answer.find(":[1,"), std::string::npos) << answer;
      }
    }
  });
}

TEST_F(ConversionContextTest, ComparisonsMeetInOneType) {
  const std::string places[] = {
      "$a = $b",
      "$a <> $b",
      "$a < $b",
      "$a <= $b",
      "$a > $b",
      "$a >= $b",
      "$a <=> $b",
      "$a IS DISTINCT FROM $b",
      "$a IN ($b)",
      "$a NOT IN ($a, $b)",
      "$a BETWEEN $b AND $b",
      "CASE $a WHEN $b THEN 1 END",
      "NULLIF($a, $b)",
      "$a IN (SELECT $b AS x)",
  };
  ForEachCell(kComparisons, [&](const Sample& left, const Sample& right, char expected) {
    for (const std::string& place : places) {
      const std::string text = Filled(place, left.value, right.value);
      const std::string answer = Analyze("SELECT " + text);
      const bool refused = answer.starts_with("ODPS-0130");
      EXPECT_EQ(refused, expected == '.') << text << " is " << answer;
      if (refused) {
        EXPECT_NE(answer.find(":[1,"), std::string::npos) << answer;
      }
    }
  });
}

TEST_F(ConversionContextTest, ListsOfEditionOneHaveOneType) {
  context_.types.odps2 = false;
  EXPECT_TRUE(Analyze("SELECT 1 IN ('1')").starts_with("ODPS-0130121:[1,14]"));
  EXPECT_FALSE(Analyze("SELECT 1 IN (2, NULL)").starts_with("ODPS-"));
}

}  // namespace
}  // namespace paisql::analysis
