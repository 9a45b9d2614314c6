#pragma once

// Columns of Arrow as the elements that a target asks for.

#include <arrow/api.h>

#include <memory>

#include "libraries/tensors/columns/column_decoder.h"

namespace paisql::tensors {

// The array, a column's part of a file, as one of the target's element type; texts are binary
// arrays. Times, decimals and dates become the text that SQL shows of them where texts are asked
// for, and a column that has become wider since its file was written is widened. Throws ReadError.
std::shared_ptr<arrow::Array> ConvertedArray(const std::shared_ptr<arrow::Array>& array,
                                             const Column& column, const Target& target);

// Throws ReadError for what is not ok.
void CheckArrow(const arrow::Status& status);

template <typename T>
T ArrowValue(arrow::Result<T> result) {
  CheckArrow(result.status());
  return std::move(result).ValueUnsafe();
}

}  // namespace paisql::tensors
