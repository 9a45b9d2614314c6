// Reading a statement ends where its leash does.

#include <gtest/gtest.h>

#include <string>

#include "syntax/parser.h"

namespace paisql::syntax {
namespace {

std::string ManyRows() {
  std::string text = "SELECT * FROM VALUES (0)";
  for (int i = 1; i < 2'000; ++i) text += ", (" + std::to_string(i) + ")";
  return text + " AS t(a)";
}

TEST(ParserLeash, AnInterruptEndsTheParsing) {
  std::stop_source stop;
  stop.request_stop();
  Leash leash(stop.get_token(), 0);
  const Result<StatementPtr> parsed = ParseStatement(ManyRows(), &leash);
  ASSERT_FALSE(parsed.ok());
  EXPECT_EQ(parsed.error().code, ErrorCode::kInstanceCancelled);
}

TEST(ParserLeash, ALooseOneChangesNothing) {
  Leash leash;
  EXPECT_TRUE(ParseStatement(ManyRows(), &leash).ok());
}

}  // namespace
}  // namespace paisql::syntax
