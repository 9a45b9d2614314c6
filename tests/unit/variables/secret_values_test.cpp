#include "variables/secret_values.h"

#include <gtest/gtest.h>

namespace paisql::variables {
namespace {

std::string Masked(std::string_view value, std::string_view text) {
  SecretValues secrets;
  secrets.Add(value);
  return secrets.Mask(text);
}

TEST(SecretValuesTest, ValuesGoAlsoWithinWordsAndInEitherLetterCase) {
  EXPECT_EQ(Masked("Hunter2", "column hunter2.x, HUNTER2x"), "column ***.x, ***x");
  EXPECT_EQ(Masked("密码", "找不到列 密码"), "找不到列 ***");
}

TEST(SecretValuesTest, ShortOnesGoAsWords) {
  EXPECT_EQ(Masked("t", "table t.x cannot be resolved"), "table ***.x cannot be resolved");
  EXPECT_EQ(Masked("", "table"), "table");
}

TEST(SecretValuesTest, WordsOfAValueGo) {
  EXPECT_EQ(Masked("correct horse", "invalid token 'horse', horses"),
            "invalid token '***', horses");
  EXPECT_EQ(Masked("it's;so", "invalid token 'so'"), "invalid token '***'");
}

TEST(SecretValuesTest, BeginningsOfAValueGoWhereTheyAreCut) {
  EXPECT_EQ(Masked("abcdefghij", "cannot cast 'abcdef...'"), "cannot cast '***...'");
  EXPECT_EQ(Masked("abcdefghij", "column abcdef"), "column abcdef");
}

TEST(SecretValuesTest, AllOfAnErrorIsMasked) {
  SecretValues secrets;
  secrets.Add("hunter2");
  Error error{ErrorCode::kSemantic, "hunter2", {}, "try hunter2"};
  error.others.push_back({ErrorCode::kSemantic, "again hunter2", {}, ""});
  const Error masked = secrets.Mask(error);
  EXPECT_EQ(masked.detail + masked.hint + masked.others[0].detail, "***try ***again ***");
}

}  // namespace
}  // namespace paisql::variables
