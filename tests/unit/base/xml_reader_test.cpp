#include "base/coding/xml_reader.h"

#include <gtest/gtest.h>

#include <string>

namespace paisql {
namespace {

std::string TextInside(const std::string& inside) {
  const Result<XmlDocument> document = XmlDocument::Parse("<a>" + inside + "</a>");
  return document.ok() ? std::string(document->root().text) : document.error().ToString();
}

TEST(XmlReader, JoinsTheSectionsThatAClientHasSplit) {
  EXPECT_EQ(TextInside("<![CDATA[SELECT ']]]]><![CDATA[>' AS x;]]>"), "SELECT ']]>' AS x;");
  EXPECT_EQ(TextInside("\n  <![CDATA[ a]]> &amp; <![CDATA[b ]]>\n"), " a & b ");
  EXPECT_EQ(TextInside("a&lt;<![CDATA[<]]>&gt;b"), "a<<>b");
}

TEST(XmlReader, JoinsTextAroundCommentsAndChildren) {
  EXPECT_EQ(TextInside(" a <!-- no --> b "), "a  b");
  EXPECT_EQ(TextInside("\n<b>x</b>\n<b/>\n"), "");
  EXPECT_EQ(TextInside("\na<b>x</b> c\n"), "a c");
}

TEST(XmlReader, DropsBlanksAroundTheTextAlone) {
  EXPECT_EQ(TextInside("  two words \n"), "two words");
  EXPECT_EQ(TextInside("<![CDATA[]]>"), "");
  EXPECT_EQ(TextInside("<![CDATA[  ]]>"), "  ");
}

TEST(XmlReader, JoinsManyPartsInLinearTime) {
  std::string inside;
  constexpr size_t kParts = 200000;
  for (size_t i = 0; i < kParts; ++i) inside += "ab<!---->";
  EXPECT_EQ(TextInside(inside).size(), 2 * kParts);
}

}  // namespace
}  // namespace paisql
