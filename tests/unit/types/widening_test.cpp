#include "types/widening.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace paisql {
namespace {

DataType TypeOf(const std::string& text) {
  Result<DataType> type = ParseDataType(text);
  EXPECT_TRUE(type.ok()) << text;
  return type.ok() ? *type : DataType();
}

struct Case {
  const char* from;
  std::vector<const char*> wider;
  std::vector<const char*> refused;
};

TEST(IsWidening, TakesEveryValueOrIsRefused) {
  const Case cases[] = {
      {"TINYINT",
       {"SMALLINT", "INT", "BIGINT", "FLOAT", "DOUBLE", "DECIMAL(3,0)", "DECIMAL(5,2)", "STRING"},
       {"TINYINT", "BOOLEAN", "DECIMAL(3,1)", "VARCHAR(4)", "DATE"}},
      {"BIGINT", {"DOUBLE", "DECIMAL(19,0)", "STRING"}, {"INT", "DECIMAL(18,0)", "DATETIME"}},
      {"FLOAT", {"DOUBLE"}, {"BIGINT", "DECIMAL(38,18)", "STRING"}},
      {"DOUBLE", {}, {"FLOAT", "DECIMAL(38,18)", "STRING", "BIGINT"}},
      {"DECIMAL(4,1)", {"DECIMAL(5,1)", "DECIMAL(6,3)"}, {"DECIMAL(5,3)", "DOUBLE", "STRING"}},
      {"VARCHAR(5)", {"VARCHAR(6)", "STRING"}, {"VARCHAR(4)", "CHAR(9)", "BIGINT"}},
      {"CHAR(5)", {"CHAR(6)", "VARCHAR(5)", "STRING"}, {"CHAR(4)", "VARCHAR(4)"}},
      {"STRING", {}, {"VARCHAR(65535)", "CHAR(255)", "BINARY", "JSON"}},
      {"DATE", {"STRING"}, {"DATETIME", "TIMESTAMP"}},
      {"DATETIME", {}, {"STRING", "TIMESTAMP", "DATE"}},
      {"ARRAY<INT>", {"ARRAY<BIGINT>"}, {"ARRAY<SMALLINT>", "STRING", "MAP<INT,INT>"}},
      {"MAP<STRING,INT>", {"MAP<STRING,DOUBLE>"}, {"MAP<STRING,BOOLEAN>"}},
      {"STRUCT<a:INT,b:STRING>",
       {"STRUCT<A:BIGINT,b:STRING>"},
       {"STRUCT<b:INT,a:STRING>", "STRUCT<a:INT>", "STRUCT<a:INT,b:STRING,c:INT>"}},
  };
  for (const Case& one : cases) {
    for (const char* to : one.wider) {
      EXPECT_TRUE(IsWidening(TypeOf(one.from), TypeOf(to))) << one.from << " to " << to;
    }
    for (const char* to : one.refused) {
      EXPECT_FALSE(IsWidening(TypeOf(one.from), TypeOf(to))) << one.from << " to " << to;
    }
  }
}

}  // namespace
}  // namespace paisql
