// Names that other systems know everywhere.

#include "syntax/dialect/tables.h"

namespace paisql::syntax {

namespace {

constexpr DialectRow kNamesRows[] = {
    {"CURRENT_TIME", "write TO_CHAR(GETDATE(), 'hh:mi:ss')", "SELECT CURRENT_TIME;",
     "SELECT TO_CHAR(GETDATE(), 'hh:mi:ss');"},
    {"LOCALTIMESTAMP", "write GETDATE()", "SELECT LOCALTIMESTAMP;", "SELECT GETDATE();"},
    {"SYSDATE FROM DUAL", "write SELECT GETDATE() without FROM DUAL", "SELECT SYSDATE FROM DUAL;",
     "SELECT GETDATE();"},
    {"SYSDATE", "write GETDATE()", "SELECT SYSDATE;", "SELECT GETDATE();"},
    {"SYSTIMESTAMP", "write CURRENT_TIMESTAMP()", "SELECT SYSTIMESTAMP;",
     "SELECT CURRENT_TIMESTAMP();"},
    {"FROM DUAL", "leave FROM DUAL out: SELECT needs no table", "SELECT 1 FROM DUAL;", "SELECT 1;"},
    {"ROWNUM <= @number", "write LIMIT {3}, or number rows with ROW_NUMBER() OVER (ORDER BY …)",
     "SELECT a FROM t WHERE ROWNUM <= 5;", "SELECT a FROM t LIMIT 5;"},
    {"ROWNUM", "write LIMIT n, or number rows with ROW_NUMBER() OVER (ORDER BY …)",
     "SELECT ROWNUM FROM t;", "SELECT ROW_NUMBER() OVER (ORDER BY a) FROM t;"},
    {"ROWID", "rows have no numbers of their own: number them with ROW_NUMBER() OVER (ORDER BY …)",
     "SELECT ROWID FROM t;", "SELECT ROW_NUMBER() OVER (ORDER BY a) FROM t;"},
    {"CURRENT_USER", "WHOAMI; tells who the session is", "SELECT CURRENT_USER;", ""},
    {"@name . NEXTVAL", "there are no sequences: number rows with ROW_NUMBER() OVER (ORDER BY …)",
     "SELECT SEQ.NEXTVAL FROM t;", "SELECT ROW_NUMBER() OVER (ORDER BY a) FROM t;"},
    {"_UTF8 @any", "texts are UTF-8: write the text alone, or X'…' for bytes",
     "SELECT _utf8 0x4142;", "SELECT X'4142';"},
    {"INTEGER . @name", "Java's values are not known here: write the number",
     "SELECT Integer.MAX_VALUE;", "SELECT 2147483647;"},
    {", DEFAULT", "leave the column out of the list of columns",
     "INSERT INTO u (id, b) VALUES (1, DEFAULT);", "INSERT INTO u (id) VALUES (1);"},
    {"@name -> @string", "write GET_JSON_OBJECT({1}, '$.key')", "SELECT s->'a' FROM t;",
     "SELECT GET_JSON_OBJECT(s, '$.a') FROM t;"},
    {"INFORMATION_SCHEMA . @name", "use SHOW TABLES; and DESC t;",
     "SELECT * FROM information_schema.tables;", "SHOW TABLES;"},
    {"PG_CATALOG . @name", "use SHOW TABLES; and DESC t;", "SELECT * FROM pg_catalog.pg_tables;",
     "SHOW TABLES;"},
};

}  // namespace

std::span<const DialectRow> NameDialect() { return kNamesRows; }

}  // namespace paisql::syntax
