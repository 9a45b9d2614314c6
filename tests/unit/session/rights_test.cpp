// What a user without permissions may do: nothing that the table of rights names; with exactly
// these permissions everything. Every row of the table has an example here.

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <fstream>
#include <map>

#include "committed_file.h"
#include "session/home_context.h"
#include "session/session_fixture.h"
#include "session/statement_rights.h"

namespace paisql::session {
namespace {

using ::testing::HasSubstr;
namespace fs = std::filesystem;

// A statement, and what lets the user run it. Later examples see what earlier ones have made.
struct Example {
  std::string_view row;  // StatementRights::words
  std::string statement;
  std::vector<std::string> grants;  // each alone is too little where there are several
  std::string before = "";          // that the owner runs first
};

const std::string kCreateInstance = "GRANT CreateInstance ON PROJECT default_project TO USER bob;";

std::vector<Example> Examples(const std::string& folder) {
  const std::string file = folder + "/rows.csv";
  const auto on = [](std::string_view actions, std::string_view object) {
    return fmt::format("GRANT {} ON {} TO USER bob;", actions, object);
  };
  const std::string make = on("CreateTable", "PROJECT default_project");
  const std::string list = on("List", "PROJECT default_project");
  const std::string function = on("CreateFunction", "PROJECT default_project");
  const std::string resource = on("CreateResource", "PROJECT default_project");
  const std::string admin = "GRANT admin TO bob;";
  const std::string manager = "GRANT manager TO bob;";
  const std::string super = "GRANT super_administrator TO bob;";
  const std::string stream =
      R"(GRANT All ON TABLE st TO USER bob privilegeproperties("policy"="true","allow"="true");)";
  return {
      {"SELECT", "SELECT a FROM t", {kCreateInstance, on("Select", "TABLE t")}},
      {"SELECT", "SELECT (SELECT MAX(a) FROM t) AS m", {kCreateInstance, on("Select", "TABLE t")}},
      {"SELECT", "SELECT a FROM v", {kCreateInstance, on("Select", "TABLE v")}},
      {"SELECT",
       "WITH x AS (SELECT a FROM t) SELECT 1 AS one FROM u WHERE a IN (SELECT a FROM x)",
       {kCreateInstance, on("Select", "TABLE t"), on("Select", "TABLE u")}},
      {"SELECT", "SELECT max_pt('p') AS m", {kCreateInstance, on("Select", "TABLE p")}},
      {"SELECT", "EXPLAIN SELECT a FROM t", {kCreateInstance, on("Select", "TABLE t")}},
      {"INSERT",
       "INSERT INTO t SELECT a FROM u",
       {kCreateInstance, on("Update", "TABLE t"), on("Select", "TABLE u")}},
      {"FROM … INSERT",
       "FROM u INSERT INTO t SELECT a INSERT INTO k SELECT a",
       {kCreateInstance, on("Update", "TABLE t"), on("Update", "TABLE k"),
        on("Select", "TABLE u")}},
      {"LOAD",
       "LOAD INTO TABLE u FROM LOCATION '" + folder +
           "/csv' STORED BY "
           "'com.aliyun.odps.CsvStorageHandler'",
       {kCreateInstance, on("Update", "TABLE u")}},
      {"UNLOAD",
       "UNLOAD FROM u INTO LOCATION '" + folder + "/out' STORED AS PARQUET",
       {kCreateInstance, on("Select", "TABLE u")}},
      {"UPDATE, DELETE, MERGE",
       "UPDATE k SET a = 2 WHERE a = 1",
       {kCreateInstance, on("Update", "TABLE k"), on("Select", "TABLE k")}},
      {"UPDATE, DELETE, MERGE",
       "DELETE FROM k WHERE a = 1",
       {kCreateInstance, on("Update", "TABLE k"), on("Select", "TABLE k")}},
      {"UPDATE, DELETE, MERGE",
       "MERGE INTO k USING u ON k.a = u.a WHEN NOT MATCHED THEN INSERT VALUES (u.a)",
       {kCreateInstance, on("Update", "TABLE k"), on("Select", "TABLE k"),
        on("Select", "TABLE u")}},
      {"SUMMARIZE", "SUMMARIZE u", {kCreateInstance, on("Select", "TABLE u")}},
      {"CREATE TABLE", "CREATE TABLE n1 (a BIGINT)", {make}},
      {"CREATE TABLE … AS",
       "CREATE TABLE n2 AS SELECT a FROM u",
       {make, kCreateInstance, on("Select", "TABLE u")}},
      {"CREATE TABLE … LIKE", "CREATE TABLE n3 LIKE u", {make, on("Describe", "TABLE u")}},
      {"CREATE OR REPLACE TABLE",
       "CREATE OR REPLACE TABLE r1 (a BIGINT)",
       {make, on("Drop", "TABLE r1")},
       "CREATE TABLE r1 (a BIGINT);"},
      {"CREATE VIEW", "CREATE VIEW w1 AS SELECT a FROM u", {make, on("Select", "TABLE u")}},
      {"CREATE OR REPLACE VIEW",
       "CREATE OR REPLACE VIEW w2 AS SELECT a FROM u",
       {make, on("Alter", "TABLE w2"), on("Select", "TABLE u")},
       "CREATE VIEW w2 AS SELECT a FROM u;"},
      {"ALTER VIEW",
       "ALTER VIEW w2 AS SELECT a FROM u WHERE a = 1",
       {on("Alter", "TABLE w2"), on("Select", "TABLE u")}},
      {"DROP VIEW", "DROP VIEW w2", {on("Drop", "TABLE w2")}},
      {"ALTER TABLE", "ALTER TABLE u SET COMMENT 'c'", {on("Alter", "TABLE u")}},
      {"ALTER TABLE", "ALTER TABLE p ADD PARTITION (ds='9')", {on("Alter", "TABLE p")}},
      {"TRUNCATE TABLE",
       "TRUNCATE TABLE r2",
       {on("Alter", "TABLE r2")},
       "CREATE TABLE r2 (a BIGINT);"},
      {"DROP TABLE", "DROP TABLE r2", {on("Drop", "TABLE r2")}},
      {"CLONE TABLE", "CLONE TABLE u TO n4", {on("Select", "TABLE u"), make}},
      {"CLONE TABLE … IF EXISTS OVERWRITE",
       "CLONE TABLE u TO r3 IF EXISTS OVERWRITE",
       {on("Select", "TABLE u"), make, on("Update", "TABLE r3")},
       "CREATE TABLE r3 (a BIGINT);"},
      {"UNDROP TABLE",
       "UNDROP TABLE r4",
       {make},
       "CREATE TABLE r4 (a BIGINT); INSERT INTO r4 VALUES (1); DROP TABLE r4;"},
      {"PURGE TABLE", "PURGE TABLE r3", {on("Drop", "TABLE r3")}},
      {"CREATE STREAM", "CREATE STREAM s2 ON TABLE k", {on("Select", "TABLE k"), make}},
      {"ALTER STREAM", "ALTER STREAM st ON TABLE k VERSION AS OF 1", {stream}},
      {"DROP STREAM", "DROP STREAM st", {stream}},
      {"CREATE SQL FUNCTION", "CREATE SQL FUNCTION f1 (@a BIGINT) AS @a + 1", {function}},
      {"CREATE OR REPLACE SQL FUNCTION",
       "CREATE OR REPLACE SQL FUNCTION f2 (@a BIGINT) AS @a + 2",
       {function, on("Write", "FUNCTION f2")},
       "CREATE SQL FUNCTION f2 (@a BIGINT) AS @a + 1;"},
      {"DESC FUNCTION", "DESC FUNCTION f2", {on("Read", "FUNCTION f2")}},
      {"DROP FUNCTION", "DROP FUNCTION f2", {on("Delete", "FUNCTION f2")}},
      {"CREATE FUNCTION", "CREATE FUNCTION g1 AS 'g.G' USING 'g.py'", {function}},
      {"CREATE OR REPLACE FUNCTION, CREATE FUNCTION … -f",
       "CREATE FUNCTION g2 AS 'g.G' USING 'g.py' -f",
       {function, on("Write", "FUNCTION g2")},
       "CREATE FUNCTION g2 AS 'g.G' USING 'g.py';"},
      {"RELOAD FUNCTION", "RELOAD FUNCTION g2", {on("Write", "FUNCTION g2")}},
      {"DESC FUNCTION", "DESC FUNCTION g2", {on("Read", "FUNCTION g2")}},
      {"SELECT",
       "SELECT g2(1) AS one",
       {kCreateInstance, on("Read", "FUNCTION g2"), on("Read", "RESOURCE g.py")}},
      {"SELECT",
       "SELECT f2(1) AS one",
       {kCreateInstance, on("Read", "FUNCTION f2")},
       "CREATE SQL FUNCTION f2 (@a BIGINT) AS @a + 1; CREATE VIEW of_g AS SELECT g2(1) AS one;"},
      {"SELECT", "SELECT one FROM of_g", {kCreateInstance, on("Select", "TABLE of_g")}},
      {"DROP FUNCTION", "DROP FUNCTION g2", {on("Delete", "FUNCTION g2")}},
      {"CREATE PROJECT, DROP PROJECT", "CREATE PROJECT made", {super}},
      {"PURGE LIFECYCLE", "PURGE LIFECYCLE", {super}},
      {"CREATE SCHEMA", "CREATE SCHEMA sc", {on("CreateSchema", "PROJECT default_project")}},
      {"DROP SCHEMA", "DROP SCHEMA sc", {admin}},
      {"DESC SERVICE, DESC SCHEMA", "DESC SCHEMA default", {list}},
      {"SHOW of objects: TABLES, VIEWS, FUNCTIONS, RESOURCES, JOBS and their like; TOP",
       "SHOW TABLES",
       {list}},
      {"SHOW of objects: TABLES, VIEWS, FUNCTIONS, RESOURCES, JOBS and their like; TOP",
       "LIST RESOURCES",
       {list}},
      {"SHOW RECYCLEBIN", "SHOW RECYCLEBIN", {list}},
      {"EXPORT … TO, IMPORT", "EXPORT TABLE u TO '" + folder + "/exported'", {super}},
      {"SHOW HISTORY FOR TABLE", "SHOW HISTORY FOR TABLE u", {on("ShowHistory", "TABLE u")}},
      {"SHOW PARTITIONS, CREATE TABLE, COLUMNS; EXPORT TABLE",
       "SHOW CREATE TABLE u",
       {on("Describe", "TABLE u")}},
      {"SHOW PARTITIONS, CREATE TABLE, COLUMNS; EXPORT TABLE",
       "SHOW PARTITIONS p",
       {on("Describe", "TABLE p")}},
      {"SHOW ROLES, USERS, ACL, PRINCIPALS", "LIST USERS", {manager}},
      {"SHOW ROLES, USERS, ACL, PRINCIPALS", "SHOW ACL FOR t", {admin}},
      {"SHOW GRANTS FOR", "SHOW GRANTS FOR bob", {manager}},
      {"DESC table", "DESC t", {on("Describe", "TABLE t")}},
      {"DESC PROJECT", "DESC PROJECT default_project", {on("Read", "PROJECT default_project")}},
      {"DESC STREAM",
       "DESC STREAM s3",
       {R"(GRANT Describe ON TABLE s3 TO USER bob privilegeproperties("policy"="true");)"},
       "CREATE STREAM s3 ON TABLE k;"},
      {"DESC ROLE", "DESC ROLE manager", {manager}},
      {"ADD FILE, PY, JAR, ARCHIVE, TABLE", "ADD FILE " + file, {resource}},
      {"ADD … -f",
       "ADD FILE " + file + " AS own.csv -f",
       {resource, on("Write", "RESOURCE own.csv")},
       "ADD FILE " + file + " AS own.csv;"},
      {"ADD TABLE", "ADD TABLE u AS ut", {resource, on("Describe", "TABLE u")}},
      {"DESC RESOURCE", "DESC RESOURCE own.csv", {on("Read", "RESOURCE own.csv")}},
      {"GET RESOURCE",
       "GET RESOURCE own.csv " + folder + "/got.csv",
       {on("Read", "RESOURCE own.csv")}},
      {"DROP RESOURCE", "DROP RESOURCE own.csv", {on("Delete", "RESOURCE own.csv")}},
      {"TUNNEL UPLOAD, TUNNEL DOWNLOAD", "TUNNEL UPLOAD " + file + " u", {on("Update", "TABLE u")}},
      {"TUNNEL UPLOAD, TUNNEL DOWNLOAD",
       "TUNNEL DOWNLOAD u " + folder + "/u.csv",
       {on("Select", "TABLE u")}},
      {"GRANT, REVOKE … ON", "GRANT Select ON TABLE t TO USER carol", {manager}},
      {"GRANT, REVOKE of roles", "GRANT manager TO carol", {manager}},
      {"GRANT, REVOKE of roles", "GRANT admin TO carol", {super}},
      {"ADD USER, REMOVE USER, PURGE PRIVS", "ADD USER dan", {manager}},
      {"CREATE ROLE, DROP ROLE", "CREATE ROLE r1", {manager}},
      {"GET POLICY, PUT POLICY, DELETE POLICY", "GET POLICY", {admin}},
      {"CREATE BUCKET, DROP BUCKET", "CREATE BUCKET b", {admin}},
      {"GRANT, REVOKE … ON BUCKET", "GRANT ALL ON BUCKET b TO ROLE manager", {admin}},
      {"OSS", "OSS ls oss://b/", {admin}},
      {"FS -mkv", "FS -mkv v", {on("CreateVolume", "PROJECT default_project")}},
      {"FS -ls, FS -meta", "FS -ls /v", {list}},
      {"FS -mkp, FS -put, FS -rm, FS -rmp, FS -rmv",
       "FS -put " + file + " /v/p",
       {on("Write", "PROJECT default_project")}},
      {"FS -get",
       "FS -get /v/p/rows.csv " + folder + "/of_volume.csv",
       {on("Read", "PROJECT default_project")}},
      {"ADD VOLUMEFILE, VOLUMEARCHIVE",
       "ADD VOLUMEFILE /v/p/rows.csv AS of_volume.csv",
       {resource, on("Read", "PROJECT default_project")}},
  };
}

// Rows whose objects need a job, a model or a service; tests of those statements have them.
constexpr std::string_view kWithoutExample[] = {
    "MSCK REPAIR TABLE",
    "RESTORE TABLE",
    "RESTORE TABLE … AS",
    "PAI",
    "DESC INSTANCE",
    "DESC MODEL",

    "CREATE MODEL",
    "ALTER MODEL",
    "READ OFFLINEMODEL",
    "COPY OFFLINEMODEL",
    "DROP MODEL",
    "WAIT, STATUS, LOG",
    "KILL, RERUN",
    "RERUN",
    "DEPLOY, ALTER SERVICE … USING MODEL",
    "DEPLOY, ALTER, DROP, START, STOP, RELEASE, SWITCH SERVICE"};

class RightsTest : public ::testing::Test {
 public:
  RightsTest() {
    home_ = (fs::temp_directory_path() / "paisql-rights-XXXXXX").string();
    PAISQL_ASSERT(mkdtemp(home_.data()) != nullptr, "no folder for the test");
    fs::create_directories(home_ + "/files/csv");
    std::ofstream(home_ + "/files/rows.csv") << "1\n";
    std::ofstream(home_ + "/files/csv/a.csv") << "1\n";
    std::ofstream(home_ + "/files/g.py")
        << "from odps.udf import annotate\n@annotate('bigint->bigint')\nclass G(object):\n"
        << "    def evaluate(self, a):\n        return a\n";
    HomeOptions options;
    const fs::path root = TestData().parent_path().parent_path();
    options.installation.python = (root / ".deps/venv/bin/python").string();
    options.installation.python_folder = (root / "src/python").string();
    options.home_path = home_;
    options.engines =
        engine::BuiltInEngines((fs::read_symlink("/proc/self/exe").parent_path() / "lib").string());
    context_ = std::make_shared<HomeContext>(std::move(options));
    owner_ = Open("");
    Must(kTables);
    Must("ADD PY " + home_ + "/files/g.py;");
  }
  ~RightsTest() override {
    owner_.reset();
    context_.reset();
    std::error_code ignored;
    fs::remove_all(home_, ignored);
  }

