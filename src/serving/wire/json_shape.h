#pragma once

// The shape of nested JSON arrays. Where a model leaves a dimension open after the first ([?,?],
// [?,?,8]), arrays may differ in length. The shape has the longest length, and shorter arrays are
// padded at their end. Private to this folder; pure functions.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/result.h"
#include "inference/signature.h"
#include "serving/wire/json_text.h"

namespace paisql::serving {

// Whether shorter arrays of this depth are padded, in a tensor of so many dimensions.
bool IsPadded(const inference::TensorSpec& spec, size_t rank, size_t depth);

// The shape of one value: that of the first arrays, widened where they are padded. Whether all
// arrays have it is not looked at. The error is kInvalidArgumentType: arrays too deep.
Result<std::vector<int64_t>> ShapeOfValue(const rapidjson::Value& value,
                                          const inference::TensorSpec& spec);

// The same of rows, whose number is the first dimension.
Result<std::vector<int64_t>> ShapeOfRows(std::span<const rapidjson::Value* const> rows,
                                         const inference::TensorSpec& spec);

// The product of dimensions; of none 1. As many as there may be at most where it is larger.
size_t ElementsOf(std::span<const int64_t> shape);

// The error (kInvalidArgumentType) for a shape that is padded to far more than the elements that
// were sent: one long row among many would cost any amount of memory.
Status CheckPadding(const inference::TensorSpec& spec, std::span<const int64_t> shape, size_t sent);

}  // namespace paisql::serving
