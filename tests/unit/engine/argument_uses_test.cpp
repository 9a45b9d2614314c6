#include "engine/duckdb/print/expression/argument_uses.h"

#include <gtest/gtest.h>

#include "engine/duckdb/macros/macros.h"

namespace paisql::engine {
namespace {

TEST(UsesOfArgument, CountsPlacesInATemplate) {
  EXPECT_EQ(UsesOfArgument("($1 + $2)", 1), 1u);
  EXPECT_EQ(UsesOfArgument("CASE WHEN $1 > 0 THEN $1 ELSE '$1' END", 1), 2u);
  EXPECT_EQ(UsesOfArgument("f($1, $12)", 2), 0u);
  EXPECT_EQ(UsesOfArgument("f($*, $2*)", 2), 2u);
  EXPECT_EQ(UsesOfArgument("f($*, $2*)", 1), 1u);
}

TEST(UsesOfArgument, MultipliesByWhatMacrosRepeat) {
  ASSERT_NE(FindMacro("paisql_substr"), nullptr);
  const size_t once = UsesOfArgument("paisql_substr($1, $2)", 1);
  EXPECT_GT(once, 2u);
  EXPECT_EQ(UsesOfArgument("paisql_substr(paisql_substr($1, 1), 2)", 1), once * once);
  EXPECT_EQ(UsesOfArgument("abs([$1, paisql_substr($2, 1)])", 1), 1u);
}

}  // namespace
}  // namespace paisql::engine
