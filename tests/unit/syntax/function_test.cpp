// CREATE and RELOAD FUNCTION of a class in Python.

#include "syntax/statements/functions.h"

#include <gtest/gtest.h>

#include "tree_text.h"

namespace paisql::syntax::testing {
namespace {

TEST(Function, ReadsItsWordsInEachSpelling) {
  const struct {
    const char* sql;
    const char* class_name;
    const char* resources;
    bool or_replace;
  } cases[] = {
      {"CREATE FUNCTION f AS 'm.C' USING 'm.py'", "m.C", "<m.py>", false},
      {"CREATE FUNCTION f AS 'm.C' USING 'm.py,b.zip' -f", "m.C", "<m.py><b.zip>", true},
      {"CREATE FUNCTION f AS 'm.C' USING 'm.py', 'b.zip'", "m.C", "<m.py><b.zip>", false},
      {"create function f as test.MyPsi using a.py,b.tar.gz", "test.MyPsi", "<a.py><b.tar.gz>",
       false},
      {"CREATE OR REPLACE FUNCTION f AS \"m.C\" USING FILE 'm.py', ARCHIVE 'b.zip'", "m.C",
       "<m.py><b.zip>", true},
      {"CREATE FUNCTION f AS 'm.C' USING 'p/resources/m.py'", "m.C", "<p/resources/m.py>", false},
  };
  for (const auto& one : cases) {
    const auto function = ParsedAs<CreateFunctionStatement>(one.sql);
    ASSERT_NE(function, nullptr) << one.sql;
    std::string resources;
    for (const Word& word : function->resources) resources += "<" + word.text + ">";
    EXPECT_EQ(function->class_name.text, one.class_name) << one.sql;
    EXPECT_EQ(resources, one.resources) << one.sql;
    EXPECT_EQ(function->or_replace, one.or_replace) << one.sql;
    EXPECT_EQ(function->name.ToString(), "f") << one.sql;
  }
}

TEST(Function, ReadsCode) {
  const auto function = ParsedAs<CreateFunctionStatement>(
      "CREATE TEMPORARY FUNCTION f AS 'm.C' USING\n"
      "#code ( 'filename' = \"m.py\", 'LANG'='Python' )  \n"
      "  a = ';' # '\n"
      "b\n"
      "#END CODE");
  ASSERT_NE(function, nullptr);
  EXPECT_TRUE(function->temporary);
  EXPECT_TRUE(function->resources.empty());
  ASSERT_EQ(function->codes.size(), 1U);
  EXPECT_EQ(function->codes[0].file_name, "m");
  EXPECT_EQ(function->codes[0].text, "  a = ';' # '\nb\n");
  const auto beside = ParsedAs<CreateFunctionStatement>(
      "CREATE FUNCTION f AS 'm.C' USING 'a.zip', #CODE ('filename'='m') x\n#END CODE");
  ASSERT_NE(beside, nullptr);
  ASSERT_EQ(beside->resources.size(), 1U);
  ASSERT_EQ(beside->codes.size(), 1U);
  EXPECT_EQ(beside->codes[0].text, " x\n");
}

TEST(Function, RefusesOtherCode) {
  const std::pair<const char*, const char*> cases[] = {
      {"#CODE\nclass C:\n#END CODE", "a code block begins in another form"},
      {"#CODE ('lang'='PYTHON')\n#END CODE",
       "a code block has no 'filename', which names its module"},
      {"#CODE ('lang'='JAVA')\n#END CODE", "a code block in JAVA is not supported"},
      {"#CODE ('file'='m')\n#END CODE", "a code block has no property 'file'"},
      {"#CODE ('filename'='a/m')\n#END CODE", "'a/m' is not the name of a module"},
      {"#CODE ('filename'='m'\n#END CODE", "a code block begins in another form"},
      {"#CODE ('filename'='m')\nclass C:\n", "code block not closed, expect '#END CODE'"},
  };
  for (const auto& [code, detail] : cases) {
    const auto parsed = ParseStatement("CREATE FUNCTION f AS 'm.C' USING\n" + std::string(code));
    ASSERT_FALSE(parsed.ok()) << code;
    EXPECT_EQ(parsed.error().detail, detail) << code;
    EXPECT_EQ(parsed.error().range.line, 2) << code;
  }
}

TEST(Function, RefusesWhatIsMissing) {
  for (const char* sql :
       {"CREATE FUNCTION f AS 'm.C' USING", "CREATE FUNCTION f AS 'm.C' USING -f",
        "CREATE FUNCTION f AS 'm.C' USING 'm.py' -f x", "RELOAD FUNCTION", "RELOAD f"}) {
    EXPECT_FALSE(ParseStatement(sql).ok()) << sql;
  }
}

}  // namespace
}  // namespace paisql::syntax::testing
