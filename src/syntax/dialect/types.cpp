// Names of types. A cure is "use TYPE" with what follows after a comma: {n:type} reads it.

#include "syntax/dialect/tables.h"

namespace paisql::syntax {

namespace {

constexpr DialectRow kTypesRows[] = {
    {"TEXT", "use STRING", "CREATE TABLE n (a TEXT);", "CREATE TABLE n (a STRING);"},
    {"INTEGER", "use INT", "CREATE TABLE n (a INTEGER);", "CREATE TABLE n (a INT);"},
    {"INT2", "use SMALLINT", "CREATE TABLE n (a INT2);", "CREATE TABLE n (a SMALLINT);"},
    {"INT4", "use INT", "CREATE TABLE n (a INT4);", "CREATE TABLE n (a INT);"},
    {"INT8", "use BIGINT", "CREATE TABLE n (a INT8);", "CREATE TABLE n (a BIGINT);"},
    {"INT64", "use BIGINT", "CREATE TABLE n (a INT64);", "CREATE TABLE n (a BIGINT);"},
    {"LONG", "use BIGINT", "CREATE TABLE n (a LONG);", "CREATE TABLE n (a BIGINT);"},
    {"MEDIUMINT", "use INT", "CREATE TABLE n (a MEDIUMINT);", "CREATE TABLE n (a INT);"},
    {"UINT32", "use BIGINT", "CREATE TABLE n (a UINT32);", "CREATE TABLE n (a BIGINT);"},
    {"UINT64", "use DECIMAL(20,0)", "CREATE TABLE n (a UINT64);",
     "CREATE TABLE n (a DECIMAL(20,0));"},
    {"HUGEINT", "use DECIMAL(38,0)", "CREATE TABLE n (a HUGEINT);",
     "CREATE TABLE n (a DECIMAL(38,0));"},
    {"SIGNED", "use BIGINT", "SELECT CAST(s AS SIGNED) FROM t;",
     "SELECT CAST(s AS BIGINT) FROM t;"},
    {"UNSIGNED", "use BIGINT", "SELECT CAST(s AS UNSIGNED) FROM t;",
     "SELECT CAST(s AS BIGINT) FROM t;"},
    {"FLOAT4", "use FLOAT", "CREATE TABLE n (a FLOAT4);", "CREATE TABLE n (a FLOAT);"},
    {"FLOAT8", "use DOUBLE", "CREATE TABLE n (a FLOAT8);", "CREATE TABLE n (a DOUBLE);"},
    {"FLOAT64", "use DOUBLE", "CREATE TABLE n (a FLOAT64);", "CREATE TABLE n (a DOUBLE);"},
    {"REAL", "use FLOAT", "CREATE TABLE n (a REAL);", "CREATE TABLE n (a FLOAT);"},
    {"NUMERIC", "use DECIMAL", "CREATE TABLE n (a NUMERIC);", "CREATE TABLE n (a DECIMAL);"},
    {"NUMBER", "use DECIMAL", "CREATE TABLE n (a NUMBER);", "CREATE TABLE n (a DECIMAL);"},
    {"MONEY", "use DECIMAL(19,4)", "CREATE TABLE n (a MONEY);",
     "CREATE TABLE n (a DECIMAL(19,4));"},
    {"BOOL", "use BOOLEAN", "CREATE TABLE n (a BOOL);", "CREATE TABLE n (a BOOLEAN);"},
    {"BIT", "use BOOLEAN", "CREATE TABLE n (a BIT);", "CREATE TABLE n (a BOOLEAN);"},
    {"VARCHAR2", "use STRING", "CREATE TABLE n (a VARCHAR2);", "CREATE TABLE n (a STRING);"},
    {"NVARCHAR", "use STRING", "CREATE TABLE n (a NVARCHAR);", "CREATE TABLE n (a STRING);"},
    {"NVARCHAR2", "use STRING", "CREATE TABLE n (a NVARCHAR2);", "CREATE TABLE n (a STRING);"},
    {"LONGTEXT", "use STRING", "CREATE TABLE n (a LONGTEXT);", "CREATE TABLE n (a STRING);"},
    {"MEDIUMTEXT", "use STRING", "CREATE TABLE n (a MEDIUMTEXT);", "CREATE TABLE n (a STRING);"},
    {"NTEXT", "use STRING", "CREATE TABLE n (a NTEXT);", "CREATE TABLE n (a STRING);"},
    {"CLOB", "use STRING", "CREATE TABLE n (a CLOB);", "CREATE TABLE n (a STRING);"},
    {"UUID", "use STRING", "CREATE TABLE n (a UUID);", "CREATE TABLE n (a STRING);"},
    {"UNIQUEIDENTIFIER", "use STRING", "CREATE TABLE n (a UNIQUEIDENTIFIER);",
     "CREATE TABLE n (a STRING);"},
    {"TIME", "use STRING", "CREATE TABLE n (a TIME);", "CREATE TABLE n (a STRING);"},
    {"YEAR", "use INT", "CREATE TABLE n (a YEAR);", "CREATE TABLE n (a INT);"},
    {"BYTEA", "use BINARY", "CREATE TABLE n (a BYTEA);", "CREATE TABLE n (a BINARY);"},
    {"VARBINARY", "use BINARY", "CREATE TABLE n (a VARBINARY);", "CREATE TABLE n (a BINARY);"},
    {"BYTES", "use BINARY", "CREATE TABLE n (a BYTES);", "CREATE TABLE n (a BINARY);"},
    {"TIMESTAMPTZ", "use TIMESTAMP", "CREATE TABLE n (a TIMESTAMPTZ);",
     "CREATE TABLE n (a TIMESTAMP);"},
    {"TIMESTAMP_LTZ", "use TIMESTAMP", "CREATE TABLE n (a TIMESTAMP_LTZ);",
     "CREATE TABLE n (a TIMESTAMP);"},
    {"DATETIME2", "use DATETIME", "CREATE TABLE n (a DATETIME2);", "CREATE TABLE n (a DATETIME);"},
    {"SMALLDATETIME", "use DATETIME", "CREATE TABLE n (a SMALLDATETIME);",
     "CREATE TABLE n (a DATETIME);"},
    {"JSONB", "use JSON", "CREATE TABLE n (a JSONB);", "CREATE TABLE n (a JSON);"},
    {"VARIANT", "use JSON", "CREATE TABLE n (a VARIANT);", "CREATE TABLE n (a JSON);"},
    {"OBJECT", "use JSON", "CREATE TABLE n (a OBJECT);", "CREATE TABLE n (a JSON);"},
    {"( LIKE @name )", "write CREATE TABLE … LIKE {3}", "CREATE TABLE n (LIKE u);",
     "CREATE TABLE n LIKE u;"},
    {"SERIAL",
     "use BIGINT, and number rows with ROW_NUMBER() OVER (ORDER BY …) when they are written",
     "CREATE TABLE n (a SERIAL);", "CREATE TABLE n (a BIGINT);"},
    {"BIGSERIAL",
     "use BIGINT, and number rows with ROW_NUMBER() OVER (ORDER BY …) when they are written",
     "CREATE TABLE n (a BIGSERIAL);", "CREATE TABLE n (a BIGINT);"},
};

}  // namespace

std::span<const DialectRow> TypeDialect() { return kTypesRows; }

}  // namespace paisql::syntax
