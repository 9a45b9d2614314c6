#include "nodes/model/given.h"

#include <gtest/gtest.h>

#include "nodes/model/logic.h"

namespace paisql::nodes {
namespace {

std::string Put(const std::string& text, const Givens& givens,
                GivenForms forms = GivenForms::kAll) {
  const Result<std::string> put = PutGivens(text, givens, forms);
  return put.ok() ? *put : "error: " + put.error().detail;
}

Givens OfLoop() {
  Givens givens;
  givens["dag.offset"] = Given::Text("1");
  givens["dag.loopDataArray"] = Given::Table({{"a", "b"}, {"c,d", "e"}});
  givens["dag.foreach.current"] = Given::Row({"c,d", "e"});
  givens["line"] = Given::OfLine("x,y\\,z,");
  givens["text"] = Given::Text("t");
  return givens;
}

TEST(GivenTest, WholeAndElements) {
  const Givens givens = OfLoop();
  EXPECT_EQ(Put("${dag.offset} ${dag.foreach.current} ${dag.foreach.current[1]}", givens),
            "1 c,d,e e");
  EXPECT_EQ(Put("${dag.loopDataArray}", givens), R"([["a","b"],["c,d","e"]])");
  EXPECT_EQ(Put("${dag.loopDataArray[0]} ${dag.loopDataArray[${dag.offset}][0]}", givens),
            "a,b c,d");
  EXPECT_EQ(Put("${line[0]}|${line[1]}|${line[2]}|${line}|${line.length}", givens),
            "x|y,z||x,y,z,|3");
  EXPECT_EQ(Put("${text[0]} ${text[0][0]} ${line[1][0]}", givens), "t t y,z");
}

TEST(GivenTest, WhatIsSomebodyElsesStays) {
  const Givens givens = OfLoop();
  for (const char* text :
       {"${other}", "$${text}", "${text", "${a[0]}", "${line[}", "${text:-x}", "$", "${}"}) {
    EXPECT_EQ(Put(text, givens), text);
  }
  EXPECT_EQ(Put("${text} ${dag.offset} ${line[0]} ${line.length} ${other.length}", givens,
                GivenForms::kIndexed),
            "${text} 1 x 3 ${other.length}");
}

TEST(GivenTest, ElementsThatAreNotThere) {
  const Givens givens = OfLoop();
  EXPECT_EQ(Put("${line[3]}", givens),
            "error: line: there is no element 3: the first is 0, and there are 3");
  EXPECT_EQ(Put("${line[0][1]}", givens),
            "error: line: there is no element 1: the first is 0, and there are 1");
  EXPECT_EQ(Put("${line[x]}", givens), "error: ${line[x]}: 'x' is not a number of an element");
}

TEST(GivenTest, TextsAsLoopsTakeThem) {
  EXPECT_EQ(Given::OfText("").size(), 0U);
  EXPECT_EQ(Given::OfText("a,b").size(), 2U);
  EXPECT_EQ(Given::OfText("[[1,\"a\"],[2,null]]"), Given::Table({{"1", "a"}, {"2", ""}}));
  EXPECT_EQ(Given::OfText("[\"a\",\"b,c\"]"), Given::Row({"a", "b,c"}));
  EXPECT_EQ(Given::OfText("[a").size(), 1U);
  for (const Given& given :
       {Given::Text("x"), Given::Row({"a", "b"}), Given::Table({{"a"}, {"b"}})}) {
    EXPECT_EQ(Given::OfJson(given.ToJson()), given);
  }
}

TEST(GivenTest, WhatOnlyTheRunTells) {
  const Givens unknown = UnknownOfLoops();
  EXPECT_TRUE(NamesUnknown("SELECT ${dag.foreach.current[0]}", unknown));
  EXPECT_TRUE(NamesUnknown("${dag.input.length}", unknown));
  EXPECT_FALSE(NamesUnknown("SELECT ${bizdate}", unknown));
  EXPECT_EQ(Put("${dag.loopDataArray[7][7]}", unknown), "0");
}

std::string Judged(std::string_view text) {
  const Result<bool> judged = JudgeLogic(text, [](std::string_view name) -> std::optional<bool> {
    if (name == "a") return true;
    if (name == "b") return false;
    return std::nullopt;
  });
  return judged.ok() ? (*judged ? "true" : "false") : judged.error().detail;
}

TEST(LogicTest, NamesAndTheirLinks) {
  EXPECT_EQ(Judged(""), "true");
  EXPECT_EQ(Judged("a"), "true");
  EXPECT_EQ(Judged("a and b"), "false");
  EXPECT_EQ(Judged("b or a and not b"), "true");
  EXPECT_EQ(Judged("not(a or b)"), "false");
  EXPECT_EQ(Judged("NOT b AND (b OR a)"), "true");
  EXPECT_EQ(Judged("a and"), "the logic of a merge: it has no end");
  EXPECT_EQ(Judged("a b"), "the logic of a merge: 'b' cannot stand here");
  EXPECT_EQ(Judged("c"), "the logic of a merge: 'c' cannot stand here");
  EXPECT_EQ(Judged("(a"), "the logic of a merge: it has no end");
  EXPECT_EQ(Judged(std::string(5000, '(')), "the logic of a merge: '(' cannot stand here");
}

}  // namespace
}  // namespace paisql::nodes
