// Statements that make, change and drop.

#include "syntax/dialect/tables.h"

namespace paisql::syntax {

namespace {

constexpr std::string_view kKeys =
    "the PRIMARY KEY that CREATE TABLE gives a transactional table is kept, no other key or "
    "constraint is: leave it out";

constexpr DialectRow kDefinitionsRows[] = {
    {"^ CREATE TEMP TABLE", "write CREATE TEMPORARY TABLE", "CREATE TEMP TABLE n (a BIGINT);",
     "CREATE TEMPORARY TABLE n (a BIGINT);"},
    {"^ CREATE TABLE #", "write CREATE TEMPORARY TABLE", "CREATE TABLE #n (a BIGINT);",
     "CREATE TEMPORARY TABLE n (a BIGINT);"},
    {"^ CREATE UNIQUE INDEX", "there are no indexes: leave it out",
     "CREATE UNIQUE INDEX i ON t (a);", ""},
    {"^ DROP INDEX", "there are no indexes: leave it out", "DROP INDEX i;", ""},
    {"^ ALTER TABLE … ADD INDEX", "there are no indexes: leave it out",
     "ALTER TABLE t ADD INDEX (a);", ""},
    {"^ CREATE SEQUENCE", "there are no sequences: number rows with ROW_NUMBER() OVER (ORDER BY …)",
     "CREATE SEQUENCE s;", ""},
    {"^ CREATE TYPE", "there are no types with names: use STRING, or STRUCT<name:TYPE>",
     "CREATE TYPE e AS ENUM ('x');", ""},
    {"^ CREATE PROCEDURE", "there are no procedures: write a script, and run it with -f",
     "CREATE PROCEDURE p() AS SELECT 1;", ""},
    {"^ CREATE TRIGGER",
     "there are no triggers: write the statements one after another in a script",
     "CREATE TRIGGER x BEFORE INSERT ON t;", ""},
    {"^ CREATE USER", "write ADD USER u", "CREATE USER me;", "ADD USER me;"},
    {"^ DROP DATABASE", "remove the tables with DROP TABLE", "DROP DATABASE x;", ""},
    {"^ CREATE … AUTO_INCREMENT",
     "leave it out, and number rows with ROW_NUMBER() OVER (ORDER BY …)",
     "CREATE TABLE n (a BIGINT AUTO_INCREMENT);", "CREATE TABLE n (a BIGINT);"},
    {"^ CREATE … IDENTITY", "leave it out, and number rows with ROW_NUMBER() OVER (ORDER BY …)",
     "CREATE TABLE n (a BIGINT IDENTITY(1, 1));", "CREATE TABLE n (a BIGINT);"},
    {"^ CREATE … GENERATED", "leave it out, and number rows with ROW_NUMBER() OVER (ORDER BY …)",
     "CREATE TABLE n (a BIGINT GENERATED ALWAYS AS IDENTITY);", "CREATE TABLE n (a BIGINT);"},
    {"^ CREATE … UNIQUE", kKeys, "CREATE TABLE n (a BIGINT UNIQUE);", "CREATE TABLE n (a BIGINT);"},
    {"^ CREATE … REFERENCES", kKeys, "CREATE TABLE n (a BIGINT REFERENCES u(id));",
     "CREATE TABLE n (a BIGINT);"},
    {"^ CREATE … FOREIGN KEY ( @name )", kKeys,
     "CREATE TABLE n (a BIGINT, FOREIGN KEY (a) REFERENCES u(id));", "CREATE TABLE n (a BIGINT);"},
    {"^ CREATE … CONSTRAINT", kKeys, "CREATE TABLE n (a BIGINT CONSTRAINT c UNIQUE);",
     "CREATE TABLE n (a BIGINT);"},
    {"^ CREATE … CHECK (",
     "rows are not checked: leave it out, and write the condition into WHERE of the INSERT",
     "CREATE TABLE n (a BIGINT CHECK (a > 0));", "CREATE TABLE n (a BIGINT);"},
    {"^ CREATE … ENGINE =", "all tables are stored in one way: leave it out",
     "CREATE TABLE n (a BIGINT) ENGINE=InnoDB;", "CREATE TABLE n (a BIGINT);"},
    {"^ CREATE … USING @name", "all tables are stored in one way: leave it out",
     "CREATE TABLE n (a BIGINT) USING parquet;", "CREATE TABLE n (a BIGINT);"},
    {"^ CREATE … WITH ( @name =", "all tables are stored in one way: leave it out",
     "CREATE TABLE n (a BIGINT) WITH (format = 'ORC');", "CREATE TABLE n (a BIGINT);"},
    {"^ CREATE … CHARSET", "texts are UTF-8: leave it out",
     "CREATE TABLE n (a BIGINT) CHARSET=utf8;", "CREATE TABLE n (a BIGINT);"},
    {"^ CREATE … DEFAULT CHARSET", "texts are UTF-8: leave it out",
     "CREATE TABLE n (a BIGINT) DEFAULT CHARSET=utf8;", "CREATE TABLE n (a BIGINT);"},
    {"^ CREATE … DISTRIBUTED BY", "all tables are stored in one way: leave it out",
     "CREATE TABLE n (a BIGINT) DISTRIBUTED BY HASH(a);", "CREATE TABLE n (a BIGINT);"},
    {"^ CREATE … PARTITION BY",
     "write PARTITIONED BY (ds STRING): a column of its own, with its type",
     "CREATE TABLE n (a BIGINT) PARTITION BY RANGE (a);",
     "CREATE TABLE n (a BIGINT) PARTITIONED BY (ds STRING);"},
    {"PARTITIONED BY ( @name )",
     "write PARTITIONED BY ({4} STRING): a column of its own, not one of the table's",
     "CREATE TABLE n (a BIGINT) PARTITIONED BY (ds);",
     "CREATE TABLE n (a BIGINT) PARTITIONED BY (ds STRING);"},
    {"^ DROP TABLE … CASCADE", "leave CASCADE out: views stay", "DROP TABLE IF EXISTS n CASCADE;",
     "DROP TABLE IF EXISTS n;"},
    {"^ ALTER TABLE … ADD CONSTRAINT", kKeys, "ALTER TABLE t ADD CONSTRAINT c PRIMARY KEY (a);",
     ""},
    {"^ ALTER TABLE … ADD PRIMARY KEY", kKeys, "ALTER TABLE t ADD PRIMARY KEY (a);", ""},
    {"^ ALTER TABLE … ADD @name @name $", "write ADD COLUMNS ({2} {3:type})",
     "ALTER TABLE w ADD x BIGINT;", "ALTER TABLE w ADD COLUMNS (x BIGINT);"},
    {"^ ALTER TABLE … MODIFY @name @name", "write CHANGE COLUMN {2} {2} {3:type}",
     "ALTER TABLE u MODIFY b STRING;", "ALTER TABLE u CHANGE COLUMN b b STRING;"},
    {"^ ALTER TABLE … MODIFY COLUMN @name @name", "write CHANGE COLUMN {3} {3} {4:type}",
     "ALTER TABLE u MODIFY COLUMN b STRING;", "ALTER TABLE u CHANGE COLUMN b b STRING;"},
    {"^ ALTER TABLE … ALTER COLUMN @name", "write CHANGE COLUMN {3} {3} TYPE",
     "ALTER TABLE u ALTER COLUMN b TYPE STRING;", "ALTER TABLE u CHANGE COLUMN b b STRING;"},
    {"^ RENAME TABLE @name TO", "write ALTER TABLE {3} RENAME TO", "RENAME TABLE n TO n2;", ""},
};

}  // namespace

std::span<const DialectRow> DefinitionDialect() { return kDefinitionsRows; }

}  // namespace paisql::syntax
