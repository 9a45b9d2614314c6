#include <gtest/gtest.h>

#include "rest/tasks/job_request.h"
#include "rest/tasks/merge_text.h"
#include "rest/tasks/pai_text.h"
#include "rest/tasks/syntax_check.h"
#include "rest/tasks/task_infos.h"
#include "rest/tasks/task_kinds.h"
#include "syntax/lexer/lexer.h"
#include "syntax/parser.h"
#include "syntax/statements/pai.h"

namespace paisql::rest {
namespace {

JobRequest Component(std::string name, std::string key, std::string value) {
  JobRequest request;
  request.component = std::move(name);
  request.parameters = {{std::move(key), std::move(value)}};
  return request;
}

TEST(TaskKindsTest, EachKindRunsOrSaysWhyNot) {
  for (const TaskKind& kind : TaskKinds()) {
    const bool runs = kind.statements != nullptr;
    EXPECT_EQ(runs, kind.reason.empty()) << kind.element;
    EXPECT_EQ(runs, kind.code.empty()) << kind.element;
    EXPECT_EQ(FindTaskKind(kind.element), &kind);
    EXPECT_FALSE(kind.type.empty());
    if (!runs) {
      EXPECT_NE(kind.reason.find("not offered"), std::string_view::npos) << kind.element;
      EXPECT_NE(kind.reason.find(": "), std::string_view::npos) << kind.element;
    }
  }
  EXPECT_EQ(FindTaskKind("Unknown"), nullptr);
}

TEST(PaiTextTest, ValuesComeBackAsTheyWere) {
  for (const std::string value :
       {"", "plain", "a 'b' \"c\"", "back\\slash \\u0041 \\n", "${name} $[x] $", "a;b -- c # d",
        "line\nline\r\t", "中文；", "{\"ps\":{\"count\":1}}", "`t`", "\x01\x7f"}) {
    const Result<std::string> text = PaiText(Component("KMeans", "key.one_2", value));
    ASSERT_TRUE(text.ok());
    EXPECT_EQ(text->find("${"), std::string::npos);
    const std::vector<syntax::StatementText> split = syntax::SplitStatements(*text);
    ASSERT_EQ(split.size(), 1U) << value;
    const Result<syntax::StatementPtr> parsed = syntax::ParseStatement(split.front().text);
    ASSERT_TRUE(parsed.ok()) << *text;
    const auto& pai = syntax::As<syntax::PaiStatement>(**parsed);
    EXPECT_TRUE(pai.stray.empty());
    EXPECT_TRUE(pai.unknown_options.empty());
    ASSERT_EQ(pai.parameters.size(), 1U) << *text;
    EXPECT_EQ(pai.parameters.front().key, "key.one_2");
    EXPECT_EQ(pai.parameters.front().value, value);
  }
}

TEST(PaiTextTest, NamesAreNames) {
  for (const std::string name : {"", "a b", "a;b", "-cost", "a'b", "a\"b", "a=b", "a$b"}) {
    EXPECT_FALSE(PaiText(Component(name, "key", "")).ok()) << name;
    EXPECT_FALSE(PaiText(Component("KMeans", name, "")).ok()) << name;
  }
}

TEST(MergeTextTest, SettingsChooseTheStatement) {
  JobRequest request;
  request.table = "p.t partition(ds='1')";
  EXPECT_EQ(*MergeText(request), "ALTER TABLE p.t partition(ds='1') MERGE SMALLFILES;");
  request.settings["odps.merge.txn.table.compact"] = "major_compact";
  EXPECT_EQ(*MergeText(request), "ALTER TABLE p.t partition(ds='1') COMPACT MAJOR;");
  request.settings["odps.merge.txn.table.compact"] = "other";
  EXPECT_FALSE(MergeText(request).ok());
  request.settings.clear();
  request.properties["archiveSettings"] = "{}";
  EXPECT_EQ(*MergeText(request), "ALTER TABLE p.t partition(ds='1') ARCHIVE;");
  for (const std::string table : {"", "  ", "t; DROP TABLE u"}) {
    request.table = table;
    EXPECT_FALSE(MergeText(request).ok());
  }
}

TEST(JobRequestTest, ReadsWhatClientsWrite) {
  const std::string body =
      "<?xml version=\"1.0\"?><Instance><Job><Name>nightly</Name><Priority> 3 </Priority>"
      "<Guid>g1</Guid><Tasks><SQL><Name>T</Name><Comment>c</Comment><Config>"
      "<Property><Name>settings</Name><Value>{\"a\":\"b\",\"n\":1}</Value></Property>"
      "<Property><Name>biz_id</Name><Value>7</Value></Property></Config>"
      "<Query><![CDATA[SELECT 1 < 2;]]></Query></SQL></Tasks></Job></Instance>";
  const Result<JobRequest> request = ReadJobRequest(body);
  ASSERT_TRUE(request.ok());
  EXPECT_EQ(request->element, "SQL");
  EXPECT_EQ(request->name, "T");
  EXPECT_EQ(request->comment, "c");
  EXPECT_EQ(request->query, "SELECT 1 < 2;");
  EXPECT_EQ(request->job, "nightly");
  EXPECT_EQ(request->unique_id, "g1");
  EXPECT_EQ(request->priority, 3);
  EXPECT_EQ(request->settings.at("a"), "b");
  EXPECT_EQ(request->settings.at("n"), "1");
  EXPECT_EQ(request->properties.at("biz_id"), "7");
  EXPECT_TRUE(request->source.starts_with("<Job>"));
  EXPECT_TRUE(request->source.ends_with("</Job>"));
}

TEST(JobRequestTest, WrongSettingsAreLeftOut) {
  const std::string deep = std::string(100000, '[') + std::string(100000, ']');
  for (const std::string& value : {std::string("{"), std::string("[1]"), std::string("x"), deep}) {
    const Result<JobRequest> request = ReadJobRequest(
        "<Instance><Job><Priority>99999999999</Priority><Tasks><SQL><Config><Property>"
        "<Name>settings</Name><Value>" +
        value + "</Value></Property></Config></SQL></Tasks></Job></Instance>");
    ASSERT_TRUE(request.ok());
    EXPECT_TRUE(request->settings.empty());
    EXPECT_EQ(request->priority, 9);
  }
}

Result<JobRequest> WithAliases(const std::string& aliases) {
  return ReadJobRequest(
      "<Instance><Job><Tasks><SQL><Name>a</Name><Config><Property><Name>aliases</Name><Value>" +
      aliases +
      "</Value></Property></Config><Query>SELECT 1</Query></SQL></Tasks></Job></Instance>");
}

TEST(JobRequestTest, AliasesAreAnObjectOfTexts) {
  const Result<JobRequest> request = WithAliases(R"({"one.py":"other.py"})");
  ASSERT_TRUE(request.ok());
  EXPECT_EQ(request->aliases.at("one.py"), "other.py");
  for (const std::string none : {"", "{}", "null", " "}) {
    const Result<JobRequest> without = WithAliases(none);
    ASSERT_TRUE(without.ok()) << none;
    EXPECT_TRUE(without->aliases.empty());
  }
  for (const std::string wrong : {"[]", "{\"one.py\":1}", "{\"one.py\"", "text"}) {
    EXPECT_FALSE(WithAliases(wrong).ok()) << wrong;
  }
}

TEST(SyntaxCheckTest, PlacesCountInAllOfTheText) {
  const auto mistake = MistakeIn("SELECT 1 AS x;\n  SELECT FROM;", {});
  ASSERT_TRUE(mistake.has_value());
  EXPECT_EQ(mistake->range.line, 2);
  EXPECT_EQ(mistake->range.column, 10);
  EXPECT_FALSE(MistakeIn("SELECT 1 AS x; ", {}).has_value());
  EXPECT_FALSE(MistakeIn("", {}).has_value());
  EXPECT_FALSE(MistakeIn("SELECT ${a variable} FROM;", {}).has_value());
  EXPECT_FALSE(MistakeIn("SELECT nosuch(x) FROM nosuch;", {}).has_value());
}

TEST(SyntaxCheckTest, ScriptsHaveTheirOwnStatements) {
  const std::string script = "@t := SELECT 1 AS x; SELECT x FROM @t;";
  EXPECT_FALSE(MistakeIn(script, {{"odps.sql.submit.mode", "script"}}).has_value());
  EXPECT_TRUE(MistakeIn("@t := SELECT FROM;", {{"odps.sql.submit.mode", "script"}}).has_value());
}

TEST(TaskInfosTest, OnlyTheNewestAreKept) {
  TaskInfos infos;
  EXPECT_FALSE(infos.Put("i", "long", std::string(20000, 'x')));
  for (int i = 0; i < 40; ++i) {
    EXPECT_EQ(infos.Put("i", std::to_string(i), "v"), i < 32);
  }
  EXPECT_TRUE(infos.Put("i", "3", "w"));
  EXPECT_EQ(infos.Get("i", "3"), "w");
  for (int i = 0; i < 1000; ++i) EXPECT_TRUE(infos.Put("other" + std::to_string(i), "k", "v"));
  EXPECT_EQ(infos.Get("i", "3"), std::nullopt);
  EXPECT_EQ(infos.Get("other999", "k"), "v");
}

}  // namespace
}  // namespace paisql::rest
