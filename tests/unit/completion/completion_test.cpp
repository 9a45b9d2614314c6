#include "completion/completion.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "completion_cases.h"

namespace paisql::completion {
namespace {

using ::testing::Contains;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

TEST(CompletionTest, VariablesAndFilesOfSource) {
  Check({
      {"SELECT '${|", {"bizdate}", "src}", "yyyymmdd}", "bdp.system.bizdate}"}},
      {"SELECT * FROM ${s|", {"src}"}, {"bizdate}", "SELECT"}},
      {"SELECT '${s|}'", {"src"}, {"src}"}},
      {"SELECT '${yyyymmdd-|'", {"yyyymmdd-1}"}, {"yyyymmdd}"}},
      {"SELECT $${s|", {}, {"src}"}},
      {"-- ${s|", {}, {"*"}},
      {"UNSETVAR |", {"bizdate", "src"}, {"SELECT"}},
      {"unsetvar s|", {"src"}, {"bizdate"}},
      {"UNSETVAR src |", {}, {"*"}},
      {"SETVAR |", {"src="}},
      {"source |", {"big.csv", "data/"}, {"SELECT"}},
      {"source b|", {"big.csv"}},
  });
}

TEST(CompletionTest, PropertiesOfServices) {
  Check({
      {"DEPLOY SERVICE s USING |", {"MODEL", "PROCESSOR"}},
      {"DEPLOY SERVICE s USING MODEL m PROPERTIES ('metadata.in|",
       {"metadata.instance'='"},
       {"token'='"}},
      {"ALTER SERVICE s SET PROPERTIES ('token'='x', |", {"'metadata.instance'='", "'token'='"}},
      {"ALTER SERVICE s SET PROPERTIES('a,b'='x','sinker.t|", {"sinker.table'='"}},
      {"ALTER SERVICE s SET PROPERTIES ('token'='|", {}, {"*"}},
  });
}

TEST(CompletionTest, Keywords) {
  Check({
      {"|", {"SELECT", "INSERT", "PAI", "TUNNEL", "WITH"}, {"FROM t", "P", "WHERE"}},
      {"SE|", {"SELECT", "SET"}, {"INSERT"}},
      {"se|", {"select", "set"}, {"SELECT"}},
      {"Se|", {"select"}},
      {"sE|", {"SELECT"}},
      {"SELECT 1; IN|", {"INSERT"}, {"INTO"}},
      {"SELECT |", {"DISTINCT", "CASE", "CAST"}, {"FROM", "SELECT"}},
      {"select |", {"distinct"}, {"DISTINCT"}},
      {"SELECT a |", {"FROM", "AS", "AND"}, {"SELECT", "THEN", "BY"}},
      {"SELECT a F|", {"FROM"}, {"FULL", "FILTER", "FOR"}},
      {"SELECT * FROM orders |",
       {"WHERE", "GROUP BY", "ORDER BY", "JOIN", "LEFT", "UNION"},
       {"SET", "FROM", "BY"}},
      {"SELECT * FROM orders G|", {"GROUP BY"}, {"GROUP"}},
      {"SELECT * FROM orders GROUP |", {"BY"}, {"GROUP", "SETS"}},
      {"SELECT * FROM orders GROUP B|", {"BY"}},
      {"SELECT * FROM orders LEFT |", {"OUTER JOIN", "SEMI JOIN", "JOIN"}, {"WHERE"}},
      {"SELECT * FROM orders o JOIN buyers b |", {"ON", "USING"}},
      {"SELECT id FROM orders ORDER BY id |", {"DESC", "ASC", "LIMIT", "NULLS"}, {"WHERE", "FROM"}},
      {"SELECT id FROM orders WHERE id |",
       {"IN", "BETWEEN", "IS", "AND", "NOT"},
       {"THEN", "END", "FROM"}},
      {"SELECT id FROM orders WHERE id IS |", {"NULL", "NOT", "DISTINCT FROM"}, {"AND"}},
      {"SELECT CASE WHEN id = 1 |", {"THEN", "AND"}, {"END", "ELSE"}},
      {"SELECT CASE WHEN id = 1 THEN 2 |", {"END", "ELSE", "WHEN"}},
      {"SELECT row_number() |", {"OVER", "FROM"}},
      {"SELECT row_number() OVER (|", {"PARTITION BY", "ORDER BY"}, {"FROM"}},
      {"CREATE |", {"TABLE", "VIEW", "OR REPLACE"}, {"SELECT"}},
      {"CREATE TABLE I|", {"IF NOT EXISTS"}},
      {"CREATE TABLE t (a BIGINT) |",
       {"PARTITIONED BY", "CLUSTERED BY", "LIFECYCLE", "COMMENT", "AS"},
       {"WHERE", "JOIN"}},
      {"INSERT |", {"INTO", "OVERWRITE"}, {"SELECT"}},
      {"INSERT INTO orders |", {"SELECT", "VALUES", "PARTITION"}, {"FROM t"}},
      {"ALTER TABLE orders |", {"ADD", "DROP", "RENAME", "CHANGE", "SET"}, {"SELECT"}},
      {"ALTER TABLE orders RENAME |", {"TO", "COLUMN"}},
      {"DROP |", {"TABLE", "VIEW", "RESOURCE"}},
      {"SHOW |", {"TABLES", "PARTITIONS", "CREATE TABLE", "JOBS"}, {"SELECT"}},
      {"EXPLAIN |", {"SELECT", "ANALYZE"}, {"DROP"}},
      {"WITH x AS (|", {"SELECT"}, {"DROP"}},
      {"WITH x AS (SELECT 1) |", {"SELECT", "INSERT"}, {"WHERE"}},
      // What is wrong in front does not end it.
      {"SELECT FROM orders WHERE id = 1 O|", {"OR", "ORDER BY"}},
      {"SELECT a,, b FROM orders W|", {"WHERE"}},
      {"SELECT )) FROM orders W|", {"WHERE"}},
      {"hist|", {"history"}},
      {"qui|", {"quit"}},
  });
}

TEST(CompletionTest, TablesViewsAndProjects) {
  Check({
      {"SELECT * FROM |",
       {"orders", "buyers", "v_orders", "archive.", "我的表"},
       {"big.csv", "id"}},
      {"SELECT * FROM bi|", {"big_orders"}, {"big.csv", "buyers"}},
      {"SELECT * FROM ORD|", {"orders", "`order`"}},
      {"SELECT * FROM 我|", {"我的表"}},
      {"SELECT * FROM archive.|", {"old_orders"}, {"orders", "WHERE"}},
      {"SELECT * FROM archive.ol|", {"old_orders"}},
      {"SELECT * FROM shop.|", {"orders", "mart."}},
      {"SELECT d| FROM shop.mart.daily", {"day"}},
      {"USE SCHEMA |", {"mart"}, {"archive"}},
      {"SELECT * FROM arch|", {"archive."}},
      {"SELECT * FROM `or|", {"`orders`", "`order`"}, {"ORDER BY"}},
      {"SELECT * FROM `or|`", {"`orders"}, {"`orders`"}},
      {"SELECT * FROM orders o JOIN bu|", {"buyers"}},
      {"SELECT * FROM orders, bu|", {"buyers"}},
      {"WITH recent AS (SELECT 1) SELECT * FROM re|", {"recent"}},
      {"INSERT INTO |", {"orders", "TABLE"}, {"v_orders"}},
      {"INSERT OVERWRITE TABLE b|", {"buyers", "big_orders"}},
      {"DROP TABLE |", {"orders", "IF EXISTS"}, {"v_orders"}},
      {"DROP TABLE IF EXISTS o|", {"orders"}},
      {"DROP VIEW |", {"v_orders"}, {"orders"}},
      {"TRUNCATE TABLE o|", {"orders"}},
      {"ALTER TABLE o|", {"orders"}, {"v_orders"}},
      {"DESC o|", {"orders"}},
      {"DESC v|", {"v_orders"}},
      {"DESC |", {"orders", "EXTENDED", "FUNCTION"}},
      {"SHOW PARTITIONS |", {"orders"}, {"buyers"}},
      {"SHOW CREATE TABLE b|", {"buyers"}},
      {"CREATE TABLE t LIKE o|", {"orders"}},
      {"CREATE TABLE o|", {}, {"orders"}},
      {"CREATE TABLE t AS SELECT * FROM o|", {"orders"}},
      {"CREATE VIEW v|", {}, {"v_orders"}},
      {"SHOW TABLES IN |", {"archive", "shop"}, {"orders", "archive."}},
      {"USE a|", {"archive"}},
      {"ADD TABLE o|", {"orders"}},
      {"SELECT * FROM orders o|", {}, {"orders"}},
      {"SELECT * FROM .|", {"LAST"}, {"LATERAL"}},
  });
}

TEST(CompletionTest, Columns) {
  Check({
      {"SELECT | FROM orders", {"id", "price", "ds", "DISTINCT"}, {"name", "substr("}},
      {"SELECT pr| FROM orders", {"price"}, {"id"}},
      {"SELECT id FROM orders WHERE b|", {"buyer_id"}},
      {"SELECT id FROM orders GROUP BY |", {"id", "price"}},
      {"SELECT id, sum(price) AS total_price FROM orders GROUP BY id ORDER BY to|",
       {"total_price"}},
      {"SELECT id, sum(price) AS total_price FROM orders WHERE to|", {}, {"total_price"}},
      {"SELECT o.| FROM orders o", {"id", "price"}, {"name", "FROM"}},
      {"SELECT o.p| FROM orders AS o", {"price"}, {"id"}},
      {"SELECT O.| FROM orders o", {"price"}},
      {"SELECT orders.| FROM orders", {"price"}},
      {"SELECT shop.orders.| FROM orders", {"price"}},
      {"SELECT b.| FROM orders o JOIN buyers b ON o.buyer_id = b.id", {"name"}, {"price"}},
      {"SELECT * FROM orders o JOIN buyers b ON o.|", {"buyer_id"}, {"name"}},
      {"SELECT * FROM orders o JOIN buyers b ON o.buyer_id = b.|", {"id", "name"}, {"price"}},
      {"SELECT * FROM orders JOIN buyers USING (|", {"id"}, {"name"}},
      {"SELECT | FROM orders o JOIN buyers b", {"o.", "b.", "price", "name"}},
      {"SELECT nam| FROM orders, buyers", {"name"}},
      {"SELECT x.| FROM archive.old_orders x", {"old_id"}},
      {"SELECT order_n| FROM v_orders", {"order_no"}},
      {"SELECT 城| FROM 我的表", {"城市"}},
      {"SELECT | FROM `order`", {"`no-1`", "`select`"}},
      {"SELECT `n| FROM `order`", {"`no-1`"}},
      {"SELECT home.| FROM buyers", {"city", "street"}, {"name"}},
      {"SELECT b.home FROM buyers b WHERE ho|", {"home"}},
      // WITH, subqueries and VALUES
      {"WITH w AS (SELECT id AS order_key, price FROM orders) SELECT | FROM w",
       {"order_key", "price"},
       {"buyer_id"}},
      {"WITH w AS (SELECT * FROM orders) SELECT w.| FROM w", {"buyer_id"}},
      {"WITH w (a1, a2) AS (SELECT id, price FROM orders) SELECT | FROM w", {"a1", "a2"}, {"id"}},
      {"WITH a AS (SELECT id k FROM orders), b AS (SELECT k AS kk FROM a) SELECT | FROM b", {"kk"}},
      {"WITH w AS (SELECT | FROM orders) SELECT 1 FROM buyers", {"price"}, {"name"}},
      {"SELECT s.| FROM (SELECT id, count(*) AS n FROM orders GROUP BY id) s",
       {"id", "n"},
       {"price"}},
      {"SELECT | FROM (SELECT o.price p2 FROM orders o) s", {"p2"}, {"price", "o."}},
      {"SELECT * FROM (SELECT | FROM orders) s JOIN buyers", {"price"}, {"name"}},
      {"SELECT * FROM buyers b WHERE b.id IN (SELECT o.| FROM orders o)", {"buyer_id"}, {"name"}},
      {"SELECT * FROM buyers b WHERE EXISTS (SELECT 1 FROM orders o WHERE o.buyer_id = b.|)",
       {"name"},
       {"price"}},
      {"SELECT v.| FROM VALUES (1, 2), (3, 4) v (one, two)", {"one", "two"}},
      {"SELECT | FROM VALUES (1, 2) v (one, two)", {"one"}},
      {"SELECT wo| FROM orders LATERAL VIEW explode(split(ds, '')) l AS word", {"word"}},
      {"SELECT id FROM orders UNION ALL SELECT | FROM buyers", {"name"}, {"price"}},
      {"SELECT | FROM orders UNION ALL SELECT name FROM buyers", {"price"}, {"name"}},
      {"FROM orders INSERT INTO buyers SELECT |", {"price"}},
      {"FROM orders INSERT INTO t1 SELECT id INSERT INTO t2 SELECT pr|", {"price"}},
      {"SELECT * EXCEPT (| FROM orders", {"price"}},
      {"SELECT max(pr|) FROM orders", {"price"}},
      {"SELECT cast(| FROM orders", {"price"}},
      {"SELECT sum(id) OVER (PARTITION BY |) FROM orders", {"buyer_id"}},
      {"INSERT INTO buyers (|", {"id", "name"}, {"price"}},
      {"INSERT INTO buyers SELECT | FROM orders", {"price"}, {"name"}},
      {"ALTER TABLE buyers CHANGE COLUMN na|", {"name"}},
      {"ALTER TABLE buyers DROP COLUMNS |", {"home"}},
      // Statements that are not whole, or wrong elsewhere.
      {"SELECT a,, o.| FROM orders o WHERE (", {"price"}},
      {"SELECT | FROM orders WHERE ds = 'x", {"price"}},
      {"SELECT 1; SELECT | FROM buyers; SELECT 2", {"name"}},
      {"SELECT b.| ; SELECT 1 FROM buyers b", {}, {"name"}},
      {"SELECT\n  |\nFROM\n  buyers\n", {"name"}},
      {"SELECT o| FROM orders o", {"o."}},
  });
}

TEST(CompletionTest, ColumnsBeforeTheFromIsTyped) {
  Check({
      {"SELECT |", {"price", "城市", "order_no", "`select`", "DISTINCT"}, {"old_id", "substr("}},
      {"SELECT pr|", {"price"}, {"id", "name"}},
      {"SELECT PR|", {"price"}},
      {"SELECT id, na|", {"name"}},
      {"SELECT max(pr|", {"price"}},
      {"SELECT `na|", {"`name`"}},
      {"SELECT CASE WHEN na|", {"name"}},
      {"SELECT (SELECT pr|", {"price"}},
      {"WITH w AS (SELECT pr|", {"price"}},
      {"INSERT INTO buyers SELECT pr|", {"price"}},
      {"SELECT 1 UNION ALL SELECT pr|", {"price"}},
      {"SELECT pr| UNION ALL SELECT id FROM buyers", {"price"}},
      {"SELECT id FROM buyers WHERE id IN (SELECT buyer|)", {"buyer_id"}},
      {"SELECT id FROM buyers b WHERE id IN (SELECT b.|", {"name"}, {"price"}},
      {"SELECT (SELECT pr|), id FROM buyers", {"price"}},
      {"SELECT id, (na|) FROM orders", {}, {"name"}},
      {"FROM orders INSERT INTO buyers SELECT na|", {}, {"name"}},
      {"SELECT orders.|", {"price"}, {"name", "FROM"}},
      {"SELECT archive.old_orders.|", {"old_id"}, {"price"}},
      {"SELECT 城|", {"城市"}},
      // A FROM that names a table says which columns there are.
      {"SELECT na| FROM orders", {}, {"name"}},
      {"SELECT na| FROM nobody_knows", {}, {"name"}},
      {"SELECT 1 WHERE na|", {}, {"name"}},
      {"INSERT INTO buyers VALUES (na|", {}, {"name"}},
      {"ALTER TABLE orders CHANGE COLUMN na|", {}, {"name"}},
  });
  const Completions found = At("SELECT id|");
  EXPECT_EQ(found.items.front().text, "id");
  EXPECT_EQ(found.items.front().detail, "BIGINT of buyers, orders");
  // Where there are more than are given, what all of them begin with is not known.
  FakeSources sources;
  EXPECT_EQ(CommonBeginning(Complete("SELECT pri", 10, sources), "pri"), "price");
  sources.HideColumns();
  EXPECT_EQ(CommonBeginning(Complete("SELECT pri", 10, sources), "pri"), "pri");
}

TEST(CompletionTest, ConditionsOfJoins) {
  Check({
      {"SELECT * FROM orders o JOIN buyers b ON |", {"o.id = b.id", "o.", "b.", "price"}},
      {"SELECT * FROM orders JOIN buyers ON |", {"orders.id = buyers.id"}},
      {"SELECT * FROM orders o LEFT JOIN buyers AS b ON o|", {"o.id = b.id", "o."}},
      {"SELECT * FROM orders o JOIN buyers b ON | WHERE o.ds = '1'", {"o.id = b.id"}},
      {"SELECT | FROM orders o JOIN buyers b ON o.id = b.id", {}, {"o.id = b.id"}},
      {"SELECT * FROM orders o JOIN buyers b ON o.id = b.id AND |", {}, {"o.id = b.id"}},
      {"SELECT * FROM big_orders o JOIN buyers b ON |", {"o."}, {"o.order_id = b.id"}},
      {"SELECT * FROM `order` a JOIN `order` b ON |", {"a.`no-1` = b.`no-1`"}},
      {"SELECT * FROM orders o JOIN (SELECT id FROM buyers) s ON |", {"o.id = s.id"}},
      {"SELECT * FROM orders a JOIN buyers b ON a.id = b.id JOIN orders c ON |",
       {"a.id = c.id", "b.id = c.id", "a.ds = c.ds"},
       {"a.id = b.id"}},
      {"SELECT * FROM orders a JOIN orders b USING (d|", {"ds"}, {"id"}},
      {"SELECT * FROM big_orders JOIN buyers USING (|", {"name", "order_id"}},
  });
  // The best first: columns of partitions come last.
  const std::vector<std::string> texts = Texts("SELECT * FROM orders a JOIN orders b ON |");
  EXPECT_THAT(std::vector<std::string>(texts.begin(), texts.begin() + 5),
              ElementsAre("a.id = b.id", "a.buyer_id = b.buyer_id", "a.price = b.price",
                          "a.ds = b.ds", "a.hour = b.hour"));
}

TEST(CompletionTest, ConstantsOfArguments) {
  Check({
      {"SELECT dateadd(ds, 1, |", {"'dd'", "'mm'", "'yyyy'", "'hh'", "'mi'", "'ss'"}},
      {"SELECT dateadd(ds, 1, '|", {"dd'", "mm'"}, {"'dd'"}},
      {"SELECT dateadd(ds, 1, '|')", {"dd"}, {"dd'"}},
      {"SELECT dateadd(ds, 1, \"m|", {"mm\"", "mi\""}, {"dd\""}},
      {"SELECT dateadd(ds, |", {}, {"'dd'"}},
      {"SELECT DATEDIFF(f(a, b), c, '|", {"dd'"}},
      {"SELECT datetrunc(ds, 'w|", {"week'", "week(sunday)'"}},
      {"SELECT datepart(ds, '|", {"yyyy'"}},
      {"SELECT next_day(ds, '|", {"MO'", "SU'"}},
      {"SELECT to_char(ds, 'yyyymmdd|", {"yyyymmdd'", "yyyymmddhhmiss'"}},
      {"SELECT dateadd(ds, 1, concat('|", {}, {"*"}},
      {"SELECT dateadd(ds, 1, 'd' + '|", {}, {"*"}},
      {"SELECT substr(ds, '|", {}, {"*"}},
      {"SELECT ('|", {}, {"*"}},
  });
}

TEST(CompletionTest, FunctionsAndTypes) {
  Check({
      {"SELECT subst|", {"substr(", "substring("}, {"SELECT"}},
      {"SELECT SUBSTR|", {"SUBSTR("}, {"substr("}},
      {"SELECT subst|(name) FROM buyers", {"substr"}, {"substr("}},
      {"SELECT getd|", {"getdate()"}},
      {"SELECT * FROM orders WHERE conc|", {"concat("}},
      {"SELECT * FROM orders LATERAL VIEW |", {"explode(", "OUTER"}, {"concat(", "orders"}},
      {"DESC FUNCTION conc|", {"concat"}},
      {"SELECT CAST(id AS |", {"BIGINT", "STRING"}, {"id"}},
      {"SELECT cast(id as bi|", {"bigint"}},
      {"CREATE TABLE t (a |", {"STRING", "DATETIME"}},
      {"CREATE TABLE t (a STRING, b DEC|", {"DECIMAL"}},
      {"CREATE TABLE t (a ARRAY<|", {"STRING"}},
  });
  EXPECT_THAT(At("SELECT substr(|").signature, HasSubstr("substr(STRING, BIGINT"));
  EXPECT_THAT(At("SELECT concat(a, |, b) FROM t").signature, StartsWith("concat("));
  EXPECT_EQ(At("SELECT (|").signature, "");
  EXPECT_EQ(At("SELECT substr(a) |").signature, "");
  const Completions found = At("SELECT subst|");
  EXPECT_THAT(found.items.front().detail, StartsWith("(STRING"));
  EXPECT_TRUE(found.items.front().goes_on);
}

TEST(CompletionTest, Partitions) {
  Check({
      {"INSERT INTO orders PARTITION (|", {"ds=", "hour="}, {"id", "price"}},
      {"INSERT INTO orders PARTITION (ds='20260103', |", {"hour="}, {"ds="}},
      {"INSERT INTO orders PARTITION (ds=|", {"'20260103'", "'20260102'"}, {"price"}},
      {"INSERT INTO orders PARTITION (ds='|", {"20260103'"}, {"ds="}},
      {"INSERT INTO orders PARTITION (ds='|'", {"20260103"}, {"20260103'"}},
      {"INSERT INTO orders PARTITION (ds='20260103', hour=|", {"23", "8"}, {"12"}},
      {"INSERT INTO orders PARTITION (ds='20260102', hour=|", {"12"}, {"23"}},
      {"ALTER TABLE orders DROP PARTITION (|", {"ds", "hour"}, {"price"}},
      {"ALTER TABLE orders DROP IF EXISTS PARTITION (ds='|", {"20260103'"}},
      {"ALTER TABLE orders ADD PARTITION (|", {"ds=", "hour="}},
      {"TRUNCATE TABLE orders PARTITION (ds='|", {"20260103'"}},
      {"DESC orders PARTITION (ds=\"|", {"20260103\""}},
      {"SHOW PARTITIONS orders PARTITION (ds='2026|", {"20260103'", "20260102'"}, {"2025'x"}},
      {"SELECT * FROM orders WHERE ds='|", {"20260103'", "2025\\'x'"}, {"ds"}},
      {"SELECT * FROM orders WHERE ds = |", {"'20260103'"}, {"price"}},
      {"SELECT * FROM orders WHERE ds = '2026010|", {"20260103'"}},
      {"SELECT * FROM orders o WHERE o.ds >= '|", {"20260102'"}},
      {"SELECT * FROM orders WHERE ds IN ('20260102', '|", {"20260103'"}},
      {"SELECT * FROM orders WHERE ds BETWEEN '|", {"20260103'"}},
      {"SELECT * FROM orders WHERE ds BETWEEN '20260102' AND '|", {"20260103'"}},
      {"SELECT * FROM orders WHERE ds = '20260103' AND hour = |", {"23", "8"}, {"12"}},
      {"SELECT * FROM orders WHERE hour = 8 AND ds = '|", {"20260103'"}},
      {"SELECT * FROM orders WHERE price = '|", {}, {"*"}},
      {"SELECT * FROM buyers WHERE name = '|", {}, {"*"}},
  });
  EXPECT_THAT(Texts("SELECT * FROM orders WHERE ds='|"),
              ElementsAre("20260103'", "20260102'", "2025\\'x'"));
}

TEST(CompletionTest, NothingInStringsAndComments) {
  Check({
      {"SELECT 'SE|", {}, {"*"}},
      {"SELECT \"SE|", {}, {"*"}},
      {"SELECT 1 -- SE|", {}, {"*"}},
      {"-- SE|", {}, {"*"}},
      {"/* SE|", {}, {"*"}},
      {"SELECT /*+ MAP|", {}, {"*"}},
      {"/* a */ SE|", {"SELECT"}},
      {"-- a\nSE|", {"SELECT"}},
      {"SELECT 'a' F|", {"FROM"}},
      {"PAI -name 'x y|", {}, {"*"}},
      {"SELECT ${|", {}, {"big.csv"}},
  });
}

TEST(CompletionTest, Settings) {
  Check({
      {"SET |", {"odps.sql.timezone=", "paisql.threads="}, {"SELECT", "orders"}},
      {"SET odps.sql.allow.f|", {"odps.sql.allow.fullscan="}, {"odps.sql.timezone="}},
      {"set ODPS.SQL.ALLOW.F|", {"odps.sql.allow.fullscan="}},
      {"SET odps.sql.allow.fullscan=|", {"true", "false"}, {"odps.sql.allow.fullscan="}},
      {"SET odps.sql.allow.fullscan = t|", {"true"}, {"false"}},
      {"SET odps.sql.map.key.dedup.policy=|", {"last_win"}, {"exception"}},
      {"SET paisql.job.environment=a|", {"all"}, {"chosen"}},
      {"SET odps.sql.timezone=|", {"Asia/", "UTC"}, {"zone.tab"}},
      {"SET odps.sql.timezone=Asia/Sh|", {"Asia/Shanghai"}},
      {"SET paisql.temp_directory=d|", {"data/"}},
      {"SET odps.sql.session.resources=sc|", {"score.py"}},
      {"SET odps.sql.session.resources=score.py,w|", {"score.py,words.txt"}},
      {"UNSET |", {"odps.sql.timezone"}, {"paisql.threads", "odps.sql.timezone="}},
      {"SET nobody.knows=|", {}, {"*"}},
  });
}

TEST(CompletionTest, CommandsOfWords) {
  Check({
      {"TUNNEL |", {"UPLOAD", "DOWNLOAD"}, {"orders"}},
      {"FS |", {"-mkv", "-put", "-get"}, {"big.csv"}},
      {"FS -put |", {"big.csv", "data/"}, {"orders"}},
      {"FS -get /v/p/f |", {"big.csv"}},
      {"FS -get |", {}, {"big.csv"}},
      {"tunnel up|", {"upload"}},
      {"TUNNEL UPLOAD |", {"big.csv", "data/"}, {"orders"}},
      {"TUNNEL UPLOAD my|", {"'my data.csv'"}},
      {"TUNNEL UPLOAD 'my|", {"my data.csv'"}},
      {"TUNNEL UPLOAD big.csv |", {"orders", "archive."}, {"v_orders", "big.csv"}},
      {"TUNNEL UPLOAD big.csv archive.|", {"archive.old_orders"}},
      {"TUNNEL UPLOAD big.csv orders/|", {"orders/ds="}},
      {"TUNNEL UPLOAD big.csv orders/ds=|", {"orders/ds=20260103"}},
      {"TUNNEL UPLOAD big.csv orders/ds=20260103,|", {"orders/ds=20260103,hour="}},
      {"TUNNEL UPLOAD -|", {"-acp", "-h"}, {"-limit", "-header"}},
      {"TUNNEL UPLOAD -he|", {"-header"}},
      {"TUNNEL UPLOAD -h |", {"true", "false"}, {"big.csv"}},
      {"TUNNEL UPLOAD -s=|", {"only"}},
      {"TUNNEL UPLOAD -fd |", {}, {"*"}},
      {"TUNNEL UPLOAD -h true b|", {"big.csv"}},
      {"TUNNEL UPLOAD -h true -tz |", {"Asia/"}},
      {"TUNNEL DOWNLOAD |", {"orders"}, {"big.csv"}},
      {"TUNNEL DOWNLOAD -l|", {"-limit"}},
      {"TUNNEL DOWNLOAD orders b|", {"big.csv"}},
      {"ADD |", {"FILE", "PY", "TABLE"}, {"big.csv"}},
      {"ADD FILE |", {"big.csv"}},
      {"ADD PY tr|", {"train.py"}},
      {"DROP RESOURCE |", {"score.py"}, {"big.csv"}},
      {"GET RESOURCE w|", {"words.txt"}},
      {"GET RESOURCE words.txt |", {"data/"}, {"score.py"}},
      {"DESC RESOURCE s|", {"score.py"}},
      {"DESC PROJECT a|", {"archive"}},
      {"DESC INSTANCE 2026|", {"20260103a1", "20260102a2"}},
      {"KILL |", {"20260103a1", "train_b"}, {"20260102a2"}},
      {"WAIT tr|", {"train_b"}},
      {"LOG 20260102|", {"20260102a2"}},
      {"STATUS |", {"20260102a2", "20260103a1"}},
      {"RERUN |", {"20260102a2"}},
      {"HELP |", {"SELECT", "TUNNEL", "PAI"}, {"substr"}},
      {"HELP substr|", {"substr"}},
      {"HELP odps.sql.time|", {"odps.sql.timezone"}},
      {"HELP PAI tensorb|", {"tensorboard"}},
  });
}

TEST(CompletionTest, CommandsOfTheShell) {
  Check({
      {"\\|", {"\\?", "\\d", "\\i", "\\format"}, {"SELECT", "source"}},
      {"\\f|", {"\\format"}, {"\\d"}},
      {"\\d o|", {"orders"}, {"big.csv"}},
      {"\\d v|", {"v_orders"}},
      {"\\i b|", {"big.csv"}, {"buyers"}},
      {"source tr|", {"train.py"}},
      {"\\format c|", {"csv"}, {"tsv"}},
      {"\\x o|", {"on", "off"}, {"auto", "orders"}},
      {"\\pager |", {"on", "off"}, {"COMMAND", "orders"}},
      {"\\load b|", {"buyers"}, {"big.csv"}},
      {"\\load buyers b|", {"big.csv"}, {"buyers"}},
      {"\\load buyers big.csv b|", {}, {"*"}},
      {"SELECT 1 \\g f|", {"format="}},
      {"SELECT 1 \\g format=csv b|", {"big.csv"}},
      {"SELECT 1 \\g format=|", {"auto", "csv"}},
      {"SELECT 1 \\g format=csv > b|", {"big.csv"}},
      {"\\q x|", {}, {"*"}},
  });
}

TEST(CompletionTest, WhatIsReplaced) {
  EXPECT_EQ(At("SELECT pri| FROM orders").begin, 7U);
  EXPECT_EQ(At("SELECT o.pri| FROM orders o").begin, 9U);
  EXPECT_EQ(At("SELECT * FROM orders WHERE ds='20|").begin, 31U);
  EXPECT_EQ(At("SELECT * FROM `or|").begin, 14U);
  EXPECT_EQ(At("SET odps.sql.allow.fullscan=t|").begin, 28U);
  EXPECT_EQ(At("PAI -Dscript=file://tr|").begin, 20U);
  EXPECT_EQ(At("TUNNEL UPLOAD 'my|").begin, 15U);
  EXPECT_EQ(At("SELECT 1;\nSELECT pr| FROM orders").begin, 17U);
  // In the middle of a word only what stands in front of the cursor counts.
  EXPECT_THAT(Texts("SELECT pr|xx FROM orders"), Contains("price"));
}

TEST(CompletionTest, CommonBeginnings) {
  EXPECT_EQ(CommonBeginning(At("SELECT * FROM bu|"), "bu"), "buyers");
  EXPECT_EQ(CommonBeginning(At("SELECT * FROM BU|"), "BU"), "buyers");
  EXPECT_EQ(CommonBeginning(At("INSERT OVERWRITE TABLE b|"), "b"), "b");
  EXPECT_EQ(CommonBeginning(At("SELECT zzz|"), "zzz"), "zzz");
  Completions two;
  two.items = {{"甲乙", Kind::kTable, "", false}, {"甲丙", Kind::kTable, "", false}};
  EXPECT_EQ(CommonBeginning(two, ""), "甲");
}

// Whatever is typed, at any place: no crash, and each item goes on from what is typed.
TEST(CompletionTest, AnyText) {
  const std::string text =
      "WITH a AS (SELECT `x y`, f(1, '2;3') FROM p.t o WHERE ds IN ('1')) -- c\n"
      "INSERT INTO t PARTITION (ds='\\'') SELECT a.*, CASE WHEN 1 THEN \"z\" END FROM a LATERAL "
      "VIEW explode(x) l AS y JOIN (SELECT 1 UNION ALL SELECT 2) q ON q.a = l.y /* d */ ;\n"
      "PAI -name tensorflow -Dtables='odps://p/tables/t' -Dscript=file://x; SET a.b = c; "
      "TUNNEL UPLOAD -h true 'a b' t/ds=1; \\d 表，（";
  FakeSources sources;
  for (size_t begin = 0; begin <= text.size(); begin += 7) {
    for (size_t cursor = begin; cursor <= text.size(); ++cursor) {
      const Completions found = Complete(text.substr(begin), cursor - begin, sources);
      EXPECT_LE(found.begin, cursor - begin);
    }
  }
  // Nothing of a name moves the cursor.
  EXPECT_THAT(Texts("DROP RESOURCE s|"), ElementsAre("score.py"));
  const std::string huge = "SELECT '" + std::string(20'000'000, 'x') + "' F";
  EXPECT_THAT(Complete(huge, huge.size(), sources).items, IsEmpty());
  const std::string deep(2'000, '(');
  EXPECT_THAT(Complete("SELECT * FROM " + deep, 14 + deep.size(), sources).items, Not(IsEmpty()));
}

}  // namespace
}  // namespace paisql::completion
