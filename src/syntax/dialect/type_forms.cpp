// Forms of types that no statement here accepts.

#include "syntax/dialect/tables.h"

namespace paisql::syntax {

namespace {

constexpr DialectRow kTypeFormsRows[] = {
    {"DOUBLE PRECISION", "use DOUBLE", "CREATE TABLE n (a DOUBLE PRECISION);",
     "CREATE TABLE n (a DOUBLE);"},
    {"CHARACTER VARYING", "use STRING", "CREATE TABLE n (a CHARACTER VARYING(10));",
     "CREATE TABLE n (a STRING);"},
    {"TIMESTAMP WITH TIME ZONE", "use TIMESTAMP", "CREATE TABLE n (a TIMESTAMP WITH TIME ZONE);",
     "CREATE TABLE n (a TIMESTAMP);"},
    {"TIMESTAMP WITHOUT TIME ZONE", "use TIMESTAMP_NTZ",
     "CREATE TABLE n (a TIMESTAMP WITHOUT TIME ZONE);", "CREATE TABLE n (a TIMESTAMP_NTZ);"},
    {"@name UNSIGNED", "there are no unsigned types: use {1}, or DECIMAL(20,0) for the whole range",
     "CREATE TABLE n (a BIGINT UNSIGNED);", "CREATE TABLE n (a BIGINT);"},
    {"@name [ ]", "write ARRAY<{1:type}>", "CREATE TABLE n (a INTEGER[]);",
     "CREATE TABLE n (a ARRAY<INT>);"},
    {"ENUM ( @string", "use STRING", "CREATE TABLE n (a ENUM('x', 'y'));",
     "CREATE TABLE n (a STRING);"},
    {"STRUCT ( @name @name", "write STRUCT<{3}:{4:type}>", "CREATE TABLE n (a STRUCT(x BIGINT));",
     "CREATE TABLE n (a STRUCT<x:BIGINT>);"},
    {"STRUCT < @name @name", "write STRUCT<{3}:{4:type}>", "CREATE TABLE n (a STRUCT<x BIGINT>);",
     "CREATE TABLE n (a STRUCT<x:BIGINT>);"},
    {"MAP ( @name , @name", "write MAP<{3:type},{5:type}>",
     "CREATE TABLE n (a MAP(STRING, BIGINT));", "CREATE TABLE n (a MAP<STRING,BIGINT>);"},
    {"ARRAY ( @name )", "write ARRAY<{3:type}>", "CREATE TABLE n (a ARRAY(BIGINT));",
     "CREATE TABLE n (a ARRAY<BIGINT>);"},
};

}  // namespace

std::span<const DialectRow> TypeFormDialect() { return kTypeFormsRows; }

}  // namespace paisql::syntax
