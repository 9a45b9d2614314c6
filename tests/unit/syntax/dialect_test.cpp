#include "syntax/dialect/dialect.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/text.h"
#include "syntax/parser.h"

namespace paisql::syntax {
namespace {

std::string HintAt(std::string_view text, ErrorCode code, size_t place) {
  return DialectHint(text, Error{code, "", {place, place + 1, 1, 1}, ""});
}

TEST(DialectTest, PlaceholdersAreWithinTheirRun) {
  for (const DialectTable& table : DialectTables()) {
    for (const DialectRow& row : table.rows) {
      std::vector<std::string> words = Split(row.words, ' ');
      const auto gap = std::find(words.begin(), words.end(), "…");
      if (gap != words.end()) words.erase(words.begin(), gap + 1);
      std::erase(words, "^");
      std::erase(words, "$");
      for (size_t at = row.cure.find('{'); at != std::string_view::npos;
           at = row.cure.find('{', at + 1)) {
        const size_t number = static_cast<size_t>(row.cure[at + 1] - '0');
        EXPECT_TRUE(number >= 1 && number <= words.size()) << row.words << " / " << row.cure;
      }
    }
  }
}

// A statement with the row's words, each @value of which is a call with commas; "" when a word has
// no example here.
std::string StatementOf(const DialectRow& row, std::string_view value) {
  std::string text;
  for (const std::string& word : Split(row.words, ' ')) {
    if (word == "@value") {
      text += value;
    } else if (word == "@string") {
      text += "'x'";
    } else if (word == "@unit") {
      text += "day";
    } else if (word == "@name") {
      text += "INT";
    } else if (word.find_first_of("@^$!") != std::string::npos || word == "…") {
      return "";
    } else {
      text += word;
    }
    text += ' ';
  }
  return text + ")";
}

TEST(DialectTest, ValuesMayBeCalls) {
  constexpr std::string_view value = "COALESCE(a, f(1, ',')) + 1";
  size_t tried = 0;
  for (const DialectTable& table : DialectTables()) {
    for (const DialectRow& row : table.rows) {
      if (row.words.find("@value") == std::string_view::npos) continue;
      const std::string text = StatementOf(row, value);
      if (text.empty()) continue;
      const ErrorCode code =
          table.kind == DialectKind::kFunction ? ErrorCode::kSemantic : ErrorCode::kParse;
      const std::string hint = HintAt(text, code, 0);
      EXPECT_NE(hint, "") << text;
      // Where the cure names the value, all of it is there.
      const std::vector<std::string> words = Split(row.words, ' ');
      for (size_t i = 0; i < words.size(); ++i) {
        const std::string place = "{" + std::to_string(i + 1) + "}";
        if (words[i] != "@value" || row.cure.find(place) == std::string_view::npos) continue;
        EXPECT_NE(hint.find(value), std::string::npos) << text << " / " << hint;
        ++tried;
      }
    }
  }
  EXPECT_GT(tried, 20u);
}

TEST(DialectTest, LongValuesAreLeftOut) {
  const std::string text = "SELECT UNNEST(ARRAY(" + std::string(100, '1') + "))";
  EXPECT_EQ(HintAt(text, ErrorCode::kSemantic, 7), "write EXPLODE(…)");
  EXPECT_EQ(HintAt("SELECT UNNEST(ARRAY(1,\n  2))", ErrorCode::kSemantic, 7),
            "write EXPLODE(ARRAY(1, 2))");
  EXPECT_EQ(HintAt("SELECT UNNEST()", ErrorCode::kSemantic, 7), "");
}

TEST(DialectTest, ARowCountsForItsKindOfErrorAlone) {
  constexpr std::string_view text = "CREATE TABLE n (a TEXT)";
  const size_t place = text.find("TEXT");
  EXPECT_EQ(HintAt(text, ErrorCode::kIllegalDataType, place), "use STRING");
  EXPECT_EQ(HintAt(text, ErrorCode::kSemantic, place), "");
  EXPECT_EQ(HintAt(text, ErrorCode::kIo, place), "");
}

TEST(DialectTest, ThePlaceDecides) {
  constexpr std::string_view text = "SELECT LEN(a), UCASE(b) FROM t";
  EXPECT_EQ(HintAt(text, ErrorCode::kSemantic, text.find("UCASE")), "write TOUPPER(text)");
  EXPECT_EQ(HintAt(text, ErrorCode::kSemantic, text.find("b)")), "");
  EXPECT_EQ(DialectHint(text, Error{ErrorCode::kSemantic, "", {}, ""}), "");
}

TEST(DialectTest, BeginningAndEndOfTheStatement) {
  EXPECT_NE(HintAt("BEGIN", ErrorCode::kUnsupported, 0), "");
  EXPECT_EQ(HintAt("BEGIN SELECT 1", ErrorCode::kUnsupported, 0), "");
  EXPECT_EQ(HintAt("SELECT BEGIN", ErrorCode::kParse, 7), "");
}

TEST(DialectTest, CommentsAndStringsAreNoSpellings) {
  EXPECT_EQ(HintAt("SELECT 'TOP 5' x y", ErrorCode::kParse, 17), "");
  EXPECT_EQ(HintAt("SELECT TOP /* five */ 5 * FROM t", ErrorCode::kParse, 22),
            "write LIMIT 5 at the end of the statement");
}

TEST(DialectTest, AnyTextIsTaken) {
  for (const DialectTable& table : DialectTables()) {
    for (const DialectRow& row : table.rows) {
      // Cut anywhere, within characters, quotes and brackets, with the error anywhere.
      for (size_t end = 0; end <= row.example.size(); end += 3) {
        const std::string_view text = row.example.substr(0, end);
        for (const size_t place : {end / 2, end + 5}) {
          (void)HintAt(text, ErrorCode::kParse, place);
          (void)HintAt(text, ErrorCode::kSemantic, place);
        }
      }
    }
  }
  EXPECT_EQ(HintAt(std::string(1 << 18, '('), ErrorCode::kParse, (1 << 18) - 1), "");
  EXPECT_EQ(HintAt("\xFF\xFE", ErrorCode::kParse, 0), "");
}

}  // namespace
}  // namespace paisql::syntax
