#include <gtest/gtest.h>

#include "syntax/statements/commands.h"
#include "syntax/statements/namespaces.h"
#include "syntax/statements/rows.h"
#include "syntax/statements/show.h"
#include "syntax/statements/storage.h"
#include "syntax/statements/tables.h"
#include "tree_text.h"

namespace paisql::syntax::testing {
namespace {

std::string SpecText(const PartitionSpec& spec) {
  std::string text;
  for (const PartitionKey& key : spec.keys) {
    text += (text.empty() ? "" : " ") + key.name.text + (key.value ? "=" + Text(*key.value) : "");
  }
  return text;
}

std::string WordsText(const std::vector<Word>& words) {
  std::string text;
  for (const Word& word : words) text += "<" + word.text + ">";
  return text;
}

TEST(Statement, Empty) {
  EXPECT_NE(ParsedAs<EmptyStatement>(""), nullptr);
  EXPECT_NE(ParsedAs<EmptyStatement>(" -- nothing\n;"), nullptr);
}

TEST(Statement, Insert) {
  auto insert = ParsedAs<InsertStatement>("INSERT INTO t VALUES (1, 'x'), (2, NULL)");
  ASSERT_NE(insert, nullptr);
  EXPECT_FALSE(insert->target.overwrite);
  EXPECT_EQ(insert->target.table.ToString(), "t");
  EXPECT_EQ(Text(insert->query), "(values [1 'x'] [2 null])");

  insert = ParsedAs<InsertStatement>(
      "INSERT OVERWRITE TABLE p.t PARTITION (ds='20260101', hour) SELECT a, h FROM s");
  ASSERT_NE(insert, nullptr);
  EXPECT_TRUE(insert->target.overwrite);
  EXPECT_EQ(SpecText(*insert->target.partition), "ds='20260101' hour");
  EXPECT_EQ(insert->target.partition->range.column, 28);
  EXPECT_EQ(Text(insert->query), "(select a h from s)");

  insert = ParsedAs<InsertStatement>("INSERT INTO TABLE s PARTITION(p)(key, p) VALUES ('d', '1')");
  ASSERT_NE(insert, nullptr);
  EXPECT_EQ(Names(insert->target.columns), "key p");

  insert = ParsedAs<InsertStatement>("WITH a AS (SELECT 1) INSERT INTO t (SELECT * FROM a)");
  ASSERT_NE(insert, nullptr);
  EXPECT_EQ(Text(insert->query), "with a()=(select 1) (select * from a)");

  insert = ParsedAs<InsertStatement>("INSERT OVERWRITE t SELECT 1");
  ASSERT_NE(insert, nullptr);
  EXPECT_TRUE(insert->target.overwrite);
}

TEST(Statement, Namespace) {
  auto create = ParsedAs<NamespaceStatement>("CREATE PROJECT IF NOT EXISTS p COMMENT 'c'");
  ASSERT_NE(create, nullptr);
  EXPECT_FALSE(create->drop);
  EXPECT_TRUE(create->if_exists);
  EXPECT_EQ(create->name.ToString(), "p");
  EXPECT_EQ(create->comment, "c");
  auto drop = ParsedAs<NamespaceStatement>("drop project p restrict");
  ASSERT_NE(drop, nullptr);
  EXPECT_TRUE(drop->drop);
  EXPECT_FALSE(drop->cascade);
  EXPECT_TRUE(ParsedAs<NamespaceStatement>("DROP PROJECT IF EXISTS p CASCADE")->cascade);
  EXPECT_TRUE(ParsedAs<NamespaceStatement>("CREATE SCHEMA p.s")->schema);
  const auto transfer = ParsedAs<TransferStatement>("IMPORT TABLE t FROM 'f'");
  EXPECT_TRUE(transfer->import);
  EXPECT_EQ(transfer->folder, "f");
  EXPECT_TRUE(ParsedAs<TransferStatement>("EXPORT PROJECT TO 'f'")->project);
  EXPECT_TRUE(ParsedAs<TransferStatement>("EXPORT TABLE t PARTITION (p='1') TO 'f'")
                  ->partition.has_value());
}

TEST(Statement, Summarize) {
  auto table = ParsedAs<SummarizeStatement>("SUMMARIZE TABLE p.t");
  ASSERT_NE(table, nullptr);
  EXPECT_TRUE(table->names_table);
  EXPECT_EQ(Text(table->query), "(select * from p.t)");
  EXPECT_EQ(table->source_range.begin, 16U);
  EXPECT_EQ(table->source_range.end, 19U);
  auto query = ParsedAs<SummarizeStatement>("SUMMARIZE WITH a AS (SELECT 1) SELECT * FROM a");
  ASSERT_NE(query, nullptr);
  EXPECT_FALSE(query->names_table);
  EXPECT_EQ(query->source_range.begin, 10U);
}

TEST(Statement, TheLastResultHasTwoNames) {
  for (const char* text : {"SELECT * FROM _", "SELECT * FROM .last", "SELECT * FROM . LAST"}) {
    auto select = ParsedAs<SelectStatement>(text);
    ASSERT_NE(select, nullptr);
    EXPECT_EQ(Text(select->query), "(select * from _)");
  }
}

TEST(Statement, MultiInsert) {
  auto multi = ParsedAs<MultiInsertStatement>(
      "FROM (SELECT * FROM s) x INSERT OVERWRITE TABLE a PARTITION (p='1') SELECT c WHERE d "
      "INSERT INTO TABLE b SELECT e GROUP BY e LIMIT 3");
  ASSERT_NE(multi, nullptr);
  EXPECT_EQ(Text(*multi->source), "(select * from s):x");
  ASSERT_EQ(multi->branches.size(), 2u);
  EXPECT_EQ(Text(multi->branches[0].query), "(select c where d)");
  EXPECT_EQ(Text(multi->branches[1].query), "(select e group e) limit 3");
}

TEST(Statement, CreateTable) {
  auto table = ParsedAs<CreateTableStatement>(
      "CREATE TABLE IF NOT EXISTS p.t (\n"
      "  id BIGINT NOT NULL DEFAULT 0 COMMENT 'the key',\n"
      "  `order` MAP<STRING, ARRAY<INT>>,\n"
      "  s STRUCT<a:INT, b:DECIMAL(10,2)>, bad WEIRD(3))\n"
      "COMMENT 'it\\'s' PARTITIONED BY (ds STRING COMMENT 'day', hour BIGINT)\n"
      "TBLPROPERTIES('a'='b') LIFECYCLE 30");
  ASSERT_NE(table, nullptr);
  EXPECT_TRUE(table->if_not_exists);
  ASSERT_EQ(table->columns.size(), 4u);
  EXPECT_TRUE(table->columns[0].not_null);
  EXPECT_EQ(Text(*table->columns[0].default_value), "0");
  EXPECT_EQ(table->columns[0].comment, "the key");
  EXPECT_EQ(table->columns[1].name.text, "order");
  EXPECT_EQ(table->columns[1].type.type->ToString(), "MAP<STRING,ARRAY<INT>>");
  EXPECT_EQ(table->columns[2].type.type->ToString(), "STRUCT<a:INT,b:DECIMAL(10,2)>");
  EXPECT_FALSE(table->columns[3].type.type.has_value());
  EXPECT_EQ(table->columns[3].type.text, "WEIRD(3)");
  EXPECT_EQ(table->columns[3].type.range.line, 4);
  EXPECT_EQ(table->comment, "it's");
  ASSERT_EQ(table->partition_columns.size(), 2u);
  EXPECT_EQ(table->partition_columns[0].comment, "day");
  EXPECT_EQ(table->properties.at("a").value, "b");
  EXPECT_EQ(table->lifecycle_days, 30);

  table = ParsedAs<CreateTableStatement>("CREATE TABLE t LIFECYCLE 7 AS SELECT 1 AS a");
  ASSERT_NE(table, nullptr);
  EXPECT_EQ(table->lifecycle_days, 7);
  EXPECT_EQ(Text(*table->as_query), "(select 1:a)");
  table = ParsedAs<CreateTableStatement>("create table t like s lifecycle 3");
  ASSERT_NE(table, nullptr);
  EXPECT_EQ(table->like->ToString(), "s");
  EXPECT_EQ(table->lifecycle_days, 3);
}

TEST(Statement, ClausesWithoutEffectAreNoted) {
  auto table = ParsedAs<CreateTableStatement>(
      "CREATE TABLE t (a INT) SKEWED BY (a) ON (1) STORED AS DIRECTORIES LIFECYCLE 3");
  ASSERT_NE(table, nullptr);
  EXPECT_EQ(table->lifecycle_days, 3);
  ASSERT_EQ(table->notes.size(), 1u);
  EXPECT_TRUE(table->notes[0].text.ends_with(" has no effect: tables are stored in one way"));
}

TEST(Statement, ClausesOfTheFiles) {
  auto table = ParsedAs<CreateTableStatement>(
      "CREATE TABLE t (x TIMESTAMP) AUTO PARTITIONED BY (TRUNC_TIME(x, 'day') AS d)");
  ASSERT_NE(table, nullptr);
  EXPECT_EQ(Text(*table->auto_partition->value), "TRUNC_TIME(x 'day')");
  EXPECT_EQ(table->auto_partition->name->text, "d");
  table = ParsedAs<CreateTableStatement>(
      "CREATE TABLE t (a INT, b INT) RANGE CLUSTERED BY (a, b) SORTED BY (b DESC, a) INTO 8 "
      "BUCKETS");
  ASSERT_NE(table, nullptr);
  EXPECT_TRUE(table->clustering->range_clustered);
  EXPECT_EQ(Names(table->clustering->by), "a b");
  EXPECT_TRUE(table->clustering->sorted.at(0).descending);
  EXPECT_FALSE(table->clustering->sorted.at(1).descending);
  EXPECT_EQ(table->clustering->buckets, 8);
  for (const char* sql : {"INSERT OVERWRITE TABLE t SELECT a, b FROM s ZORDER BY a, b",
                          "INSERT INTO t SELECT a, b FROM s ORDER BY a ZORDER BY (a, b)"}) {
    auto insert = ParsedAs<InsertStatement>(sql);
    ASSERT_NE(insert, nullptr) << sql;
    EXPECT_EQ(Names(insert->target.zorder), "a b") << sql;
  }
}

TEST(Statement, PrimaryKeys) {
  for (const char* sql : {"CREATE TABLE t (a INT NOT NULL, PRIMARY KEY (a))",
                          "CREATE TABLE t (a INT NOT NULL PRIMARY KEY)"}) {
    auto table = ParsedAs<CreateTableStatement>(sql);
    ASSERT_NE(table, nullptr) << sql;
    ASSERT_EQ(table->primary_key.size(), 1u) << sql;
    EXPECT_EQ(table->primary_key[0].text, "a");
    EXPECT_TRUE(table->primary_key_range.known());
  }
}

TEST(Statement, DropTruncateAndViews) {
  EXPECT_TRUE(ParsedAs<DropTableStatement>("DROP TABLE IF EXISTS p.t")->if_exists);
  EXPECT_EQ(ParsedAs<TruncateTableStatement>("TRUNCATE TABLE t PARTITION (a=1), PARTITION (a=2)")
                ->partitions.size(),
            2u);
  EXPECT_EQ(ParsedAs<DropViewStatement>("DROP VIEW v")->view.ToString(), "v");
  const std::string sql = "CREATE OR REPLACE VIEW v (a COMMENT 'x', b) COMMENT 'y' AS SELECT 1, 2";
  auto view = ParsedAs<CreateViewStatement>(sql);
  ASSERT_NE(view, nullptr);
  EXPECT_TRUE(view->or_replace);
  EXPECT_EQ(view->columns[0].comment, "x");
  EXPECT_EQ(view->comment, "y");
  EXPECT_EQ(sql.substr(view->query_range.begin), "SELECT 1, 2");
}

TEST(Statement, RowChange) {
  EXPECT_EQ(ParsedAs<RowChangeStatement>("UPDATE p.t SET a = 1")->table.ToString(), "p.t");
  EXPECT_EQ(ParsedAs<RowChangeStatement>("delete from t")->change, RowChange::kDelete);
  EXPECT_EQ(ParsedAs<RowChangeStatement>(
                "MERGE INTO t USING s ON a = b WHEN MATCHED THEN UPDATE SET c = 1")
                ->change,
            RowChange::kMerge);
}

TEST(Statement, Explain) {
  auto explain = ParsedAs<ExplainStatement>("EXPLAIN INSERT INTO t SELECT 1");
  ASSERT_NE(explain, nullptr);
  EXPECT_TRUE(IsA<InsertStatement>(*explain->statement));
  EXPECT_EQ(explain->statement->range.column, 9);
  EXPECT_TRUE(ParsedAs<ExplainStatement>("EXPLAIN ANALYZE SELECT 1")->analyze);
}

TEST(Command, Set) {
  const std::vector<std::vector<std::string>> cases = {
      {"set odps.sql.type.system.odps2=true", "odps.sql.type.system.odps2", "true"},
      {"SET a.b = c d ", "a.b", "c d"},
      {"SET a=b=c", "a", "b=c"},
      {"SET odps.algo.hybrid.deploy.info=LABEL:V100:OPER_EQUAL", "odps.algo.hybrid.deploy.info",
       "LABEL:V100:OPER_EQUAL"},
      {"SET a='x;y' -- why", "a", "'x;y'"},
      {"SET a= 1 /* one */ 2", "a", "1 2"},
      {"SET p=file:///tmp/a-b.csv", "p", "file:///tmp/a-b.csv"},
      {"SET 中=文", "中", "文"},
  };
  for (const auto& one : cases) {
    auto set = ParsedAs<SetStatement>(one[0]);
    ASSERT_NE(set, nullptr) << one[0];
    EXPECT_EQ(set->key, one[1]);
    EXPECT_EQ(set->value, one[2]);
    EXPECT_EQ(set->key_range.column, 5);
  }
  for (const char* bad : {"SET", "SET a", "SET =b", "SET a b=c"}) {
    EXPECT_FALSE(ParseStatement(bad).ok()) << bad;
  }
  EXPECT_EQ(ParsedAs<UnsetStatement>("UNSET a.b")->key, "a.b");
}

TEST(Command, Variables) {
  const std::vector<std::vector<std::string>> cases = {
      {"SETVAR dt=$[yyyymmdd-1]", "dt", "$[yyyymmdd-1]"},
      {"setvar dt = ${a}b ", "dt", "${a}b"},
      {"SETVAR a='x;y' -- why", "a", "'x;y'"},
      {"SETVAR a=1,\n  2", "a", "1,\n  2"},
      {"SETVAR a=b=c", "a", "b=c"},
      {"SETVAR a=", "a", ""},
  };
  for (const auto& one : cases) {
    auto variable = ParsedAs<VariableStatement>(one[0]);
    ASSERT_NE(variable, nullptr) << one[0];
    EXPECT_FALSE(variable->unset);
    EXPECT_EQ(variable->name, one[1]);
    EXPECT_EQ(variable->value, one[2]);
    EXPECT_EQ(variable->name_range.column, 8);
  }
  auto unset = ParsedAs<VariableStatement>("UNSETVAR dt");
  EXPECT_TRUE(unset->unset);
  EXPECT_EQ(unset->name, "dt");
  EXPECT_EQ(unset->name_range.column, 10);
  auto alias = ParsedAs<AliasStatement>("ALIAS a.py = b-1.py");
  EXPECT_EQ(alias->name, "a.py");
  EXPECT_EQ(alias->resource, "b-1.py");
  EXPECT_EQ(ParsedAs<AliasStatement>("ALIAS a.py=")->resource, "");
  EXPECT_EQ(ParsedAs<AliasStatement>("ALIAS")->name, "");
  EXPECT_EQ(ParsedAs<ShowStatement>("SHOW VARIABLES LIKE 'a*'")->what, ShowWhat::kVariables);
  for (const char* bad :
       {"SETVAR", "SETVAR a", "UNSETVAR", "UNSETVAR a b", "ALIAS a", "ALIAS =b"}) {
    EXPECT_FALSE(ParseStatement(bad).ok()) << bad;
  }
  // The words are names elsewhere.
  EXPECT_TRUE(ParseStatement("SELECT alias, setvar, variables AS unsetvar FROM alias").ok());
}

TEST(Command, UseAndShow) {
  EXPECT_EQ(ParsedAs<UseStatement>("USE prj")->project->text, "prj");
  EXPECT_TRUE(ParsedAs<UseStatement>("use prj with-settings")->with_settings);
  EXPECT_EQ(ParsedAs<UseStatement>("USE SCHEMA s")->schema->text, "s");
  EXPECT_FALSE(ParsedAs<UseStatement>("USE SCHEMA s")->project.has_value());
  EXPECT_EQ(ParsedAs<UseStatement>("USE SCHEMA p.s")->project->text, "p");
  EXPECT_EQ(ParsedAs<ShowStatement>("SHOW SCHEMAS IN p")->what, ShowWhat::kSchemas);
  EXPECT_TRUE(ParsedAs<ShowStatement>("SHOW TABLES IN SCHEMA s")->in_schema);
  EXPECT_EQ(ParsedAs<ShowStatement>("SHOW TABLES IN p.s")->in.size(), 2U);
  EXPECT_EQ(ParsedAs<ShowStatement>("SHOW TABLES IN p LIKE 'pre*'")->pattern, "pre*");
  EXPECT_EQ(ParsedAs<ShowStatement>("SHOW TABLES IN p LIKE 'pre*'")->in.front().text, "p");
  EXPECT_EQ(ParsedAs<ShowStatement>("SHOW VIEWS")->what, ShowWhat::kViews);
  auto partitions = ParsedAs<ShowStatement>("SHOW PARTITIONS p.t PARTITION (ds='1')");
  EXPECT_EQ(partitions->table->ToString(), "p.t");
  EXPECT_EQ(SpecText(*partitions->partition), "ds='1'");
  EXPECT_EQ(ParsedAs<ShowStatement>("LIST PARTITIONS t")->what, ShowWhat::kPartitions);
  EXPECT_EQ(ParsedAs<ShowStatement>("SHOW CREATE TABLE t")->what, ShowWhat::kCreateTable);
  const auto columns = ParsedAs<ShowStatement>("SHOW COLUMNS FROM p.t LIKE 'a*'");
  EXPECT_EQ(columns->what, ShowWhat::kColumns);
  EXPECT_EQ(columns->table->ToString(), "p.t");
  EXPECT_EQ(columns->pattern, "a*");
  EXPECT_EQ(ParsedAs<ShowStatement>("SHOW COLUMNS IN t")->what, ShowWhat::kColumns);
  EXPECT_EQ(ParsedAs<ShowStatement>("SHOW FUNCTIONS LIKE 'a*'")->what, ShowWhat::kFunctions);
  EXPECT_EQ(ParsedAs<ShowStatement>("show flags;")->what, ShowWhat::kFlags);
  EXPECT_EQ(ParsedAs<ShowStatement>("SHOW P 20")->count, 20);
  EXPECT_EQ(ParsedAs<ShowStatement>("SHOW PROC -all -limit 5")->count, 5);
  EXPECT_EQ(ParsedAs<ShowStatement>("SHOW P")->count, std::nullopt);
  const auto jobs = ParsedAs<ShowStatement>("SHOW JOBS");
  EXPECT_EQ(jobs->what, ShowWhat::kJobs);
  EXPECT_EQ(jobs->pattern, "");
  EXPECT_EQ(jobs->count, std::nullopt);
  const auto some = ParsedAs<ShowStatement>("show jobs in prj like 'jk_wdl%' limit 5;");
  EXPECT_EQ(some->pattern, "jk_wdl%");
  EXPECT_EQ(some->in.front().text, "prj");
  EXPECT_EQ(some->count, 5);
  EXPECT_EQ(ParsedAs<ShowStatement>("SHOW JOBS LIMIT 0")->count, 0);
  for (const char* wrong :
       {"SHOW JOBS 5", "SHOW JOBS LIKE", "SHOW JOBS LIMIT", "SHOW JOBS LIMIT -1",
        "SHOW JOBS LIMIT 1 LIKE 'a'", "SHOW JOBS LIMIT 99999999999999999999"}) {
    EXPECT_FALSE(ParseStatement(wrong).ok()) << wrong;
  }
  EXPECT_EQ(ParsedAs<ShowStatement>("LS RESOURCES")->what, ShowWhat::kResources);
  EXPECT_EQ(ParsedAs<ShowStatement>("LIST RESOURCES -p prj")->in.front().text, "prj");
  EXPECT_EQ(ParsedAs<ShowStatement>("LIST PROJECTS")->what, ShowWhat::kProjects);
}

TEST(Command, Describe) {
  auto table = ParsedAs<DescribeStatement>("DESC EXTENDED p.t PARTITION (ds='1')");
  EXPECT_TRUE(table->extended);
  EXPECT_EQ(table->name.ToString(), "p.t");
  EXPECT_EQ(SpecText(*table->partition), "ds='1'");
  EXPECT_EQ(ParsedAs<DescribeStatement>("DESCRIBE t")->what, DescribeWhat::kTable);
  EXPECT_EQ(ParsedAs<DescribeStatement>("DESC extended")->what, DescribeWhat::kTable);
  EXPECT_EQ(ParsedAs<DescribeStatement>("DESC @v")->what, DescribeWhat::kVariable);
  EXPECT_TRUE(ParsedAs<DescribeStatement>("DESCRIBE EXTENDED @v")->extended);
  EXPECT_EQ(ParsedAs<DropVariablesStatement>("DROP TABLE VARIABLES @a, @b")->variables.size(), 2U);
  EXPECT_EQ(ParsedAs<DropTableStatement>("DROP TABLE variables")->table.ToString(), "variables");
  EXPECT_EQ(ParsedAs<DescribeStatement>("DESC resource")->what, DescribeWhat::kTable);
  auto resource = ParsedAs<DescribeStatement>("DESC RESOURCE iris-train.tar.gz");
  EXPECT_EQ(resource->what, DescribeWhat::kResource);
  ASSERT_EQ(resource->name.parts.size(), 1u);
  EXPECT_EQ(resource->name.parts[0].text, "iris-train.tar.gz");
  EXPECT_EQ(ParsedAs<DescribeStatement>("DESC FUNCTION upper")->what, DescribeWhat::kFunction);
  EXPECT_EQ(ParsedAs<DescribeStatement>("DESC INSTANCE 2026-1_a")->name.ToString(), "2026-1_a");
  EXPECT_TRUE(ParsedAs<DescribeStatement>("DESC PROJECT -extended p")->extended);
}

TEST(Command, Resources) {
  auto add =
      ParsedAs<AddResourceStatement>("ADD FILE /tmp/a-b.csv AS c.csv COMMENT 'two words' -f");
  ASSERT_NE(add, nullptr);
  EXPECT_EQ(add->type, ResourceType::kFile);
  EXPECT_EQ(add->path, "/tmp/a-b.csv");
  EXPECT_EQ(add->alias, "c.csv");
  EXPECT_EQ(add->comment, "two words");
  EXPECT_TRUE(add->force);
  EXPECT_EQ(add->path_range.column, 10);
  EXPECT_EQ(ParsedAs<AddResourceStatement>("add py \"my files/x.py\"")->path, "my files/x.py");
  EXPECT_EQ(ParsedAs<AddResourceStatement>("ADD JAR a.jar;")->type, ResourceType::kJar);
  EXPECT_EQ(ParsedAs<AddResourceStatement>("ADD ARCHIVE ./模型（1）.tar.gz")->path,
            "./模型（1）.tar.gz");
  auto table = ParsedAs<AddResourceStatement>("ADD TABLE t PARTITION (ds='1') AS r COMMENT 'c' -f");
  EXPECT_EQ(table->type, ResourceType::kTable);
  EXPECT_EQ(table->path, "t");
  EXPECT_EQ(table->alias, "r");
  EXPECT_TRUE(table->force);
  EXPECT_FALSE(ParseStatement("ADD FILE").ok());
  EXPECT_FALSE(ParseStatement("ADD FILE a b").ok());

  auto drop = ParsedAs<DropResourceStatement>("DROP RESOURCE IF EXISTS a-b.py");
  EXPECT_TRUE(drop->if_exists);
  EXPECT_EQ(drop->name, "a-b.py");
  auto get = ParsedAs<GetResourceStatement>("GET RESOURCE p:a.py ./out/");
  EXPECT_EQ(get->name, "p:a.py");
  EXPECT_EQ(get->path, "./out/");
}

// A volume's command and its words of SQL are one statement.
TEST(Command, Volumes) {
  const auto words = [](const char* text) {
    const auto volume = ParsedAs<VolumeStatement>(text);
    std::string all = volume->conditional ? "? " : "";
    for (const Word& word : volume->words) all += "<" + word.text + ">";
    return all;
  };
  EXPECT_EQ(words("fs -put './a (b.txt' /v/p-1/两.txt;"), "<-put><./a (b.txt></v/p-1/两.txt>");
  EXPECT_EQ(words("FS"), "");
  EXPECT_EQ(words("SHOW VOLUMES"), "<-ls>");
  EXPECT_EQ(words("ls volumes"), "<-ls>");
  EXPECT_EQ(words("CREATE VOLUME IF NOT EXISTS v COMMENT 'a b'"), "? <-mkv><v><a b>");
  EXPECT_EQ(words("DROP VOLUME IF EXISTS v"), "? <-rmv><v>");
  EXPECT_EQ(words("DESC VOLUME v"), "<-meta><v>");
  for (const char* text : {"CREATE VOLUME", "CREATE VOLUME v w", "DROP VOLUME v w",
                           "SHOW VOLUMES v", "DESC VOLUME v w"}) {
    EXPECT_FALSE(ParseStatement(text).ok()) << text;
  }
  // The words stay names.
  EXPECT_TRUE(ParseStatement("SELECT fs.volume FROM volumes fs").ok());
  EXPECT_EQ(ParsedAs<DescribeStatement>("DESC volume")->name.ToString(), "volume");
  EXPECT_TRUE(ParsedAs<AddResourceStatement>("ADD VOLUMEARCHIVE /v/p/f AS f.zip")->in_volume);
}

TEST(Command, BucketsAndRoles) {
  auto bucket = ParsedAs<BucketStatement>("CREATE BUCKET IF NOT EXISTS my-b LOCATION '/a b/c'");
  EXPECT_TRUE(bucket->conditional && !bucket->drop);
  EXPECT_EQ(bucket->name.text + "|" + bucket->location->text, "my-b|/a b/c");
  bucket = ParsedAs<BucketStatement>("drop bucket if exists oss://b.h/?host=h");
  EXPECT_TRUE(bucket->conditional && bucket->drop);
  EXPECT_EQ(bucket->name.text, "oss://b.h/?host=h");
  EXPECT_FALSE(ParseStatement("DROP BUCKET b LOCATION '/a'").ok());
  EXPECT_FALSE(ParseStatement("CREATE BUCKET b LOCATION").ok());

  auto role = ParsedAs<RoleStatement>("CREATE ROLE r ARN 'acs:ram::1:role/r'");
  EXPECT_EQ(role->name.text + "|" + role->arn->text, "r|acs:ram::1:role/r");
  EXPECT_TRUE(ParsedAs<RoleStatement>("DROP ROLE if")->name.text == "if");

  auto grant = ParsedAs<GrantStatement>("GRANT oss:a,oss:b , oss:c ON BUCKET x-y TO ROLE role");
  EXPECT_FALSE(grant->revoke);
  std::string actions;
  for (const Word& action : grant->actions) actions += "<" + action.text + ">";
  EXPECT_EQ(actions, "<oss:a><oss:b><oss:c>");
  EXPECT_EQ(grant->bucket->text + "|" + grant->role.text, "x-y|role");
  grant = ParsedAs<GrantStatement>("REVOKE ALL ON ALL BUCKETS FROM r");
  EXPECT_TRUE(grant->revoke && grant->actions.empty() && !grant->bucket.has_value());
  EXPECT_EQ(grant->role.text, "r");
  for (const char* text :
       {"GRANT", "GRANT oss:a", "GRANT ON BUCKET b TO r", "GRANT oss:a ON", "GRANT oss:a ON BUCKET",
        "GRANT oss:a ON BUCKET b FROM r", "GRANT oss:a ON BUCKET b TO",
        "REVOKE oss:a ON BUCKET b TO r", "GRANT oss:a ON BUCKET b TO ROLE r s"}) {
    const auto parsed = ParseStatement(text);
    EXPECT_TRUE(!parsed.ok() && parsed.error().code == ErrorCode::kParse) << text;
  }

  auto show = ParsedAs<ShowStatement>("SHOW GRANTS ON BUCKET b FOR ROLE r");
  EXPECT_EQ(show->bucket->text + "|" + show->role->text, "b|r");
  EXPECT_EQ(ParsedAs<ShowStatement>("LIST ROLES LIKE 'a*'")->pattern, "a*");
  EXPECT_EQ(ParsedAs<ShowStatement>("SHOW GRANTS FOR RAM$a@b.com:c")->user->text, "RAM$a@b.com:c");
  EXPECT_FALSE(ParseStatement("SHOW GRANTS r").ok());
  EXPECT_EQ(ParsedAs<OssStatement>("OSS CP -r './a b/' oss://b/两（1）/")->words.size(), 4U);
}

TEST(Command, TunnelWords) {
  const std::pair<const char*, const char*> cases[] = {
      {"TUNNEL UPLOAD /tmp/a-b.csv t", "<UPLOAD></tmp/a-b.csv><t>"},
      {"tunnel u -fd ',' -rd \"\\r\\n\" a.csv p.t/ds='20260101',h=\"1\"",
       "<u><-fd><,><-rd><\r\n><a.csv><p.t/ds=20260101,h=1>"},
      {"TUNNEL upload 'my file.csv' t -h true -ni \"\"",
       "<upload><my file.csv><t><-h><true><-ni><>"},
      {"TUNNEL UPLOAD -fd '\\u0001' ~/x.csv t", "<UPLOAD><-fd><\x01><~/x.csv><t>"},
      {"TUNNEL DOWNLOAD instance://p/2026_x out.csv", "<DOWNLOAD><instance://p/2026_x><out.csv>"},
      {"TUNNEL help", "<help>"},
      {"TUNNEL", ""},
      {"TUNNEL UPLOAD a.csv\n  t -- the rest", "<UPLOAD><a.csv><t>"},
  };
  for (const auto& [sql, words] : cases) {
    auto tunnel = ParsedAs<TunnelStatement>(sql);
    ASSERT_NE(tunnel, nullptr) << sql;
    EXPECT_EQ(WordsText(tunnel->words), words) << sql;
  }
  const auto tunnel = ParsedAs<TunnelStatement>("TUNNEL UPLOAD\n  x.csv t");
  EXPECT_EQ(tunnel->words[1].range.line, 2);
  EXPECT_EQ(tunnel->words[1].range.column, 3);
}

TEST(Command, JobsHelpAndQuit) {
  EXPECT_EQ(ParsedAs<JobCommandStatement>("WAIT 20261121_a-1")->instance_id, "20261121_a-1");
  EXPECT_EQ(ParsedAs<JobCommandStatement>("kill x")->command, JobCommand::kKill);
  const auto rerun = ParsedAs<JobCommandStatement>("rerun 20261121_a-1;");
  EXPECT_EQ(rerun->command, JobCommand::kRerun);
  EXPECT_EQ(rerun->instance_id, "20261121_a-1");
  EXPECT_EQ(rerun->id_range.column, 7);
  EXPECT_FALSE(ParseStatement("RERUN").ok());
  EXPECT_FALSE(ParseStatement("RERUN a b").ok());
  auto log = ParsedAs<JobCommandStatement>("LOG id worker 1");
  EXPECT_EQ(log->instance_id, "id");
  EXPECT_EQ(WordsText(log->words), "<worker><1>");
  // Without an id the newest job is meant, but not by what changes something.
  for (const char* command : {"STATUS", "WAIT", "LOG"}) {
    EXPECT_EQ(ParsedAs<JobCommandStatement>(command)->instance_id, "");
  }
  EXPECT_FALSE(ParseStatement("KILL").ok());
  EXPECT_FALSE(ParseStatement("RERUN").ok());
  EXPECT_EQ(WordsText(ParsedAs<HelpStatement>("help set")->words), "<set>");
  EXPECT_NE(ParsedAs<HelpStatement>("h"), nullptr);
  for (const char* word : {"quit", "Q", "exit;"}) EXPECT_NE(ParsedAs<QuitStatement>(word), nullptr);
}

}  // namespace
}  // namespace paisql::syntax::testing
