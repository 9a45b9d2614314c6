#include "syntax/script.h"

#include <gtest/gtest.h>

#include <string>

#include "syntax/lexer/lexer.h"
#include "syntax/statements/rows.h"
#include "tree_text.h"

namespace paisql::syntax::testing {
namespace {

std::string StepText(const Step& step);

std::string TextOfAll(const std::vector<StepPtr>& steps) {
  std::string text;
  for (const StepPtr& step : steps) text += (text.empty() ? "" : "; ") + StepText(*step);
  return text;
}

std::string AssignText(const AssignStep& assign) {
  std::string text = "@" + assign.variable.text;
  if (assign.type.has_value()) text += " " + assign.type->text;
  if (assign.table) {
    text += " table(";
    for (const ColumnDefinition& column : assign.columns) text += column.name.text + " ";
    text.back() = ')';
  }
  if (assign.query != nullptr || assign.value != nullptr) text += " :=";
  if (assign.cache) text += " cache";
  if (assign.query != nullptr) text += " " + Text(*assign.query);
  if (assign.value != nullptr) text += " " + Text(*assign.value);
  return text;
}

std::string StepText(const Step& step) {
  switch (step.kind) {
    case StepKind::kAssign:
      return AssignText(As<AssignStep>(step));
    case StepKind::kIf: {
      const auto& branch = As<IfStep>(step);
      std::string text = "if " + Text(*branch.condition) + " then " + StepText(*branch.then);
      if (branch.otherwise != nullptr) text += " else " + StepText(*branch.otherwise);
      return text;
    }
    case StepKind::kLoop: {
      const auto& loop = As<LoopStep>(step);
      return "loop @" + loop.variable.text + " " + Text(*loop.first) + ".." + Text(*loop.last) +
             " " + StepText(*loop.body);
    }
    case StepKind::kBlock:
      return "{" + TextOfAll(As<BlockStep>(step).steps) + "}";
    case StepKind::kStatement: {
      const Statement& statement = *As<StatementStep>(step).statement;
      if (const auto* select = If<SelectStatement>(statement)) return Text(select->query);
      return "statement " + std::to_string(statement.range.line) + ":" +
             std::to_string(statement.range.column);
    }
  }
  return "";
}

std::string ParsedText(std::string_view text) {
  Result<Script> script = ParseScript(text);
  return script.ok() ? TextOfAll(script.value().steps) : script.error().detail;
}

struct ScriptCase {
  const char* script;
  const char* steps;
};

constexpr ScriptCase kScripts[] = {
    {"@a := SELECT k FROM t; SELECT * FROM @a", "@a := (select k from t); (select * from @a)"},
    {"@n BIGINT := 3; @n := @n + 1;", "@n BIGINT := 3; @n := (+ @n 1)"},
    {"@1d STRING", "@1d STRING"},
    {"@t TABLE (a BIGINT, b STRING) := SELECT 1, 'x';", "@t table(a b) := (select 1 'x')"},
    {"@c := CACHE ON SELECT 1", "@c := cache (select 1)"},
    {"@c := CACHE WITH CACHEPROPERTIES ('k'='v') ON SELECT 1", "@c := cache (select 1)"},
    {"IF @n > 1 SELECT 1; ELSE SELECT 2; SELECT 3",
     "if (> @n 1) then (select 1) else (select 2); (select 3)"},
    {"IF TRUE BEGIN @a := 1; SELECT CASE WHEN a THEN 1 END FROM t; END ELSE IF FALSE BEGIN END "
     "SELECT 2;",
     "if true then {@a := 1; (select (case [a 1]) from t)} else if false then {}; (select 2)"},
    {"IF (1 > 2) SELECT 1 ELSE IF ((SELECT 3) > 2) SELECT 2;",
     "if (> 1 2) then (select 1) else if (> (select 3) 2) then (select 2)"},
    {"LOOP @i FROM 1 TO 3 BEGIN INSERT INTO t SELECT @i; END", "loop @i 1..3 {statement 1:27}"},
    {"BEGIN\n  BEGIN\n    SELECT 1;\n  END\n  DROP TABLE t;\nEND;\n",
     "{{(select 1)}; statement 5:3}"},
    {"SET a=b;\n@a := 1;\nINSERT INTO t\n VALUES (1)", "statement 1:1; @a := 1; statement 3:1"},
};

TEST(Script, Steps) {
  for (const ScriptCase& example : kScripts) EXPECT_EQ(ParsedText(example.script), example.steps);
}

// What stands before a step counts for its places and nothing else.
TEST(Script, ErrorsStandInTheWholeText) {
  const Result<Script> script = ParseScript("@a := SELECT 1;\n\nSELECT 1 FROM FROM t;\n");
  ASSERT_FALSE(script.ok());
  EXPECT_EQ(script.error().range.line, 3);
  EXPECT_EQ(script.error().range.column, 15);
  EXPECT_EQ(script.error().range.begin, 31U);
}

TEST(Script, NestingHasALimit) {
  std::string chain;
  for (int i = 0; i < 1000; ++i) chain += "IF TRUE ";
  EXPECT_EQ(ParseScript(chain + "SELECT 1").error().code, ErrorCode::kParse);
  std::string row = "IF TRUE BEGIN ";
  for (int i = 0; i < 2000; ++i) row += "IF TRUE BEGIN SELECT 1; END ";
  EXPECT_TRUE(ParseScript(row + "END").ok());
}

// A script is one text among the statements of a file: from its first step that only scripts have
// to the first statement that cannot be a step.
TEST(Script, IsOneTextOfAFile) {
  const std::vector<StatementText> texts = SplitStatements(
      "DROP TABLE a; @a := 1; SELECT 2; PAI -name x; IF a BEGIN SELECT 1; END SELECT 2\\g > f\n"
      "SELECT 3");
  ASSERT_EQ(texts.size(), 5U);
  EXPECT_EQ(texts[1].text, "@a := 1; SELECT 2");
  EXPECT_EQ(texts[1].kind, StatementText::Kind::kScript);
  EXPECT_TRUE(texts[1].terminated);
  EXPECT_EQ(texts[2].text, "PAI -name x");
  EXPECT_EQ(texts[2].kind, StatementText::Kind::kStatement);
  EXPECT_EQ(texts[3].text, "IF a BEGIN SELECT 1; END SELECT 2");
  EXPECT_EQ(texts[3].ending, "\\g > f");
  EXPECT_EQ(texts[4].text, "SELECT 3");
  EXPECT_FALSE(texts[4].terminated);
}

// DESC of a variable is a step, DESC of a table ends the script.
TEST(Script, TellsOfItsVariables) {
  const std::vector<StatementText> texts = SplitStatements(
      "@a := 1; DESC @a; desc /* whole */ extended @a; DROP TABLE VARIABLES @a; DESC a; DESC @b");
  ASSERT_EQ(texts.size(), 3U);
  EXPECT_TRUE(texts[0].text.ends_with("DROP TABLE VARIABLES @a")) << texts[0].text;
  EXPECT_EQ(texts[1].text, "DESC a");
  const Result<Script> script =
      ParseScript("@a := 1; DESC @a; DROP TABLE VARIABLES IF EXISTS @a, @a; SELECT @a");
  ASSERT_TRUE(script.ok()) << script.error().detail;
  std::string reads;
  for (const Script::Mention& mention : script->mentions) reads += mention.reads ? 'r' : '-';
  EXPECT_EQ(reads, "r---r");
}

TEST(Script, IsCompleteAtTheEndOfABlock) {
  EXPECT_TRUE(IsComplete("@a := 1;"));
  EXPECT_FALSE(IsComplete("@a := 1"));
  EXPECT_TRUE(IsComplete("BEGIN;"));
  EXPECT_FALSE(IsComplete("IF a BEGIN SELECT 1;"));
  EXPECT_TRUE(IsComplete("IF a BEGIN SELECT 1; END"));
  EXPECT_FALSE(IsComplete("IF a BEGIN SELECT 1; END ELSE BEGIN SELECT 2;"));
  EXPECT_TRUE(IsComplete("IF a BEGIN SELECT 1; END ELSE BEGIN SELECT 2; END"));
}

}  // namespace
}  // namespace paisql::syntax::testing
