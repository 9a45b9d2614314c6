#include "base/result.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace paisql {
namespace {

Error SomeError() { return Error{ErrorCode::kIo, "broken", {}, ""}; }

Result<int> Half(int number) {
  if (number % 2 != 0) return SomeError();
  return number / 2;
}

Result<std::string> Quarter(int number) {
  PAISQL_ASSIGN(const int half, Half(number));
  int quarter = 0;
  PAISQL_ASSIGN(quarter, Half(half));
  return std::to_string(quarter);
}

Status Check(int number) {
  PAISQL_TRY(Half(number));
  PAISQL_TRY(Status::Ok());
  return Status::Ok();
}

TEST(ResultTest, HoldsAValueOrAnError) {
  EXPECT_EQ(*Half(8), 4);
  EXPECT_TRUE(static_cast<bool>(Half(8)));
  EXPECT_FALSE(Half(7).ok());
  EXPECT_EQ(Half(7).error().detail, "broken");
}

TEST(ResultTest, MacrosHandTheErrorOn) {
  EXPECT_EQ(*Quarter(8), "2");
  EXPECT_EQ(Quarter(6).error().code, ErrorCode::kIo);
  EXPECT_TRUE(Check(2).ok());
  EXPECT_EQ(Check(1).error().detail, "broken");
}

TEST(ResultTest, MovesWhatCannotBeCopied) {
  Result<std::unique_ptr<int>> result = std::make_unique<int>(5);
  std::unique_ptr<int> value = std::move(result).value();
  EXPECT_EQ(*value, 5);
}

TEST(ResultTest, ConvertsOnTheWayIn) {
  const Result<std::string> text = "literal";
  EXPECT_EQ(text->size(), 7u);
}

TEST(ResultDeathTest, ValueOfAFailureStopsTheProgram) {
  const Result<int> failed = SomeError();
  EXPECT_DEATH((void)failed.value(), "value\\(\\) of a failed Result");
  EXPECT_DEATH((void)Half(2).error(), "error\\(\\) of a Result");
  EXPECT_DEATH((void)Status::Ok().error(), "error\\(\\) of an Ok status");
}

}  // namespace
}  // namespace paisql
