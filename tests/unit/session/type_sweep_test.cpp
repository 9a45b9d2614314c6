// Types of every kind in every place of a statement that can name or make one: what is taken can be
// read again, and what is not is an error of the user's. A catalog that this program wrote is never
// "damaged", and nothing of it is our own fault.

#include "session_fixture.h"

namespace paisql::session {
namespace {

using Texts = std::vector<std::string>;

const Texts kPlain = {"TINYINT",      "SMALLINT",      "INT",          "BIGINT",   "FLOAT",
                      "DOUBLE",       "DECIMAL",       "DECIMAL(5,2)", "BOOLEAN",  "STRING",
                      "VARCHAR(3)",   "CHAR(3)",       "BINARY",       "DATE",     "DATETIME",
                      "TIMESTAMP",    "TIMESTAMP_NTZ", "JSON",         "INTERVAL", "VOID",
                      "DECIMAL(39,2)"};

// `type` inside of each kind of nested type.
Texts Around(const std::string& type) {
  return {"ARRAY<" + type + ">", "MAP<" + type + ",STRING>", "MAP<STRING," + type + ">",
          "STRUCT<a:" + type + ">"};
}

Texts AllTypes() {
  Texts types = kPlain;
  for (const std::string& plain : kPlain) {
    for (const std::string& nested : Around(plain)) types.push_back(nested);
  }
  for (const char* plain : {"INT", "STRING"}) {
    for (const std::string& nested : Around(plain)) {
      for (const std::string& twice : Around(nested)) types.push_back(twice);
    }
  }
  for (const char* odd :
       {"STRUCT<a:INT,A:INT>", "STRUCT<`a b`:INT>", "STRUCT<`a``b`:INT>", "STRUCT<`a.b`:INT>",
        "STRUCT<`select`:INT,`1`:INT>", "STRUCT<`中`:INT>", "STRUCT<`<,:>`:INT>", "STRUCT<``:INT>",
        "STRUCT<a INT>", "MAP<INT>", "ARRAY<>", "ARRAY<INT,INT>", "MAP<INT /* k */, INT>"}) {
    types.emplace_back(odd);
  }
  std::string deep = "INT";
  for (int i = 0; i < 101; ++i) deep = "ARRAY<" + deep + ">";
  types.push_back(deep);
  return types;
}

// Expressions whose type no text of the statement names.
const Texts kMade = {
    "NULL",
    "array()",
    "map()",
    "array(NULL)",
    "map(array(1), 'a')",
    "map_from_arrays(array(array(1)), array(2))",
    "map_from_entries(array(struct(array(1), 2)))",
    "multimap_from_entries(array(struct(map(1, 2), 2)))",
    "transform_keys(map(1, 2), (k, v) -> array(k))",
    "transform_keys(map(1, 2), (k, v) -> CAST(NULL AS JSON))",
    "map(JSON '1', 2)",
    "map(X'00', 2)",
    "map(INTERVAL '1' DAY, 2)",
    "array(INTERVAL '1' DAY)",
    "INTERVAL '1' MONTH",
    "DATE'2024-01-01' - DATE'2023-01-01'",
    "struct()",
    "named_struct('a', 1, 'b', NULL)",
    "named_struct('a b', 1, 'c`d', 2)",
    "arrays_zip(array(1), array('a'))",
    "str_to_map('a:1')",
    "map_entries(map('a', 1))",
    "from_json('{}', 'a map<array<int>,int>')",
    "CAST(1 AS DECIMAL(38,18)) * CAST(1 AS DECIMAL(38,18))",
    "transform(array(1), x -> map(array(x), 1))",
    "histogram_numeric(1, 2)",
    "0.1BD",
    "1e400",
    "json_parse('{}')",
    "array(map(struct(1), 2))",
    "if(true, map(1, array(1)), NULL)",
};

// Aggregates over a table of one row.
const Texts kAggregated = {"map_agg(array(a), a)", "multimap_agg(named_struct('x', a), a)",
                           "histogram(array(a))", "map_agg(a, array(a))", "collect_set(map(a, a))"};

class TypeSweepTest : public SessionFixture {
 protected:
  // Whether the statement was taken.
  bool Try(const std::string& sql) {
    ++tries_;
    const Result<Outcome> outcome = Run(sql);
    if (outcome.ok()) return true;
    const std::string error = outcome.error().ToString();
    EXPECT_TRUE(error.starts_with("ODPS-")) << sql << "\n  " << error;
    return false;
  }

  // What was made can be described and read, and goes.
  void Look(const std::string& name, const std::string& kind) {
    for (const std::string& sql :
         {"DESC " + name + ";", "SELECT * FROM " + name + " LIMIT 1;",
          "SHOW CREATE TABLE " + name + ";", "DROP " + kind + " " + name + ";"}) {
      EXPECT_TRUE(Try(sql)) << sql << " after a statement that was taken";
    }
  }

  int tries_ = 0;
};

TEST_F(TypeSweepTest, OfTypesThatAStatementNames) {
  ASSERT_TRUE(Run("CREATE TABLE base (a INT);").ok());
  for (const std::string& type : AllTypes()) {
    SCOPED_TRACE(type);
    if (Try("CREATE TABLE t (a " + type + ");")) Look("t", "TABLE");
    if (Try("CREATE TABLE t (a INT) PARTITIONED BY (p " + type + ");")) Try("DROP TABLE t;");
    if (Try("CREATE TABLE t AS SELECT CAST(NULL AS " + type + ") AS a;")) Look("t", "TABLE");
    if (Try("CREATE VIEW v AS SELECT CAST(NULL AS " + type + ") AS a;")) Look("v", "VIEW");
    ASSERT_TRUE(Run("CREATE TABLE t LIKE base;").ok());
    Try("ALTER TABLE t ADD COLUMNS (b " + type + ");");
    Try("ALTER TABLE t CHANGE COLUMN a a " + type + ";");
    Look("t", "TABLE");
  }
  EXPECT_GT(tries_, 1000);
}

TEST_F(TypeSweepTest, OfTypesThatAnExpressionMakes) {
  ASSERT_TRUE(Run("CREATE TABLE base AS SELECT 1 AS a;").ok());
  Texts queries;
  for (const std::string& made : kMade) queries.push_back("SELECT " + made + " AS a");
  for (const std::string& made : kAggregated)
    queries.push_back("SELECT " + made + " AS a FROM base");
  for (const std::string& query : queries) {
    SCOPED_TRACE(query);
    Try(query + ";");
    if (Try("CREATE TABLE t AS " + query + ";")) Look("t", "TABLE");
    if (Try("CREATE VIEW v AS " + query + ";")) Look("v", "VIEW");
  }
}

}  // namespace
}  // namespace paisql::session
