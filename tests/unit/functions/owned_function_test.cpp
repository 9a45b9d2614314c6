#include "functions/owned_function.h"

#include <gtest/gtest.h>

namespace paisql::functions {
namespace {

// The texts that it was made of are gone by the time it is used.
TEST(OwnedFunctionTest, OwnsItsTextsAsLongAsSomebodyKeepsIt) {
  std::shared_ptr<const Function> kept;
  {
    FunctionTexts texts;
    texts.name = std::string("a_name_that_is_not_short_enough_to_stand_in_the_string");
    texts.signatures = {"(STRING) -> STRING", "(BIGINT, BIGINT) -> BIGINT"};
    texts.help = "adds, or repeats what it is given";
    kept = MakeFunction(std::move(texts));
  }
  EXPECT_EQ(kept->name, "a_name_that_is_not_short_enough_to_stand_in_the_string");
  EXPECT_EQ(kept->help, "adds, or repeats what it is given");
  const Result<Resolution> found =
      ResolveOverload(*kept, {TypeId::kBigint, TypeId::kInt}, TypeMode());
  ASSERT_TRUE(found.ok());
  EXPECT_EQ(found->function, kept.get());
  EXPECT_EQ(found->overload, &kept->overloads[1]);
  EXPECT_EQ(found->result, DataType(TypeId::kBigint));
  EXPECT_FALSE(ResolveOverload(*kept, {}, TypeMode()).ok());
}

}  // namespace
}  // namespace paisql::functions
