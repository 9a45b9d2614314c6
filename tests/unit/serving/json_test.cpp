#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "serving/wire/examples.h"
#include "serving/wire/json_call.h"
#include "unit/serving/models.h"

namespace paisql::serving {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<Signature> OneInput(ElementType type, std::optional<std::vector<int64_t>> shape) {
  return {{"serving_default",
           {{"x", type, std::move(shape)}},
           {{"y", ElementType::kFloat, std::vector<int64_t>{-1}}}}};
}

std::vector<Signature> TwoInputs() {
  return {{"serving_default",
           {{"f1", ElementType::kFloat, std::vector<int64_t>{-1, 1}},
            {"f2", ElementType::kInt64, std::vector<int64_t>{-1}}},
           {{"y", ElementType::kFloat, std::vector<int64_t>{-1}}}}};
}

std::string ErrorOf(const Result<JsonCall>& read) { return read.ok() ? "" : read.error().detail; }

TEST(EasJson, RowsAndColumnsAreTheSameCall) {
  const auto signatures = TwoInputs();
  const auto rows = ReadEasJson(R"([{"f1":1.5,"f2":1},{"f2":2,"f1":-2}])", signatures, "");
  ASSERT_TRUE(rows.ok()) << ErrorOf(rows);
  EXPECT_EQ(rows->form, JsonForm::kEasRows);
  const auto columns = ReadEasJson(R"({"f2":[1,2],"f1":[1.5,-2]})", signatures, "");
  ASSERT_TRUE(columns.ok()) << ErrorOf(columns);
  EXPECT_EQ(columns->form, JsonForm::kEasColumns);
  for (const Call* call : {&rows->call, &columns->call}) {
    EXPECT_THAT(call->inputs[0].shape, ElementsAre(2, 1));
    EXPECT_THAT(ValuesOf(call->inputs[0]), ElementsAre(1.5F, -2.0F));
    EXPECT_EQ(call->inputs[1].data.as<int64_t>()[1], 2);
  }
}

struct Refused {
  std::string_view body;
  std::vector<std::string> words;  // all of which the message has
};

TEST(EasJson, WhatDoesNotFitIsToldByNameTypeAndShape) {
  const auto signatures = TwoInputs();
  const Refused cases[] = {
      {"", {"not JSON"}},
      {"[{", {"not JSON", "byte 2"}},
      {"3", {"list of rows"}},
      {"[]", {"empty"}},
      {"[1]", {"row 0 is not an object"}},
      {R"([{"f1":1}])", {"f2 DT_INT64 [?]", "missing in row 0"}},
      {R"([{"f1":1,"f2":2},{"f1":1}])", {"f2", "missing in row 1"}},
      {R"([{"f1":1,"f2":2,"f3":3}])", {"'f3'", "f1, f2"}},
      {R"([{"f1":1,"f2":2,"f2":2}])", {"'f2'", "twice"}},
      {R"([{"f1":"a","f2":2}])", {"f1 DT_FLOAT [?,1]", "[0]", "is a text"}},
      {R"([{"f1":null,"f2":2}])", {"f1 DT_FLOAT", "is null"}},
      {R"([{"f1":1e39,"f2":2}])", {"f1 DT_FLOAT", "does not fit"}},
      {R"([{"f1":1,"f2":2.5}])", {"f2 DT_INT64", "does not fit"}},
      {R"([{"f1":1,"f2":9223372036854775808}])", {"f2 DT_INT64", "does not fit"}},
      {R"([{"f1":1,"f2":[2]},{"f1":1,"f2":[2,3]}])", {"f2", "[1]", "has 2 elements"}},
      {R"([{"f1":[1,2],"f2":2}])", {"f1 is DT_FLOAT [?,1]", "[1,2]"}},
      {R"({"f1":[1,2],"f2":[[1],2]})", {"f2", "[1]", "where others have 1 elements"}},
      {R"({"f1":[1,2]})", {"f2 DT_INT64 [?]", "missing"}},
  };
  for (const Refused& c : cases) {
    const auto read = ReadEasJson(c.body, signatures, "");
    ASSERT_FALSE(read.ok()) << c.body;
    EXPECT_EQ(read.error().code, ErrorCode::kInvalidArgumentType) << c.body;
    for (const std::string& word : c.words) EXPECT_THAT(ErrorOf(read), HasSubstr(word)) << c.body;
  }
  EXPECT_THAT(ErrorOf(ReadEasJson("[{}]", signatures, "other")),
              HasSubstr("'other'; there are: serving_default"));
}

TEST(EasJson, ArraysThatPromiseMoreThanWasSentAreRefusedBeforeThereIsMemory) {
  // A first row of a million, and a million rows: 4 TB, if the first row were believed.
  std::string body = "{\"x\":[[0";
  for (int i = 1; i < 1000000; ++i) body += ",0";
  body += "]";
  for (int i = 1; i < 1000000; ++i) body += ",0";
  body += "]}";
  const auto read =
      ReadEasJson(body, OneInput(ElementType::kFloat, std::vector<int64_t>{-1, -1}), "");
  EXPECT_THAT(ErrorOf(read), HasSubstr("its value at [1] is a number"));
}

TEST(EasJson, ArraysOfDifferentLengthsArePaddedWhereADimensionIsOpen) {
  const auto words = OneInput(ElementType::kString, std::vector<int64_t>{-1, -1});
  for (const char* body :
       {R"({"x":[["a"],[],["b","c"]]})", R"([{"x":["a"]},{"x":[]},{"x":["b","c"]}])"}) {
    const auto read = ReadEasJson(body, words, "");
    ASSERT_TRUE(read.ok()) << ErrorOf(read);
    EXPECT_THAT(read->call.inputs[0].shape, ElementsAre(3, 2));
    EXPECT_THAT(read->call.inputs[0].strings, ElementsAre("a", "", "", "", "b", "c"));
  }
  const auto steps = OneInput(ElementType::kFloat, std::vector<int64_t>{-1, -1, 2});
  const auto read = ReadEasJson(R"([{"x":[]},{"x":[[1,2]]},{"x":[[3,4],[5,6]]}])", steps, "");
  ASSERT_TRUE(read.ok()) << ErrorOf(read);
  EXPECT_THAT(read->call.inputs[0].shape, ElementsAre(3, 2, 2));
  EXPECT_THAT(ValuesOf(read->call.inputs[0]), ElementsAre(0, 0, 0, 0, 1, 2, 0, 0, 3, 4, 5, 6));
  // What the model has fixed is not padded, nor what is deeper than its input.
  EXPECT_THAT(ErrorOf(ReadEasJson(R"([{"x":[[1,2]]},{"x":[[3]]}])", steps, "")),
              HasSubstr("[1][0] has 1 elements where others have 2"));
  EXPECT_THAT(ErrorOf(ReadEasJson(R"({"x":[["a"],[["b"]]]})", words, "")),
              HasSubstr("its value at [1][0] is an array"));
}

TEST(EasJson, PaddingHasALimit) {
  // One row of a million, and a hundred of one element.
  std::string body = "{\"x\":[[0";
  for (int i = 1; i < 1000000; ++i) body += ",0";
  body += "]";
  for (int i = 0; i < 100; ++i) body += ",[0]";
  body += "]}";
  const auto open = OneInput(ElementType::kFloat, std::vector<int64_t>{-1, -1});
  EXPECT_THAT(ErrorOf(ReadEasJson(body, open, "")), HasSubstr("padded to the longest 101000000"));
}

TEST(EasJson, RowsOfOneValueAreNoPadding) {
  constexpr int64_t kRows = (int64_t{1} << 22) + 1;  // more than may be added as padding
  std::string body = "[{\"x\":0}";
  for (int64_t i = 1; i < kRows; ++i) body += ",{\"x\":0}";
  body += "]";
  const auto one = OneInput(ElementType::kFloat, std::vector<int64_t>{-1});
  const auto read = ReadEasJson(body, one, "");
  ASSERT_TRUE(read.ok()) << ErrorOf(read);
  EXPECT_THAT(read->call.inputs[0].shape, ElementsAre(kRows));
}

TEST(EasJson, DepthCostsNoStack) {
  const std::string deep(1000000, '[');
  const auto signatures = OneInput(ElementType::kFloat, std::nullopt);
  EXPECT_FALSE(ReadEasJson(deep, signatures, "").ok());
  const std::string closed = "{\"x\":" + deep + std::string(1000000, ']') + "}";
  EXPECT_THAT(ErrorOf(ReadEasJson(closed, signatures, "")), HasSubstr("more than 32 deep"));
}

TEST(ServingJson, TakesTheFormsOfTensorFlowServing) {
  const auto one = OneInput(ElementType::kFloat, std::vector<int64_t>{-1, 2});
  for (const std::string_view body :
       {R"({"instances":[[1,2],[3,4]]})", R"({"instances":[{"x":[1,2]},{"x":[3,4]}]})",
        R"({"inputs":[[1,2],[3,4]]})", R"({"inputs":{"x":[[1,2],[3,4]]}})",
        R"({"instances":[[1,2],[3,4]],"signature_name":"serving_default"})"}) {
    const auto read = ReadServingJson(body, one);
    ASSERT_TRUE(read.ok()) << body << ": " << ErrorOf(read);
    EXPECT_THAT(read->call.inputs[0].shape, ElementsAre(2, 2)) << body;
    EXPECT_THAT(ValuesOf(read->call.inputs[0]), ElementsAre(1, 2, 3, 4)) << body;
  }
  EXPECT_THAT(ErrorOf(ReadServingJson("[]", one)), HasSubstr("needs an object"));
  EXPECT_THAT(ErrorOf(ReadServingJson("{}", one)), HasSubstr("either"));
  EXPECT_THAT(ErrorOf(ReadServingJson(R"({"instances":[1],"inputs":[1]})", one)),
              HasSubstr("either"));
  EXPECT_THAT(ErrorOf(ReadServingJson(R"({"instances":[]})", one)), HasSubstr("at least one row"));
  EXPECT_THAT(ErrorOf(ReadServingJson(R"({"instances":[1]})", TwoInputs())),
              HasSubstr("has 2 inputs"));
}

TEST(ServingJson, BytesAreBase64) {
  const auto text = OneInput(ElementType::kString, std::vector<int64_t>{-1});
  const auto read = ReadServingJson(R"({"instances":[{"b64":"/w=="},"b64","",{"b64":""}]})", text);
  ASSERT_TRUE(read.ok()) << ErrorOf(read);
  EXPECT_THAT(read->call.inputs[0].strings, ElementsAre("\xff", "b64", "", ""));
  EXPECT_THAT(ErrorOf(ReadServingJson(R"({"instances":[{"b64":"/w="}]})", text)),
              HasSubstr("x DT_STRING [?]: its value at [0] is an object"));
}

TEST(ServingJson, NumbersThatJsonHasNotAreReadAndWritten) {
  const auto one = OneInput(ElementType::kFloat, std::vector<int64_t>{-1});
  const auto read = ReadServingJson(R"({"instances":[NaN,Infinity,-Infinity,0]})", one);
  ASSERT_TRUE(read.ok()) << ErrorOf(read);
  const std::vector<std::string> names = {"y"};
  const auto text = WriteJsonAnswer(read->form, names, read->call.inputs);
  ASSERT_TRUE(text.ok());
  EXPECT_EQ(*text, R"({"predictions":[NaN,Infinity,-Infinity,0.0]})");
}

struct Written {
  JsonForm form;
  std::string_view text;
};

TEST(JsonAnswer, EachFormHasItsOwn) {
  const std::vector<std::string> names = {"a", "b_bytes"};
  std::vector<Tensor> outputs;
  outputs.push_back(Floats({2, 1}, {0.1F, 1e20F}));
  outputs.push_back(Tensor::Allocate(ElementType::kString, {2}));
  outputs[1].strings = {"hi", "\xff"};
  const Written both[] = {
      {JsonForm::kEasRows,
       R"([{"a":[0.1],"b_bytes":{"b64":"aGk="}},{"a":[1e+20],"b_bytes":{"b64":"/w=="}}])"},
      {JsonForm::kEasColumns, R"({"a":[[0.1],[1e+20]],"b_bytes":[{"b64":"aGk="},{"b64":"/w=="}]})"},
      {JsonForm::kServingRows,
       R"({"predictions":[{"a":[0.1],"b_bytes":{"b64":"aGk="}},{"a":[1e+20],"b_bytes":{"b64":"/w=="}}]})"},
  };
  for (const Written& c : both) {
    const auto text = WriteJsonAnswer(c.form, names, outputs);
    ASSERT_TRUE(text.ok());
    EXPECT_EQ(*text, c.text);
  }
  const std::vector<Tensor> first = {outputs[0]};
  const std::vector<std::string> name = {"a"};
  const Written one[] = {
      {JsonForm::kEasRows, R"([{"a":[0.1]},{"a":[1e+20]}])"},
      {JsonForm::kServingRows, R"({"predictions":[[0.1],[1e+20]]})"},
      {JsonForm::kServingColumns, R"({"outputs":[[0.1],[1e+20]]})"},
  };
  for (const Written& c : one) {
    const auto text = WriteJsonAnswer(c.form, name, first);
    ASSERT_TRUE(text.ok());
    EXPECT_EQ(*text, c.text);
  }
}

TEST(JsonAnswer, AnOutputWithoutRowsWantsColumns) {
  const std::vector<std::string> names = {"y"};
  const std::vector<Tensor> outputs = {Floats({}, {2.5F})};
  const auto rows = WriteJsonAnswer(JsonForm::kServingRows, names, outputs);
  ASSERT_FALSE(rows.ok());
  EXPECT_THAT(rows.error().detail, HasSubstr("ask by columns"));
  const auto columns = WriteJsonAnswer(JsonForm::kServingColumns, names, outputs);
  ASSERT_TRUE(columns.ok());
  EXPECT_EQ(*columns, R"({"outputs":2.5})");
}

TEST(JsonAnswer, HalvesAreNumbers) {
  const std::vector<std::string> names = {"y"};
  std::vector<Tensor> outputs = {Tensor::Allocate(ElementType::kHalf, {5})};
  const uint16_t bits[] = {0x3C00, 0xC000, 0x0001, 0x7C00, 0x7E00};
  std::copy(std::begin(bits), std::end(bits), outputs[0].data.as<uint16_t>());
  const auto text = WriteJsonAnswer(JsonForm::kServingColumns, names, outputs);
  ASSERT_TRUE(text.ok());
  EXPECT_EQ(*text, R"({"outputs":[1.0,-2.0,5.9604645e-08,Infinity,NaN]})");
}

TEST(Examples, FeaturesBecomeTfExample) {
  const auto signatures = OneInput(ElementType::kString, std::vector<int64_t>{-1});
  const auto call =
      ReadExamples(R"({"context":{"c":1},"examples":[{"f":[0.5,1],"s":"a"},{"c":2}]})", signatures);
  ASSERT_TRUE(call.ok()) << call.error().detail;
  ASSERT_EQ(call->inputs[0].strings.size(), 2U);
  // Features{feature{"c": Int64List{2}}}, as Google's library writes it.
  EXPECT_EQ(call->inputs[0].strings[1], std::string("\x0a\x0c\x0a\x0a\x0a\x01"
                                                    "c\x12\x05\x1a\x03\x0a\x01\x02"));
  EXPECT_THAT(call->inputs[0].strings[0], HasSubstr("\x0a\x01"
                                                    "c"));
  for (const std::string_view body :
       {"[]", "{}", R"({"examples":[]})", R"({"examples":[1]})", R"({"examples":[{"f":null}]})",
        R"({"examples":[{"f":["a",1]}]})", R"({"examples":[{"f":{"b64":"?"}}]})",
        R"({"examples":[{}],"context":1})"}) {
    EXPECT_FALSE(ReadExamples(body, signatures).ok()) << body;
  }
  EXPECT_FALSE(ReadExamples(R"({"examples":[{}]})", TwoInputs()).ok());
}

TEST(Examples, ResultsArePairsOrValues) {
  std::vector<Tensor> outputs = {Tensor::Allocate(ElementType::kString, {1, 2}),
                                 Floats({1, 2}, {0.25F, 0.75F})};
  outputs[0].strings = {"no", "yes"};
  const std::vector<std::string> names = {"classes", "scores"};
  const auto classes = WriteClasses(names, outputs);
  ASSERT_TRUE(classes.ok());
  EXPECT_EQ(*classes, R"({"result":[[["no",0.25],["yes",0.75]]]})");
  const std::vector<Tensor> values = {Floats({2, 1}, {1.5F, 2.0F})};
  const std::vector<std::string> name = {"outputs"};
  const auto regress = WriteValues(name, values);
  ASSERT_TRUE(regress.ok());
  EXPECT_EQ(*regress, R"({"result":[1.5,2.0]})");
  EXPECT_FALSE(WriteClasses(name, values).ok());
  EXPECT_FALSE(WriteValues(names, outputs).ok());
}

}  // namespace
}  // namespace paisql::serving