 protected:
  std::unique_ptr<Session> Open(const std::string& user) {
    SessionOptions options;
    options.user = user;
    options.settings = {{"odps.sql.allow.fullscan", "true"}};
    auto session = Session::Open(context_, std::move(options));
    PAISQL_ASSERT(session.ok(), session.ok() ? "" : session.error().detail.c_str());
    return std::move(session).value();
  }

  // "" or the error.
  static std::string Run(Session& session, const std::string& script) {
    for (const syntax::StatementText& statement : syntax::SplitStatements(script)) {
      KeepingSink sink;
      const Result<Outcome> outcome = session.Execute(statement, sink);
      if (!outcome.ok()) return outcome.error().ToString();
    }
    return "";
  }
  void Must(const std::string& script) { EXPECT_EQ(Run(*owner_, script), "") << script; }
  std::string AsBob(const std::string& script) { return Run(*Open("bob"), script); }
  void TakeAllBack() {
    Must(
        "REVOKE admin FROM bob; REVOKE super_administrator FROM bob; REVOKE manager FROM bob; "
        "REMOVE USER bob; PURGE PRIVS FROM USER bob; ADD USER bob;");
  }

  static constexpr const char* kTables =
      "SET odps.sql.type.system.odps2=true;"
      "CREATE TABLE t (a BIGINT); CREATE TABLE u (a BIGINT); INSERT INTO u VALUES (1);"
      "CREATE TABLE k (a BIGINT) TBLPROPERTIES ('transactional'='true'); INSERT INTO k VALUES (1);"
      "CREATE TABLE p (a BIGINT) PARTITIONED BY (ds STRING);"
      "INSERT INTO p PARTITION (ds='1') VALUES (1);"
      "CREATE TABLE wide (a BIGINT, b STRING, c STRING); INSERT INTO wide VALUES (1, 'x', 'y');"
      "CREATE VIEW v AS SELECT a FROM t; CREATE STREAM st ON TABLE k;"
      "CREATE ROLE manager privilegeproperties('type'='admin'); ADD USER bob; ADD USER carol;";

