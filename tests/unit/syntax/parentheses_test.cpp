#include "syntax/lexer/ending.h"

#include <gtest/gtest.h>

#include <string>

namespace paisql::syntax {
namespace {

struct Row {
  const char* text;
  std::optional<size_t> length;
};

TEST(ClosedLength, WhatIsQuotedOrACommentClosesNothing) {
  const Row rows[] = {
      {"()", 2},
      {"(a), b)", 3},
      {"((a) + (b)) c", 11},
      {"(')', \")\", `)`) x", 15},
      {"('it''s )', '\\')') x", 18},
      {"(a -- )\n) x", 9},
      {"(a /* ) */) x", 11},
      {"(", std::nullopt},
      {"(()", std::nullopt},
      {"(a -- )", std::nullopt},
      {"('a)", std::nullopt},
      {"(中, ')中') x", 13},
  };
  for (const Row& row : rows) EXPECT_EQ(ClosedLength(row.text), row.length) << row.text;
}

}  // namespace
}  // namespace paisql::syntax
