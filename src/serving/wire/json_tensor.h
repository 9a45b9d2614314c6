#pragma once

// Values of JSON as tensors, and back. Private to this folder; pure functions.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "inference/signature.h"
#include "inference/tensor.h"
#include "serving/wire/json_text.h"

namespace paisql::serving {

// The tensor of one value, arrays within arrays; its shape is theirs. A text is a string, or
// {"b64": "…"} for bytes. The error (kInvalidArgumentType) names the input, its type and shape, and
// the place within the value.
Result<inference::Tensor> TensorOf(const rapidjson::Value& value,
                                   const inference::TensorSpec& spec);

// The same of rows, each a value: their number is the first dimension.
Result<inference::Tensor> TensorOfRows(std::span<const rapidjson::Value* const> rows,
                                       const inference::TensorSpec& spec);

// Whether texts of an output are written as {"b64": "…"}: TensorFlow Serving goes by the name.
bool IsBytesName(std::string_view name);

// Writes the elements from `begin` on as arrays of the shape. Texts that are not UTF-8 become
// {"b64": "…"} even when `bytes` is not set. False for a type that JSON cannot write.
bool WriteValue(const inference::Tensor& tensor, std::span<const int64_t> shape, int64_t begin,
                bool bytes, JsonWriter& writer);

// The row of the first dimension, which the tensor has: "[1.0,2.5]", or "1.0" where a row is one
// element; "" for a type that JSON cannot write.
std::string RowJson(const inference::Tensor& tensor, int64_t row);

}  // namespace paisql::serving