  std::string home_;
  std::shared_ptr<HomeContext> context_;
  std::unique_ptr<Session> owner_;
};

TEST_F(RightsTest, EachStatementNeedsExactlyItsPermissions) {
  for (const Example& example : Examples(home_ + "/files")) {
    SCOPED_TRACE(example.statement);
    if (!example.before.empty()) Must(example.before);
    const std::string statement = example.statement + ";";
    for (size_t left_out = 0; left_out < example.grants.size(); ++left_out) {
      for (size_t i = 0; i < example.grants.size(); ++i) {
        if (i != left_out) Must(example.grants[i]);
      }
      EXPECT_THAT(AsBob(statement), HasSubstr("ODPS-0130013")) << example.grants[left_out];
      TakeAllBack();
    }
    for (const std::string& grant : example.grants) Must(grant);
    EXPECT_EQ(AsBob(statement), "");
    TakeAllBack();
  }
}

TEST_F(RightsTest, EachRowHasAnExample) {
  const std::vector<Example> examples = Examples("");
  for (const StatementRights& row : RightsTable()) {
    const bool shown = std::ranges::any_of(
        examples, [&](const Example& example) { return example.row == row.words; });
    const bool excused = std::ranges::find(kWithoutExample, row.words) != std::end(kWithoutExample);
    EXPECT_NE(shown, excused) << row.words;
  }
}

TEST_F(RightsTest, ErrorsNameActionAndObject) {
  Must(kCreateInstance);
  EXPECT_EQ(
      AsBob("SELECT a FROM t;"),
      "ODPS-0130013:[1,15] Authorization exception - Authorization Failed [4019], You have NO "
      "privilege 'odps:Select' on {acs:odps:*:projects/default_project/tables/t}. --->Tips: "
      "CurrentProject:default_project; Principal:ALIYUN$bob");
  std::ofstream(home_ + "/deny.json")
      << R"({"Statement": [{"Effect": "Deny", "Principal": "*", "Action": "odps:Select",)"
      << R"("Resource": "projects/default_project/tables/t"}]})";
  Must("GRANT All ON TABLE t TO USER bob; PUT POLICY '" + home_ + "/deny.json';");
  EXPECT_THAT(AsBob("SELECT a FROM t;"),
              HasSubstr("Authorization Failed [4011], You have NO privilege 'odps:Select' on "
                        "{acs:odps:*:projects/default_project/tables/t}. Explicitly denied by "
                        "policy."));
  EXPECT_EQ(AsBob("DESC t;"), "");
  // The owner passes every policy.
  Must("SELECT a FROM t;");
}

TEST_F(RightsTest, ColumnsThatAreAllowed) {
  Must(kCreateInstance + "GRANT Select ON TABLE wide(a, B) TO USER bob;");
  EXPECT_EQ(AsBob("SELECT a, b FROM wide;"), "");
  EXPECT_EQ(AsBob("SELECT COUNT(*) AS n FROM wide WHERE b = 'x';"), "");
  EXPECT_THAT(AsBob("SELECT * FROM wide;"),
              HasSubstr("You have no permissions to access column: c"));
  EXPECT_THAT(AsBob("SELECT a FROM wide WHERE c = 'y';"), HasSubstr("access column: c"));
  EXPECT_THAT(AsBob("SELECT (SELECT MAX(c) FROM wide) AS m;"), HasSubstr("access column: c"));
  EXPECT_THAT(AsBob("SELECT x.a FROM (SELECT * FROM wide) x ORDER BY x.c LIMIT 1;"),
              HasSubstr("access column: c"));
  EXPECT_EQ(AsBob("SELECT x.a FROM (SELECT * FROM wide) x;"), "");
}

TEST_F(RightsTest, WhoMakesATableOwnsIt) {
  Must(kCreateInstance + "GRANT CreateTable ON PROJECT default_project TO USER bob;");
  EXPECT_EQ(AsBob("CREATE TABLE own (a BIGINT); INSERT INTO own VALUES (1); SELECT a FROM own; "
                  "GRANT Select ON TABLE own TO USER carol;"),
            "");
  Must("GRANT CreateInstance ON PROJECT default_project TO USER carol;");
  EXPECT_EQ(Run(*Open("carol"), "SELECT a FROM own;"), "");
  EXPECT_THAT(Run(*Open("carol"), "DROP TABLE own;"), HasSubstr("'odps:Drop'"));
  Must("SET ObjectCreatorHasAccessPermission=false;");
  EXPECT_THAT(AsBob("SELECT a FROM own;"), HasSubstr("'odps:Select'"));
}

// A function that is made again is another one.
TEST_F(RightsTest, PermissionsOnAFunctionAreGoneWithIt) {
  Must(kCreateInstance +
       "CREATE SQL FUNCTION f3 (@a BIGINT) AS @a + 1;"
       "CREATE FUNCTION g3 AS 'g.G' USING 'g.py'; GRANT Read ON RESOURCE g.py TO USER bob;");
  for (const std::string name : {"f3", "g3"}) {
    Must("GRANT Read ON FUNCTION " + name + " TO USER bob;");
    EXPECT_EQ(AsBob("SELECT " + name + "(1) AS one;"), "");
    Must("DROP FUNCTION " + name + ";");
  }
  Must("CREATE SQL FUNCTION f3 (@a BIGINT) AS @a + 1; CREATE FUNCTION g3 AS 'g.G' USING 'g.py';");
  for (const std::string name : {"f3", "g3"}) {
    EXPECT_THAT(AsBob("SELECT " + name + "(1) AS one;"),
                HasSubstr("'odps:Read' on {acs:odps:*:projects/default_project/registration/"
                          "functions/" +
                          name + "}"));
  }
}

TEST_F(RightsTest, WhoMakesAFunctionOwnsIt) {
  Must(kCreateInstance +
       "GRANT CreateFunction, CreateResource ON PROJECT default_project TO USER "
       "bob;");
  EXPECT_EQ(AsBob("ADD PY " + home_ +
                  "/files/g.py AS own.py; CREATE FUNCTION g4 AS 'own.G' USING "
                  "'own.py'; SELECT g4(1) AS one; DESC FUNCTION g4; CREATE FUNCTION g4 AS 'own.G' "
                  "USING 'own.py' -f; DROP FUNCTION g4;"),
            "");
  EXPECT_THAT(AsBob("CREATE FUNCTION g5 AS 'g.G' USING 'g.py'; SELECT g5(1) AS one;"),
              HasSubstr("'odps:Read' on {acs:odps:*:projects/default_project/resources/g.py}"));
}

TEST_F(RightsTest, ScriptsAndOtherProjects) {
  Must(kCreateInstance +
       "GRANT Update ON TABLE t TO USER bob; GRANT Select ON TABLE u TO USER bob;");
  const auto script = [&](const std::string& text) {
    KeepingSink sink;
    const Result<Outcome> outcome =
        Open("bob")->Execute({.text = text, .kind = syntax::StatementText::Kind::kScript}, sink);
    return outcome.ok() ? std::string() : outcome.error().ToString();
  };
  EXPECT_EQ(script("@x := SELECT a FROM u; INSERT INTO t SELECT a FROM @x;"), "");
  EXPECT_EQ(script("@x := SELECT a FROM u; DROP TABLE VARIABLES @x;"), "");
  EXPECT_EQ(script("@x := SELECT a FROM u; DESC @x;"), "");
  EXPECT_THAT(script("INSERT INTO t SELECT a FROM u; @x := SELECT a FROM wide; "
                     "INSERT INTO k SELECT a FROM @x;"),
              HasSubstr("ODPS-0130013"));
  KeepingSink sink;
  ASSERT_TRUE(owner_->Execute(syntax::SplitStatements("SELECT a FROM t;")[0], sink).ok());
  EXPECT_EQ(sink.rows.size(), 1u);
  Must("CREATE PROJECT other; USE other; CREATE TABLE o (a BIGINT);");
  EXPECT_THAT(AsBob("USE other;"), HasSubstr("ODPS-0420095:[1,5] Access Denied - You don't exist"));
  EXPECT_THAT(AsBob("SELECT a FROM other.o;"), HasSubstr("ODPS-0420095"));
  Must("ADD USER bob; GRANT Select ON TABLE o TO USER bob;");
  EXPECT_EQ(AsBob("SELECT a FROM other.o;"), "");
}

TEST_F(RightsTest, UnknownUsersOpenNoSession) {
  SessionOptions options;
  options.user = "zoe";
  const auto session = Session::Open(context_, std::move(options));
  ASSERT_FALSE(session.ok());
  EXPECT_EQ(session.error().ToString(),
            "ODPS-0420095: Access Denied - You don't exist in project default_project");
  EXPECT_THAT(session.error().hint, HasSubstr("ADD USER ALIYUN$zoe"));
}

TEST(RightsPage, TableIsTheGeneratedOne) {
  std::string table = "| statement | permissions |\n|---|---|\n";
  for (const StatementRights& row : RightsTable()) {
    std::string rights;
    for (const Right& right : row.rights) {
      rights += (rights.empty() ? "" : "; ") + RightText(right, row.words);
    }
    table += fmt::format("| {} | {} |\n", row.words, rights);
  }
  ExpectTables("permissions.md", {{"## What statements need", table}}, "session_test");
}

}  // namespace
}  // namespace paisql::session
