// CREATE FUNCTION of a class in Python.

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

TEST(Function, RefusesWhatIsMissing) {
  for (const char* sql :
       {"CREATE FUNCTION f AS 'm.C'", "CREATE FUNCTION f AS 'm.C' USING",
        "CREATE FUNCTION f AS 'm.C' USING -f", "CREATE FUNCTION f AS 'm.C' USING 'm.py' -f x"}) {
    EXPECT_FALSE(ParseStatement(sql).ok()) << sql;
  }
}

}  // namespace
}  // namespace paisql::syntax::testing
