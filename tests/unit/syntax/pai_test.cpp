#include <gtest/gtest.h>

#include "syntax/statements/pai.h"
#include "tree_text.h"

namespace paisql::syntax::testing {
namespace {

// "name project | key=value; … | stray words | unknown options"
std::string PaiText(std::string_view sql) {
  const auto parsed = ParseStatement(sql);
  if (!parsed.ok()) return parsed.error().ToString();
  if (!IsA<PaiStatement>(**parsed)) return "no PAI statement";
  const auto& pai = As<PaiStatement>(**parsed);
  std::string text = pai.name ? pai.name->text : "-";
  text += " " + (pai.project ? pai.project->text : std::string("-"));
  if (pai.job_name) text += " job:" + pai.job_name->text;
  if (pai.lineage) text += " lineage:" + pai.lineage->text;
  if (pai.cost) text += " cost";
  for (const PaiParameter& parameter : pai.parameters) {
    text += "\n" + parameter.key + "=" + parameter.value;
  }
  for (const Word& word : pai.stray) text += "\nstray " + word.text;
  for (const Word& word : pai.unknown_options) text += "\nunknown " + word.text;
  return text;
}

struct PaiCase {
  const char* sql;
  const char* expected;
};

void CheckPai(const std::vector<PaiCase>& cases) {
  for (const PaiCase& one : cases) EXPECT_EQ(PaiText(one.sql), one.expected) << one.sql;
}

constexpr char kCluster[] =
    "x -\ncluster={\"ps\":{\"count\":1},\"worker\":{\"count\":2,\"gpu\":100}}";

TEST(Pai, Options) {
  CheckPai({
      {"pai -name x -project p", "x p"},
      {"PAI -name=x -project=algo_public", "x algo_public"},
      {"PAI -name \"x\" -project 'p' -cost -jobname j -lineage '{}'", "x p job:j lineage:{} cost"},
      {"pai -name x a=b", "x -\nstray a=b"},
      {"pai -name x -foo bar", "x -\nstray bar\nunknown -foo"},
      {"pai", "- -"},
      {"pai -Da=b", "- -\na=b"},
  });
}

TEST(Pai, FormsOfParameters) {
  CheckPai({
      {"pai -name x -Da=1 -Db= 2 -Dc 3 -Dd=", "x -\na=1\nb=2\nc=3\nd="},
      {"pai -name x -Da= 'oss://b/x.tar.gz'", "x -\na=oss://b/x.tar.gz"},
      {"pai -name x -Da='' -Db=\"\"", "x -\na=\nb="},
      {"pai -name x -Da= -Db=1", "x -\na=\nb=1"},
      {"pai -name x -Dn -5 -Dm=-5", "x -\nn=-5\nm=-5"},
      {"pai -name x -D a=1", "x -\na=1"},
      {"pai -name x -Da=b=c", "x -\na=b=c"},
      {"pai -name x -Da='b=c d'", "x -\na=b=c d"},
      {"pai -name x -DmodelName %s", "x -\nmodelName=%s"},
      {"pai -name x -Da=\"1\"-Db='2'", "x -\na=1\nb=2"},
      {"pai -name x -Da='1'\n-Db=2", "x -\na=1\nb=2"},
      {"pai -name x -Da=b\"c\"", "x -\na=bc"},
      {"pai -name x -Da=(b)", "x -\na=(b)"},
  });
}

TEST(Pai, Values) {
  CheckPai({
      {"pai -name x -Dt=odps://p/tables/t/ds=1,odps://p/tables/u",
       "x -\nt=odps://p/tables/t/ds=1,odps://p/tables/u"},
      {"pai -name x -Ds=file:///tmp/a-b.py", "x -\ns=file:///tmp/a-b.py"},
      {"pai -name x -Db='oss://b/?role_arn=acs:ram::1:role/r&host=h'",
       "x -\nb=oss://b/?role_arn=acs:ram::1:role/r&host=h"},
      {"pai -name x -Db=\"oss://b/?a=1\\&host=h\"", "x -\nb=oss://b/?a=1&host=h"},
      {"pai -name x -Db=oss://b/?a=1\\&h", "x -\nb=oss://b/?a=1&h"},
      {"pai -name x -Da='\\n\\t\\u4e2d\\'\\\"\\\\'", "x -\na=\n\t中'\"\\"},
      {"pai -name x -Da='--k=v --flag'", "x -\na=--k=v --flag"},
      {"pai -name x -Da=--k=v\n -Db=1",
       "ODPS-0110021:[1,15] Invalid parameters - a has no value: -- outside quotes begins a "
       "comment"},
      {"pai -name x -Da= -- a comment\n -Db=1", "x -\na=\nb=1"},
      {"pai -name x -Dds=${bizdate-1} -De={{bizdate}} -Df={BUCKET}/x -Dg=$VAR",
       "x -\nds=${bizdate-1}\ne={{bizdate}}\nf={BUCKET}/x\ng=$VAR"},
      {"pai -name x -Da='中；文'", "x -\na=中；文"},
  });
}

TEST(Pai, SpellingsOfJson) {
  for (const char* sql : {
           R"(pai -name x -Dcluster='{"ps":{"count":1},"worker":{"count":2,"gpu":100}}')",
           R"(pai -name x -Dcluster="{\"ps\":{\"count\":1},\"worker\":{\"count\":2,\"gpu\":100}}")",
           R"(pai -name x -Dcluster='{\"ps\":{\"count\":1},\"worker\":{\"count\":2,\"gpu\":100}}')",
           R"(pai -name x -Dcluster={"ps":{"count":1},"worker":{"count":2,"gpu":100}})",
           R"(pai -name x -Dcluster={\"ps\":{\"count\":1},\"worker\":{\"count\":2,\"gpu\":100}})",
       }) {
    EXPECT_EQ(PaiText(sql), kCluster) << sql;
  }
  EXPECT_EQ(PaiText("pai -name x -Dc={\"ps\":{\"m\":40000 },\n \"w\":[1, 2]} -Dd=1"),
            "x -\nc={\"ps\":{\"m\":40000 },\n \"w\":[1, 2]}\nd=1");
}

TEST(Pai, LayoutOfRealStatements) {
  CheckPai({
      {"pai\r\n\t-name x\r\n\t-Da=1\r\n", "x -\na=1"},
      {"pai -name\xC2\xA0x\xC2\xA0 -Da=1", "x -\na=1"},
      {"pai \\\n -name x \\\n -Da=1", "x -\na=1"},
      {"pai -name x -- the algorithm\n -Da=1 # kept\n", "x -\na=1\nstray #\nstray kept"},
      {"pai -name x\n# a comment line\n -Da=1", "x -\na=1"},
      {"PAI -name x -Da=1;", "x -\na=1"},
      {"pai -name x -Da=1；", "ODPS-0130161:[1,18] Parse exception - invalid token '；'"},
      {"pai -name x -Da=“1”", "ODPS-0130161:[1,17] Parse exception - invalid token '“'"},
      {"pai -name x -Da='1", "ODPS-0130161:[1,17] Parse exception - string not closed"},
  });
  const auto parsed = ParseStatement("pai -name x -Da=1；");
  EXPECT_EQ(parsed.error().hint, "this is full-width punctuation: type the ASCII character ;");
}

TEST(Pai, PlacesOfKeysAndValues) {
  const std::string sql = "PAI -name tensorflow1120_ext\n  -Dscript='中' -DgpuRequired= 0 -Dx 1";
  const auto pai = ParsedAs<PaiStatement>(sql);
  ASSERT_NE(pai, nullptr);
  EXPECT_EQ(pai->name->range.column, 11);
  ASSERT_EQ(pai->parameters.size(), 3u);
  const auto text = [&](const SourceRange& range) {
    return sql.substr(range.begin, range.end - range.begin);
  };
  EXPECT_EQ(text(pai->parameters[0].key_range), "script");
  EXPECT_EQ(text(pai->parameters[0].value_range), "'中'");
  EXPECT_EQ(pai->parameters[0].key_range.line, 2);
  EXPECT_EQ(pai->parameters[0].key_range.column, 5);
  EXPECT_EQ(pai->parameters[0].value_range.column, 12);
  EXPECT_EQ(text(pai->parameters[1].key_range), "gpuRequired");
  EXPECT_EQ(pai->parameters[1].key_range.column, 18);
  EXPECT_EQ(text(pai->parameters[1].value_range), "0");
  EXPECT_EQ(text(pai->parameters[2].value_range), "1");
}

}  // namespace
}  // namespace paisql::syntax::testing
