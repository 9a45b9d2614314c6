// Signatures: which one a caller gets, their texts, and what fits them.

#include "inference/signature.h"

#include <gtest/gtest.h>

#include "inference/signature_json.h"

namespace paisql::inference {
namespace {

Signature Example() {
  return {"serving_default",
          {{"x", ElementType::kFloat, std::vector<int64_t>{-1, 4}},
           {"word", ElementType::kString, std::nullopt}},
          {{"y", ElementType::kInt64, std::vector<int64_t>{-1}}}};
}

Tensor Text(std::vector<std::string> texts) {
  Tensor tensor{ElementType::kString, {static_cast<int64_t>(texts.size())}, {}, {}};
  tensor.strings = std::move(texts);
  return tensor;
}

TEST(Signature, TheDefaultIsServingDefaultOrTheOnlyOne) {
  std::vector<Signature> signatures = {{"predict", {}, {}}};
  EXPECT_EQ(FindSignature(signatures, "")->name, "predict");
  signatures.push_back({"serving_default", {}, {}});
  EXPECT_EQ(FindSignature(signatures, "")->name, "serving_default");
  EXPECT_EQ(FindSignature(signatures, "predict")->name, "predict");
  EXPECT_EQ(FindSignature(signatures, "other"), nullptr);
  signatures[1].name = "classify";
  EXPECT_EQ(FindSignature(signatures, ""), nullptr);
}

TEST(Signature, JsonGivesTheSameBack) {
  const std::string json = SignaturesJson({Example()});
  EXPECT_EQ(json,
            R"([{"signature_name":"serving_default","inputs":[)"
            R"({"name":"x","shape":[-1,4],"type":"DT_FLOAT"},{"name":"word","type":"DT_STRING"}],)"
            R"("outputs":[{"name":"y","shape":[-1],"type":"DT_INT64"}]}])");
  EXPECT_EQ(*SignaturesFromJson(json), std::vector<Signature>{Example()});
  for (const char* text : {"", "{", "[1]", "{\"a\":1}", R"([{"signature_name":"s"}])"}) {
    const auto read = SignaturesFromJson(text);
    EXPECT_TRUE(!read.ok() && read.error().code == ErrorCode::kDamaged) << text;
  }
}

TEST(CheckInputs, TakesWhatFits) {
  std::vector<Tensor> inputs = {Tensor::Allocate(ElementType::kFloat, {3, 4}), Text({"a"})};
  EXPECT_TRUE(CheckInputs(Example(), inputs).ok());
  inputs[0] = Tensor::Allocate(ElementType::kFloat, {0, 4});
  EXPECT_TRUE(CheckInputs(Example(), inputs).ok());
}

TEST(CheckInputs, NamesWhatDoesNotFit) {
  const Tensor text = Text({"a"});
  Tensor torn = Tensor::Allocate(ElementType::kFloat, {1, 4});
  torn.shape = {2, 4};
  Tensor huge = Tensor::Allocate(ElementType::kFloat, {1, 4});
  huge.shape = {INT64_MAX, 4};
  const struct {
    std::vector<Tensor> inputs;
    const char* said;
  } cases[] = {
      {{text}, "signature serving_default has 2 inputs, given 1"},
      {{Tensor::Allocate(ElementType::kDouble, {1, 4}), text},
       "input x is DT_FLOAT [?,4], given DT_DOUBLE [1,4]"},
      {{Tensor::Allocate(ElementType::kFloat, {1, 5}), text},
       "input x is DT_FLOAT [?,4], given DT_FLOAT [1,5]"},
      {{Tensor::Allocate(ElementType::kFloat, {4}), text},
       "input x is DT_FLOAT [?,4], given DT_FLOAT [4]"},
      {{torn, text}, "input x is DT_FLOAT [?,4], given 4 elements for the shape [2,4]"},
      {{huge, text},
       "input x is DT_FLOAT [?,4], given 4 elements for the shape [9223372036854775807,4]"},
  };
  for (const auto& [inputs, said] : cases) {
    const Status checked = CheckInputs(Example(), inputs);
    ASSERT_FALSE(checked.ok()) << said;
    EXPECT_EQ(checked.error().code, ErrorCode::kInvalidArgumentType);
    EXPECT_EQ(checked.error().detail, said);
  }
}

}  // namespace
}  // namespace paisql::inference
