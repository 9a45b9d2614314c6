// Every function that the platform's pages list is known here, or refused by its name with a cure.

#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "analysis/expression/absent.h"
#include "base/text.h"
#include "functions/function.h"
#include "test_data.h"

namespace paisql::analysis {
namespace {

TEST(PlatformFunctions, EachIsKnownOrRefusedWithACure) {
  std::ifstream file(TestData() / "functions" / "platform_names.txt");
  size_t names = 0;
  size_t refused = 0;
  for (std::string name; std::getline(file, name);) {
    ++names;
    EXPECT_EQ(name, ToLower(name));
    const std::optional<Error> absent = AbsentFunction(name, {});
    if (functions::FindFunction(name) != nullptr) {
      EXPECT_FALSE(absent.has_value()) << name << " is a function: its refusal is out of date";
      continue;
    }
    ++refused;
    ASSERT_TRUE(absent.has_value()) << name << " is neither a function nor refused";
    EXPECT_FALSE(absent->hint.empty()) << name;
  }
  EXPECT_GT(names, 340U);
  EXPECT_GT(refused, 40U);
}

}  // namespace
}  // namespace paisql::analysis
