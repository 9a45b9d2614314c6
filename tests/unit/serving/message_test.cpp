#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <protozero/pbf_writer.hpp>

#include "serving/wire/array_message.h"
#include "serving/wire/compression.h"
#include "unit/serving/models.h"

namespace paisql::serving {
namespace {

using protozero::pbf_writer;
using testing::ElementsAre;
using testing::HasSubstr;

struct Array {
  std::string name = "x";
  ElementType type = ElementType::kFloat;
  std::vector<int64_t> shape = {1, 2};
  std::vector<float> floats = {1, 2};
  bool packed = true;
};

std::string RequestOf(const std::vector<Array>& arrays, const std::string& signature = "",
                      const std::string& output = "") {
  std::string bytes;
  pbf_writer request(bytes);
  for (const Array& array : arrays) {
    pbf_writer entry(request, 2);
    entry.add_string(1, array.name);
    pbf_writer value(entry, 2);
    value.add_enum(1, static_cast<int32_t>(array.type));
    {
      pbf_writer shape(value, 2);
      shape.add_packed_int64(1, array.shape.begin(), array.shape.end());
    }
    if (array.packed) {
      value.add_packed_float(3, array.floats.begin(), array.floats.end());
    } else {
      for (const float number : array.floats) value.add_float(3, number);
    }
  }
  // After the inputs, where it may stand as well.
  if (!signature.empty()) request.add_string(1, signature);
  if (!output.empty()) request.add_string(3, output);
  return bytes;
}

const std::vector<Signature>& Signatures() {
  static const std::vector<Signature> signatures = {SumSignature()};
  return signatures;
}

TEST(PredictRequest, IsReadWhereverItsFieldsStand) {
  for (const bool packed : {true, false}) {
    Array array;
    array.packed = packed;
    const auto call = ReadPredictRequest(RequestOf({array}, "serving_default", "y"), Signatures());
    ASSERT_TRUE(call.ok()) << call.error().detail;
    EXPECT_THAT(call->inputs[0].shape, ElementsAre(1, 2));
    EXPECT_THAT(ValuesOf(call->inputs[0]), ElementsAre(1, 2));
    EXPECT_THAT(call->outputs, ElementsAre("y"));
  }
}

TEST(PredictRequest, TakesNumbersInSeveralPieces) {
  std::string bytes;
  {
    pbf_writer request(bytes);
    pbf_writer entry(request, 2);
    entry.add_string(1, "x");
    pbf_writer value(entry, 2);
    value.add_enum(1, static_cast<int32_t>(ElementType::kFloat));
    {
      pbf_writer shape(value, 2);
      shape.add_int64(1, 4);
      shape.add_int64(1, 2);
    }
    const std::vector<float> some = {1, 2, 3, 4};
    const std::vector<float> one = {5};
    value.add_packed_float(3, some.begin(), some.end());
    value.add_float(3, 4.5F);
    value.add_packed_float(3, one.begin(), one.end());
    value.add_float(3, 6);
    value.add_float(3, 7);
  }
  const auto call = ReadPredictRequest(bytes, Signatures());
  ASSERT_TRUE(call.ok()) << call.error().detail;
  EXPECT_THAT(ValuesOf(call->inputs[0]), ElementsAre(1, 2, 3, 4, 4.5F, 5, 6, 7));
}

TEST(PredictRequest, WhatDoesNotFitIsToldByNameTypeAndShape) {
  Array other_type;
  other_type.type = ElementType::kInt32;
  Array other_shape;
  other_shape.shape = {2, 1};
  Array too_few;
  too_few.shape = {2, 2};
  Array negative;
  negative.shape = {-1, -2};
  Array endless;
  endless.shape = {int64_t{1} << 40, int64_t{1} << 40};
  Array unknown;
  unknown.name = "z";
  struct Case {
    std::string bytes;
    std::vector<std::string> words;
  };
  const Case cases[] = {
      {RequestOf({}), {"x DT_FLOAT [?,2]", "missing"}},
      {RequestOf({other_type}), {"x DT_FLOAT [?,2]", "DT_INT32"}},
      {RequestOf({other_shape}), {"x is DT_FLOAT [?,2]", "[2,1]"}},
      {RequestOf({too_few}), {"x DT_FLOAT [?,2]", "as many elements"}},
      {RequestOf({negative}), {"x DT_FLOAT [?,2]", "as many elements"}},
      {RequestOf({endless}), {"x DT_FLOAT [?,2]", "as many elements"}},
      {RequestOf({unknown}), {"'z'", "has: x"}},
      {RequestOf({Array()}, "other"), {"'other'", "serving_default"}},
      {RequestOf({Array()}, "", "w"), {"'w'", "has: y"}},
      {"\xff\xff\xff", {"not a PredictRequest"}},
  };
  for (const Case& c : cases) {
    const auto call = ReadPredictRequest(c.bytes, Signatures());
    ASSERT_FALSE(call.ok()) << c.words[0];
    EXPECT_EQ(call.error().code, ErrorCode::kInvalidArgumentType);
    for (const std::string& word : c.words) EXPECT_THAT(call.error().detail, HasSubstr(word));
  }
}

TEST(PredictRequest, NoBeginningOfOneIsTakenForTheWhole) {
  const std::string whole = RequestOf({Array()});
  for (size_t size = 0; size < whole.size(); ++size) {
    EXPECT_FALSE(ReadPredictRequest(whole.substr(0, size), Signatures()).ok()) << size;
  }
}

TEST(PredictResponse, HasTheFieldsOfThePlatform) {
  const std::vector<std::string> names = {"y"};
  std::vector<Tensor> outputs = {Tensor::Allocate(ElementType::kInt8, {2})};
  outputs[0].data.as<int8_t>()[0] = 3;
  outputs[0].data.as<int8_t>()[1] = -1;
  const auto bytes = WritePredictResponse(names, outputs);
  ASSERT_TRUE(bytes.ok());
  // outputs{key: "y", value{dtype: DT_INT8, array_shape{dim: 2}, int_val: [3, -1]}}
  const std::string value =
      std::string("\x08\x06\x12\x03\x0a\x01\x02\x2a\x0b\x03", 10) + std::string(9, '\xff') + "\x01";
  EXPECT_EQ(*bytes, std::string("\x0a\x19\x0a\x01y\x12\x14") + value);
  outputs[0] = Tensor::Allocate(ElementType::kHalf, {1});
  const auto half = WritePredictResponse(names, outputs);
  ASSERT_FALSE(half.ok());
  EXPECT_THAT(half.error().detail, HasSubstr("'y' is DT_HALF"));
}

TEST(Compression, WhatIsCompressedComesBack) {
  const std::string text = std::string(5000, 'x') + "end";
  for (const std::string encoding : {"gzip", "deflate", "zstd", "zlib"}) {
    std::string body = text;
    ASSERT_EQ(Compress("br;q=1, " + encoding + ";q=0.5", body), encoding);
    EXPECT_LT(body.size(), text.size());
    const auto back = Decompress(body, encoding, 10000);
    ASSERT_TRUE(back.ok()) << back.error().detail;
    EXPECT_EQ(back->value(), text);
    // The limit is that of what comes out.
    const auto limited = Decompress(body, encoding, 5000);
    ASSERT_FALSE(limited.ok());
    EXPECT_EQ(limited.error().code, ErrorCode::kDataOverflow);
    for (const size_t size : {size_t{0}, size_t{5}, body.size() - 1}) {
      EXPECT_FALSE(Decompress(body.substr(0, size), encoding, 10000).ok()) << encoding << size;
    }
    // The SDK for Go says nothing of its compression.
    if (encoding != "zstd") {
      const auto unsaid = Decompress(body, "", 10000);
      ASSERT_TRUE(unsaid.ok());
      EXPECT_EQ(unsaid->value(), text);
    }
  }
  EXPECT_EQ(Decompress("plain", "", 10)->has_value(), false);
  EXPECT_FALSE(Decompress("plain", "br", 10).ok());
}

TEST(Compression, ShortAnswersAndOtherClientsGetPlainBodies) {
  std::string body = "short";
  EXPECT_EQ(Compress("gzip", body), "");
  body.assign(5000, 'x');
  EXPECT_EQ(Compress("", body), "");
  EXPECT_EQ(Compress("gzip;q=0, br", body), "");
  EXPECT_EQ(body.size(), 5000U);
}

}  // namespace
}  // namespace paisql::serving
