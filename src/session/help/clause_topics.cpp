// Topics of HELP about the parts of queries.

#include "session/help/topic.h"

namespace paisql::session {

namespace {

constexpr Topic kClauseTopics[] = {
    {"JOIN", "LEFT JOIN|INNER JOIN|FULL JOIN|CROSS JOIN|SEMI JOIN|ANTI JOIN|NATURAL JOIN|ON|USING",
     "puts the rows of tables side by side",
     "a [INNER|LEFT|RIGHT|FULL [OUTER]|LEFT SEMI|LEFT ANTI|CROSS|NATURAL] JOIN b ON "
     "condition|USING (c)",
     "ON needs an equality between both sides, unless one of them is named in /*+ MAPJOIN(b) */ or "
     "odps.sql.allow.cartesian=true.",
     "SELECT a.id, b.name FROM t1 a LEFT JOIN t2 b ON a.id = b.id;"},
    {"GROUP BY", "ROLLUP|CUBE|GROUPING SETS|HAVING|GROUPING", "one row for each group of rows",
     "GROUP BY a, b | ROLLUP(a, b) | CUBE(a, b) | GROUPING SETS ((a), (a, b), ()) [HAVING "
     "condition]",
     "A selected column is in the list or within an aggregate. GROUP BY 1 needs "
     "hive.groupby.position.alias=true.",
     "SELECT shop_name, COUNT(*) FROM sale_detail WHERE sale_date = '2026'\n"
     "  GROUP BY ROLLUP(shop_name) HAVING COUNT(*) > 0;"},
    {"ORDER BY", "LIMIT|OFFSET|SORT BY|DISTRIBUTE BY|CLUSTER BY",
     "the order of rows, and how many of them",
     "ORDER BY a [ASC|DESC] [NULLS FIRST|LAST], ... LIMIT n [OFFSET m]",
     "ORDER BY needs LIMIT, unless odps.sql.validate.orderby.limit=false. NULL is the smallest "
     "value.",
     "SELECT id, name FROM t2 ORDER BY name DESC LIMIT 2 OFFSET 1;"},
    {"OVER", "WINDOW|QUALIFY|PARTITION BY|ROWS|RANGE|FRAME",
     "windows: functions over rows beside this one",
     "f(...) OVER ([PARTITION BY a] [ORDER BY b] [ROWS|RANGE|GROUPS BETWEEN x AND y])\n"
     "SELECT ... WINDOW w AS (...); SELECT ... QUALIFY condition",
     "QUALIFY keeps the rows for which a condition on a window is true.",
     "SELECT id, name FROM t2 QUALIFY ROW_NUMBER() OVER (PARTITION BY id ORDER BY name) = 1;"},
    {"LATERAL VIEW", "EXPLODE|UNNEST", "a row for each element of an array or map",
     "FROM t LATERAL VIEW [OUTER] EXPLODE(array) v AS c\nFROM t, UNNEST(array) AS c", "",
     "SELECT id, x FROM VALUES (1, ARRAY('a', 'b')) t(id, xs) LATERAL VIEW EXPLODE(xs) v AS x;"},
    {"UNION", "UNION ALL|INTERSECT|EXCEPT|MINUS|SETOP", "the rows of several queries",
     "query UNION [ALL|DISTINCT]|INTERSECT [ALL]|EXCEPT [ALL]|MINUS query", "",
     "SELECT id FROM t1 UNION ALL SELECT id FROM t2;"},
    {"SUBQUERY", "IN|EXISTS|SCALAR SUBQUERY", "a query within a query",
     "a IN (SELECT ...) | EXISTS (SELECT ...) | (SELECT one value) | FROM (SELECT ...) t", "",
     "SELECT id FROM t1 WHERE id IN (SELECT id FROM t2);"},
    {"CTE", "WITH RECURSIVE|COMMON TABLE EXPRESSION", "queries with names, within one statement",
     "WITH a AS (query), b AS (query) SELECT ...\n"
     "WITH RECURSIVE a(n) AS (start UNION ALL step) SELECT ...",
     "odps.sql.rcte.max.iterate.num limits how often a step repeats.",
     "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3) SELECT i FROM "
     "n;"},
    {"PIVOT", "UNPIVOT", "values to columns, and back",
     "FROM t PIVOT (SUM(v) FOR k IN ('a', 'b'))\nFROM t UNPIVOT (v FOR k IN (a, b))", "",
     "SELECT * FROM (SELECT 'Q1' AS q, 5 AS n) PIVOT (SUM(n) FOR q IN ('Q1', 'Q2'));"},
    {"CASE", "WHEN|IF CLAUSE", "a value by conditions",
     "CASE WHEN condition THEN value ... [ELSE value] END | CASE x WHEN value THEN value ... END",
     "", "SELECT CASE WHEN id > 1 THEN 'many' ELSE 'one' END FROM t1;"},
    {"CAST", "CONVERSION|CONVERT", "a value as another type", "CAST(value AS TYPE)",
     "In normal mode a text that does not convert is NULL; with odps.function.strictmode=true it "
     "is an "
     "error.",
     "SELECT CAST('12' AS BIGINT), CAST('x' AS BIGINT);"},
    {"TYPES", "TYPE|DATA TYPES|BIGINT|STRING|DECIMAL|DATETIME|STRUCT TYPE", "the data types",
     "TINYINT SMALLINT INT BIGINT FLOAT DOUBLE DECIMAL(p,s) BOOLEAN\n"
     "STRING VARCHAR(n) CHAR(n) BINARY JSON DATE DATETIME TIMESTAMP TIMESTAMP_NTZ\n"
     "ARRAY<T> MAP<K,V> STRUCT<name:T,...>",
     "A literal of a smaller type has a letter after it: 1Y, 1S, 1L, 1.5BD. Times: "
     "DATE'2026-01-01', "
     "DATETIME'2026-01-01 00:00:00'.",
     "SELECT 1L, 1.5BD, DATE'2026-01-01', ARRAY(1, 2), MAP('k', 1), STRUCT('a', 1);"},
    {"TRANSFORM", "SELECT TRANSFORM|MAP REDUCE|SCRIPT", "rows through a script of yours",
     "SELECT TRANSFORM(a, b) USING 'command' AS (c TYPE, ...) FROM t;",
     "The command reads rows from its standard input, cells separated by tabs, and prints rows.",
     "SELECT TRANSFORM(id) USING 'cat' AS (id BIGINT) FROM t1;"},
    {"PARTITION", "PARTITIONS|MAX_PT|DYNAMIC PARTITION|FULL SCAN",
     "parts of a table, each with values of its partition columns",
     "CREATE TABLE ... PARTITIONED BY (ds STRING); INSERT ... PARTITION (ds='2026'); WHERE ds = "
     "'2026'",
     "A query names the partitions that it reads, unless odps.sql.allow.fullscan=true. MAX_PT('t') "
     "is "
     "the newest one that has rows.",
     "SELECT COUNT(*) FROM sale_detail WHERE sale_date = '2026' AND region = 'east';"},
};

}  // namespace

std::span<const Topic> ClauseTopics() { return kClauseTopics; }

}  // namespace paisql::session
