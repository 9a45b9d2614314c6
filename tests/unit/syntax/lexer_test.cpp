#include "syntax/lexer/lexer.h"

#include <gtest/gtest.h>

namespace paisql::syntax {
namespace {

std::vector<std::string> Texts(std::string_view script) {
  std::vector<std::string> texts;
  for (const StatementText& statement : SplitStatements(script)) texts.push_back(statement.text);
  return texts;
}

using Strings = std::vector<std::string>;

TEST(SplitStatements, AFullWidthSemicolonEndsItsStatement) {
  const auto statements = SplitStatements("SELECT 1；\nSELECT '；';");
  ASSERT_EQ(statements.size(), 2U);
  EXPECT_EQ(statements[0].text, "SELECT 1；");
  EXPECT_EQ(statements[1].text, "SELECT '；'");
  EXPECT_EQ(statements[1].line, 2);
  EXPECT_TRUE(IsComplete("SELECT 1；"));
  EXPECT_FALSE(IsComplete("SELECT '；"));
}

TEST(SplitStatements, AtSemicolonsOutsideQuotesAndComments) {
  EXPECT_EQ(Texts("a;b;"), (Strings{"a", "b"}));
  EXPECT_EQ(Texts("SELECT ';', \";\", `;`, ';\\';' ; b"),
            (Strings{"SELECT ';', \";\", `;`, ';\\';'", "b"}));
  EXPECT_EQ(Texts("a -- ; \n b /* ; */ c /*+ ; */;d"), (Strings{"a -- ; \n b /* ; */ c", "d"}));
  EXPECT_EQ(Texts("# one ; two\n  # three;\na # b\n;"), (Strings{"a # b"}));
  EXPECT_EQ(Texts(";;\n ; -- x\n;a"), (Strings{"a"}));
  EXPECT_EQ(Texts("use prj;pai -name x -Da='1;2' -Db=\"{\\\"c\\\":1;}\";"),
            (Strings{"use prj", "pai -name x -Da='1;2' -Db=\"{\\\"c\\\":1;}\""}));
  EXPECT_EQ(Texts("a \\; b; c"), (Strings{"a \\; b", "c"}));
  EXPECT_EQ(Texts("USING #CODE ('lang'='PYTHON')\nprint(';')\n#END CODE; b"),
            (Strings{"USING #CODE ('lang'='PYTHON')\nprint(';')\n#END CODE", "b"}));
}

// A statement alone is the statement that it was in the script, where it may stand after others.
TEST(SplitStatements, HashAtTheStartOfAStatementBeginsAComment) {
  EXPECT_EQ(Texts("/* a */ # b's\n c # d"), (Strings{"c # d"}));
  EXPECT_TRUE(IsComplete("a; # it's done"));
  EXPECT_EQ(Texts("a; # it's done\nb;"), (Strings{"a", "b"}));
  EXPECT_EQ(Texts("a;#b\n;\xE3\x80\x80# c"), (Strings{"a"}));
  EXPECT_EQ(Texts("set x=a\\;#b; c"), (Strings{"set x=a\\;#b", "c"}));
  EXPECT_EQ(Texts("a\\\\;#b; c"), (Strings{"a\\\\"}));
}

TEST(SplitStatements, ABackslashAndGEndAStatementWithTheirLine) {
  const auto statements =
      SplitStatements("SELECT 1 \\g format=csv > 'a;b'; \nSELECT '\\g' -- \\g\n\\G\r\n # c\nz\\g");
  ASSERT_EQ(statements.size(), 3U);
  EXPECT_EQ(statements[0].text, "SELECT 1");
  EXPECT_EQ(statements[0].ending, "\\g format=csv > 'a;b';");
  EXPECT_EQ(statements[0].ending_offset, 9U);
  EXPECT_TRUE(statements[0].terminated);
  EXPECT_EQ(statements[1].text, "SELECT '\\g'");
  EXPECT_EQ(statements[1].ending, "\\G");
  EXPECT_EQ(statements[1].line, 2);
  EXPECT_EQ(statements[2].text, "z");
  EXPECT_EQ(statements[2].ending, "\\g");
  EXPECT_TRUE(SplitStatements("a; b")[1].ending.empty());
}

TEST(SplitStatements, CodeIsPartOfItsScript) {
  const auto statements = SplitStatements(
      "SET odps.sql.submit.mode=script;\nSELECT f(1);\n#CODE ('filename'='m')\na = 1; b = 2;\n"
      "#END CODE;\n#CODE ('filename'='n')\n#END CODE");
  ASSERT_EQ(statements.size(), 2U);
  EXPECT_EQ(statements[1].kind, StatementText::Kind::kScript);
  EXPECT_TRUE(statements[1].text.ends_with("#END CODE"));
}

TEST(SplitStatements, OtherBackslashesEndNothing) {
  for (const char* text : {"tunnel upload -fd \\t -rd \\n f t", "upload C:\\g t", "a \\gg",
                           "a \\ g", "\\g", "a /* \\g */", "set x=\\g", "a \\\\g"}) {
    const auto statements = SplitStatements(text);
    ASSERT_EQ(statements.size(), 1U) << text;
    EXPECT_EQ(statements[0].ending, "") << text;
    EXPECT_FALSE(IsComplete(text)) << text;
  }
}

TEST(SplitStatements, UnterminatedTextIsDelivered) {
  const auto statements = SplitStatements("a; b 'open ; c");
  ASSERT_EQ(statements.size(), 2u);
  EXPECT_TRUE(statements[0].terminated);
  EXPECT_EQ(statements[1].text, "b 'open ; c");
  EXPECT_FALSE(statements[1].terminated);
  EXPECT_EQ(Texts("a; /* open ; b"), (Strings{"a", "/* open ; b"}));
}

TEST(SplitStatements, Places) {
  const std::string_view script = "\xEF\xBB\xBF-- 中\r\nSELECT '中';  SELECT\r\n 2;\xC2\xA0x";
  const auto statements = SplitStatements(script);
  ASSERT_EQ(statements.size(), 3u);
  EXPECT_EQ(statements[0].text, "SELECT '中'");
  EXPECT_EQ(statements[0].line, 2);
  EXPECT_EQ(statements[0].column, 1);
  EXPECT_EQ(statements[1].text, "SELECT\r\n 2");
  EXPECT_EQ(statements[1].line, 2);
  EXPECT_EQ(statements[1].column, 14);
  EXPECT_EQ(script.substr(statements[1].offset, 6), "SELECT");
  EXPECT_EQ(statements[2].text, "x");
  EXPECT_EQ(statements[2].line, 3);
  EXPECT_EQ(statements[2].column, 5);
}

TEST(IsComplete, WhenNothingIsOpen) {
  EXPECT_TRUE(IsComplete("SELECT 1;"));
  EXPECT_TRUE(IsComplete("SELECT 1; -- done"));
  EXPECT_TRUE(IsComplete("  \n-- only a comment"));
  EXPECT_FALSE(IsComplete("SELECT 1"));
  const std::string code = "CREATE TEMPORARY FUNCTION f AS 'm.C' USING\n#CODE ('filename'='m')\n";
  EXPECT_FALSE(IsComplete(code + "a = 1; # it's ## open;"));
  EXPECT_TRUE(IsComplete(code + "a = 1; # it's ## open;\n#END CODE;"));
  EXPECT_FALSE(IsComplete("SELECT 1; SELECT"));
  EXPECT_FALSE(IsComplete("SELECT ';"));
  EXPECT_FALSE(IsComplete("SELECT `;"));
  EXPECT_FALSE(IsComplete("SELECT 1; /* ;"));
  EXPECT_FALSE(IsComplete("SELECT 1 -- ;"));
  EXPECT_TRUE(IsComplete("SELECT 1\\G"));
  EXPECT_TRUE(IsComplete("SELECT 1\n\\g > x;y"));
  EXPECT_FALSE(IsComplete("SELECT 1 \\g\nSELECT 2"));
  EXPECT_TRUE(IsComplete("SELECT 1 \\g\n# done"));
}

}  // namespace
}  // namespace paisql::syntax
