#pragma once

// One row of a tensor as JSON. Pure functions.

#include <cstdint>
#include <string>

#include "inference/tensor.h"

namespace paisql::serving {

// The row of the first dimension, which the tensor has: "[1.0,2.5]", or "1.0" where a row is one
// element; "" for a type that JSON cannot write.
std::string RowJson(const inference::Tensor& tensor, int64_t row);

}  // namespace paisql::serving
