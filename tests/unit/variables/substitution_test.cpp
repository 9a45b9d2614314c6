#include "variables/substitution.h"

#include <gtest/gtest.h>

#include <random>

#include "variables/value.h"

namespace paisql::variables {
namespace {

class SubstitutionTest : public testing::Test {
 protected:
  SubstitutionTest() {
    scope_.UseSchedule(MakeSchedule(ReadBizdate("20251031"), std::nullopt, 0));
    scope_.Set({"dt", "$[yyyymmdd-1]"});
    scope_.Set({"t", "sales"});
    scope_.Set({"empty", ""});
    scope_.Set({"lines", "a\nbb\nc"});
    scope_.Set({"表", "数据"});
    scope_.Set({"my_token", "s3cr3t"});
  }

  Result<Substituted> Run(std::string_view text, std::vector<ByteRange> left_alone = {}) {
    return Substitute(text, left_alone, false, scope_);
  }

  VariableSet scope_;
};

TEST_F(SubstitutionTest, ValuesStandInTheTextAlsoWithinQuotes) {
  EXPECT_EQ(Run("SELECT * FROM ${t} WHERE ds='${dt}' AND x=\"${表}\"")->text,
            "SELECT * FROM sales WHERE ds='20251031' AND x=\"数据\"");
  EXPECT_EQ(Run("ds='${yyyymmdd-1}' ${bdp.system.bizdate} ${bdp.system.cyctime}")->text,
            "ds='20251030' 20251031 20251101000000");
  EXPECT_EQ(Run("a${empty}b")->text, "ab");
  EXPECT_EQ(Run("$${t} $ $$ $x $.a '$[0]'")->text, "${t} $ $$ $x $.a '$[0]'");
}

TEST_F(SubstitutionTest, WhatIsPutInIsNotLookedAtAgain) {
  scope_.Set({"a", "$${t}"});
  EXPECT_EQ(Run("${a}")->text, "${t}");
}

TEST_F(SubstitutionTest, ValuesFollowOthersOnce) {
  scope_.Set({"a", "${b}"});
  scope_.Set({"b", "x$bizdate"});
  EXPECT_EQ(Run("${a}")->text, "x20251031");
  scope_.Set({"b", "${t}"});
  EXPECT_FALSE(Run("${a}").ok());
  scope_.Set({"b", "${a}"});
  EXPECT_FALSE(Run("${a}").ok());
  scope_.Set({"self", "${self}"});
  EXPECT_FALSE(Run("${self}").ok());
}

TEST_F(SubstitutionTest, LiteralValuesStayWhatTheyAre) {
  scope_.Set({"raw", "$bizdate ${t}", Origin::kEnvironment, true});
  EXPECT_EQ(Run("'${raw}'")->text, "'$bizdate ${t}'");
}

TEST_F(SubstitutionTest, AllUndefinedNamesAreToldAtTheirPlaces) {
  const auto failed = Run("x ${t}\n 表 '${nope}' ${dtt}");
  ASSERT_FALSE(failed.ok());
  const Error& error = failed.error();
  EXPECT_EQ(error.detail, "variable ${nope} is not defined");
  EXPECT_EQ(error.range.line, 2);
  EXPECT_EQ(error.range.column, 5);
  EXPECT_EQ(error.range.end - error.range.begin, std::string_view("${nope}").size());
  ASSERT_EQ(error.others.size(), 1U);
  EXPECT_TRUE(error.others[0].hint.starts_with("did you mean 'dt'?")) << error.others[0].hint;
  EXPECT_NE(error.others[0].hint.find("--define dtt="), std::string::npos);
}

TEST_F(SubstitutionTest, NamesThatAreNone) {
  for (const char* text :
       {"${", "'${' AND ds='}'", "${ t }", "${}", "${a b}", "${t\n}", "${a;b}"}) {
    EXPECT_FALSE(Run(text).ok()) << text;
  }
}

TEST_F(SubstitutionTest, CommentsAreLeftAlone) {
  EXPECT_EQ(Run("a -- ${nope}\n${t}", {{2, 12}})->text, "a -- ${nope}\nsales");
  EXPECT_EQ(Run("/*${nope}*/${t}/*${nope}*/", {{0, 11}, {15, 26}})->text,
            "/*${nope}*/sales/*${nope}*/");
}

TEST_F(SubstitutionTest, ValueFormsInAStatementAreWarnedOf) {
  const auto made = Run("ds='$bizdate' AND x='$[yyyymmdd-1]' AND y='$$bizdate'");
  ASSERT_TRUE(made.ok());
  ASSERT_EQ(made->notes.size(), 2U);
  EXPECT_EQ(made->notes[0].range.column, 5);
  EXPECT_EQ(Substitute("SETVAR a=$bizdate", {}, true, scope_)->notes.size(), 0U);
}

TEST_F(SubstitutionTest, WhatIsKeptHasNoSecrets) {
  const auto made = Run("-Dkey='${my_token}' -Dt=${t}");
  EXPECT_EQ(made->text, "-Dkey='s3cr3t' -Dt=sales");
  EXPECT_EQ(made->kept, "-Dkey='***' -Dt=sales");
  EXPECT_EQ(Run("-Dt=${t}")->kept, "");
}

TEST_F(SubstitutionTest, MostTextsAreNotLookedAt) {
  for (const char* text : {"", "a", "'$5'", "'$.a'", "'$[0]'", "$", "$$", "$x"}) {
    EXPECT_FALSE(MayHoldVariables(text)) << text;
  }
  for (const char* text : {"${a}", "'$bizdate'", "$$${a}", "$[yyyymmdd]", "${"}) {
    EXPECT_TRUE(MayHoldVariables(text)) << text;
  }
}

TEST_F(SubstitutionTest, AValueThatGrowsBeyondAnyStatementIsAnError) {
  scope_.Set({"big", std::string(1 << 20, 'x')});
  std::string text;
  for (int i = 0; i < 100; ++i) text += "${big}";
  EXPECT_FALSE(Run(text).ok());
}

// The line and the column of a byte, counted anew.
std::pair<int, int> PlaceOf(std::string_view text, size_t at) {
  int line = 1;
  int column = 1;
  for (size_t i = 0; i < at; ++i) {
    if (text[i] == '\n') {
      ++line;
      column = 1;
    } else if ((static_cast<unsigned char>(text[i]) & 0xC0) != 0x80) {
      ++column;
    }
  }
  return {line, column};
}

// Of random texts: each byte that was there before keeps its place, each byte of a value lies at
// its ${…}, and ranges hold what they held.
TEST_F(SubstitutionTest, PlacesLeadBack) {
  const std::vector<std::string> pieces = {"a",        " ",     "\n",    "表", "${t}",  "${empty}",
                                           "${lines}", "$${x}", "${表}", "$",  "SELECT"};
  std::mt19937 random(7);
  for (int round = 0; round < 500; ++round) {
    std::string text;
    std::string wanted;
    std::vector<ByteRange> from;  // of each byte that is made
    const size_t count = random() % 12;
    for (size_t i = 0; i < count; ++i) {
      const std::string& piece = pieces[random() % pieces.size()];
      if (piece == "$" && text.ends_with('$')) continue;
      const auto value =
          piece.size() > 3 && piece.starts_with("${")
              ? std::optional(ValueOf(piece.substr(2, piece.size() - 3), scope_)->text)
          : piece == "$${x}" ? std::optional<std::string>("${x}")
                             : std::nullopt;
      if (value.has_value() && text.ends_with('$')) continue;
      const std::string put = value.value_or(piece);
      for (size_t k = 0; k < put.size(); ++k) {
        if (piece == "$${x}") {
          from.push_back(k < 2 ? ByteRange{text.size(), text.size() + 3}
                               : ByteRange{text.size() + k + 1, text.size() + k + 2});
        } else if (value.has_value()) {
          from.push_back({text.size(), text.size() + piece.size()});
        } else {
          from.push_back({text.size() + k, text.size() + k + 1});
        }
      }
      text += piece;
      wanted += put;
    }
    const auto made = Run(text);
    ASSERT_TRUE(made.ok()) << text;
    ASSERT_EQ(made->text, wanted);
    if (wanted == text) continue;  // places are what they were
    for (size_t begin = 0; begin < wanted.size(); ++begin) {
      for (size_t end = begin + 1; end <= wanted.size(); ++end) {
        const SourceRange range = made->places.ToUser({begin, end, 1, 1});
        ASSERT_EQ(range.begin, from[begin].begin) << text << " " << begin;
        ASSERT_EQ(range.end, from[end - 1].end) << text << " " << begin << " " << end;
        ASSERT_EQ(std::pair(range.line, range.column), PlaceOf(text, range.begin)) << text;
      }
    }
    const SourceRange end = made->places.ToUser({wanted.size(), wanted.size(), 1, 1});
    ASSERT_EQ(end.begin, text.size()) << text;
  }
}

TEST_F(SubstitutionTest, ErrorsAreMappedWithTheirOthers) {
  const auto made = Run("${lines} x ${t} y");
  Error error{ErrorCode::kParse, "", {9, 15, 3, 3}, ""};
  error.others.push_back({ErrorCode::kParse, "", {15, 16, 3, 9}, ""});
  const Error mapped = made->places.ToUser(error);
  EXPECT_EQ(mapped.range.line, 1);
  EXPECT_EQ(mapped.range.column, 12);
  EXPECT_EQ(mapped.others[0].range.column, 17);
  EXPECT_FALSE(made->places.ToUser(SourceRange{}).known());
}

TEST(VariableNameTest, Names) {
  for (const char* name : {"a", "_x1", "workflow.name", "表"}) EXPECT_TRUE(CheckName(name).ok());
  for (const char* name : {"", "1a", "a-b", "a b", "a}", "$a", ".a"}) {
    EXPECT_FALSE(CheckName(name).ok()) << name;
  }
}

}  // namespace
}  // namespace paisql::variables
