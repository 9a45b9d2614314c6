#include "udf/signature.h"

#include <gtest/gtest.h>

namespace paisql::udf {
namespace {

Signature Parsed(std::string_view text) {
  const Result<Signature> signature = ParseSignature(text);
  EXPECT_TRUE(signature.ok()) << text;
  return signature.ok() ? signature.value() : Signature();
}

TEST(SignatureTest, TypesOfArgumentsAndResults) {
  const Signature plus = Parsed(" bigint, BIGINT -> bigint ");
  EXPECT_EQ(plus.arguments, std::vector<DataType>(2, TypeId::kBigint));
  EXPECT_EQ(plus.results, std::vector<DataType>(1, TypeId::kBigint));
  EXPECT_FALSE(plus.any_more);
  const Signature nested =
      Parsed("ARRAY<ARRAY<Double>>,decimal(10, 2),map<string,bigint>->string,int");
  ASSERT_EQ(nested.arguments.size(), 3U);
  EXPECT_EQ(nested.arguments[1].ToString(), "DECIMAL(10,2)");
  EXPECT_EQ(nested.arguments[2].ToString(), "MAP<STRING,BIGINT>");
  EXPECT_EQ(nested.results.size(), 2U);
}

TEST(SignatureTest, AnyArgumentsAndNone) {
  EXPECT_TRUE(Parsed("*->string").any_more);
  EXPECT_TRUE(Parsed("*->string").arguments.empty());
  EXPECT_EQ(Parsed("double,*->string").arguments.size(), 1U);
  EXPECT_TRUE(Parsed("->string").arguments.empty());
  EXPECT_FALSE(Parsed("->string").any_more);
}

TEST(SignatureTest, TextsThatAreNone) {
  for (const char* text : {"", "bigint", "bigint->", "bigint->string->string", "bigint,->string",
                           "*,bigint->string", "number->string", "array<bigint->string"}) {
    EXPECT_FALSE(ParseSignature(text).ok()) << text;
  }
}

TEST(SignatureTest, SeveralOfAClassInJava) {
  const Result<std::vector<Signature>> both = ParseSignatures("bigint->bigint; string,*->string");
  ASSERT_TRUE(both.ok());
  ASSERT_EQ(both->size(), 2U);
  EXPECT_EQ(both->at(1), Parsed("string,*->string"));
  EXPECT_EQ(ParseSignatures("bigint->bigint")->size(), 1U);
  EXPECT_FALSE(ParseSignatures("bigint->bigint;").ok());
}

}  // namespace
}  // namespace paisql::udf
