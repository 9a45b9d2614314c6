// Statements that read and change rows, and those of sessions.

#include "syntax/dialect/tables.h"

namespace paisql::syntax {

namespace {

constexpr std::string_view kUpsert =
    "MERGE INTO changes the rows that match and inserts the others; INSERT INTO a table with a "
    "PRIMARY KEY replaces the rows that have its keys";
constexpr std::string_view kTransaction =
    "each statement is a transaction of its own, a script (-s FILE) is one as a whole: leave it "
    "out";
constexpr std::string_view kVariables =
    "a script has variables, each set by a statement of its own: @v BIGINT := 1; @t := SELECT …;";

constexpr DialectRow kStatementsRows[] = {
    {"^ REPLACE INTO", kUpsert, "REPLACE INTO u VALUES (1, 'x');", ""},
    {"^ INSERT IGNORE", kUpsert, "INSERT IGNORE INTO u VALUES (1, 'x');", ""},
    {"^ INSERT OR REPLACE", kUpsert, "INSERT OR REPLACE INTO u VALUES (1, 'x');", ""},
    {"^ INSERT … ON CONFLICT", kUpsert, "INSERT INTO u VALUES (1, 'x') ON CONFLICT DO NOTHING;",
     ""},
    {"^ INSERT … ON DUPLICATE", kUpsert,
     "INSERT INTO u VALUES (1, 'x') ON DUPLICATE KEY UPDATE b = 'x';", ""},
    {"^ UPSERT", kUpsert, "UPSERT INTO u VALUES (1, 'x');", ""},
    {"^ INSERT … RETURNING", "INSERT answers no rows: leave RETURNING out",
     "INSERT INTO u VALUES (1, 'x') RETURNING id;", "INSERT INTO u VALUES (1, 'x');"},
    {"^ INSERT … SET", "write INSERT INTO t (columns) VALUES (values)", "INSERT INTO u SET id = 1;",
     "INSERT INTO u (id) VALUES (1);"},
    {"^ INSERT … DEFAULT VALUES", "write INSERT INTO t VALUES (values)",
     "INSERT INTO u DEFAULT VALUES;", "INSERT INTO u VALUES (1, 'x');"},
    {"^ INSERT … BY NAME", "write the columns: INSERT INTO t (columns) SELECT …",
     "INSERT INTO u BY NAME SELECT 'b' AS b, 1 AS id;",
     "INSERT INTO u (b, id) SELECT 'b' AS b, 1 AS id;"},
    {"^ DELETE @name WHERE", "write DELETE FROM {2}", "DELETE u WHERE id = 1;", ""},
    {"^ DELETE … USING", "write DELETE FROM t WHERE (a, b) IN (SELECT a, b FROM …)",
     "DELETE FROM u USING t WHERE u.id = t.id;", ""},
    {"^ DELETE … LIMIT", "write DELETE FROM t WHERE a IN (SELECT a FROM t … LIMIT n)",
     "DELETE FROM u LIMIT 5;", ""},
    {"^ UPDATE … LIMIT", "write UPDATE t SET … WHERE a IN (SELECT a FROM t … LIMIT n)",
     "UPDATE u SET b = 'x' WHERE id = 1 LIMIT 5;", ""},
    {"^ UPDATE … JOIN", "write UPDATE t SET … FROM s WHERE …, with the condition of ON after WHERE",
     "UPDATE u JOIN t ON u.id = t.id SET b = s;", ""},
    {"^ WITH … MERGE", "write the query into the statement: MERGE INTO t USING (SELECT …) s ON …",
     "WITH q AS (SELECT 1) MERGE INTO u USING q ON true WHEN MATCHED THEN DELETE;", ""},
    {"^ WITH … UPDATE", "write the query into the statement: UPDATE t SET … FROM (SELECT …) s",
     "WITH q AS (SELECT 1) UPDATE u SET b = 'x';", ""},
    {"^ WITH … DELETE", "write the query into the statement: DELETE FROM t WHERE a IN (SELECT …)",
     "WITH q AS (SELECT 1) DELETE FROM u;", ""},
    {"^ TRUNCATE @name $", "write TRUNCATE TABLE {2}", "TRUNCATE u;", "TRUNCATE TABLE u;"},
    {"^ TABLE @name", "write SELECT * FROM {2}", "TABLE t;", "SELECT * FROM t;"},
    {"^ BEGIN $", kTransaction, "BEGIN;", ""},
    {"^ BEGIN TRANSACTION", kTransaction, "BEGIN TRANSACTION;", ""},
    {"^ BEGIN WORK", kTransaction, "BEGIN WORK;", ""},
    {"^ START TRANSACTION", kTransaction, "START TRANSACTION;", ""},
    {"^ COMMIT", kTransaction, "COMMIT;", ""},
    {"^ ROLLBACK", kTransaction, "ROLLBACK;", ""},
    {"^ SAVEPOINT", kTransaction, "SAVEPOINT a;", ""},
    {"^ DECLARE", kVariables, "DECLARE @a INT;", ""},
    {"SELECT … @name := @any", kVariables, "SELECT a := 1;", ""},
    {"SELECT … :=", kVariables, "SELECT @a := 1;", ""},
    {"^ CALL", "there are no procedures: write a script, and run it with -f", "CALL f();", ""},
    {"^ LOCK", "rows are not locked: leave it out", "LOCK TABLES t READ;", ""},
    {"^ UNLOCK", "rows are not locked: leave it out", "UNLOCK TABLES;", ""},
    {"^ SHOW FULL TABLES", "write SHOW TABLES", "SHOW FULL TABLES;", "SHOW TABLES;"},
    {"^ EXEC", "there are no procedures: write a script, and run it with -f", "EXEC f;", ""},
    {"^ EXECUTE", "write the statement itself, or make it in the program that calls paisql",
     "EXECUTE IMMEDIATE 'SELECT 1';", "SELECT 1;"},
    {"^ PREPARE", "write the statement itself, or make it in the program that calls paisql",
     "PREPARE x AS SELECT 1;", "SELECT 1;"},
    {"^ PRAGMA",
     "SHOW TABLES, DESC t and SHOW FLAGS tell what is there; SET key=value changes a setting",
     "PRAGMA table_info(t);", "DESC t;"},
    {"^ ATTACH", "a home's projects see each other: write project.table", "ATTACH 'x.db';", ""},
    {"^ VACUUM", "paisql removes unneeded files itself: leave it out", "VACUUM t;", ""},
    {"^ OPTIMIZE TABLE @name", "write ALTER TABLE {3} MERGE SMALLFILES", "OPTIMIZE TABLE t;",
     "ALTER TABLE t MERGE SMALLFILES;"},
    {"^ OPTIMIZE @name", "write ALTER TABLE {2} MERGE SMALLFILES", "OPTIMIZE t;",
     "ALTER TABLE t MERGE SMALLFILES;"},
    {"^ REFRESH", "tables are always as they were written last: leave it out", "REFRESH TABLE t;",
     ""},
    {"^ CACHE", "it changes no answer: leave it out", "CACHE TABLE t;", ""},
    {"^ SHOW PROCESSLIST", "write SHOW P", "SHOW PROCESSLIST;", "SHOW P;"},
    {"^ SHOW INDEX", "there are no indexes: DESC t shows columns and partitions",
     "SHOW INDEX FROM t;", "DESC t;"},
    {"^ SHOW INDEXES", "there are no indexes: DESC t shows columns and partitions",
     "SHOW INDEXES FROM t;", "DESC t;"},
    {"^ SHOW CREATE VIEW @name", "write SHOW CREATE TABLE {4}", "SHOW CREATE VIEW v;",
     "SHOW CREATE TABLE v;"},
    {"^ EXPLAIN PLAN FOR", "write EXPLAIN", "EXPLAIN PLAN FOR SELECT 1;", "EXPLAIN SELECT 1;"},
    {"^ USE DATABASE @name", "write USE {3}", "USE DATABASE default_project;",
     "USE default_project;"},
    {"^ GO $", "a semicolon ends a statement: leave GO out", "GO", ""},
    {"^ DELIMITER", "a semicolon ends a statement: leave it out", "DELIMITER //", ""},
};

}  // namespace

std::span<const DialectRow> StatementDialect() { return kStatementsRows; }

}  // namespace paisql::syntax
