#pragma once

// Calls whose tensors have rows (the first dimension, of any size) and that may be computed as one.
// Pure functions.

#include <cstdint>
#include <span>
#include <vector>

#include "serving/batch/call.h"

namespace paisql::serving {

// Whether all inputs and all outputs of the signature have rows.
bool HasRows(const inference::Signature& signature);

// The number of the call's rows. 0 when it cannot join other calls: its signature has no rows, or
// its inputs have no rows or different numbers of them.
int64_t RowsOf(const Call& call);

// Whether two calls with rows need the same outputs from rows of the same shape.
bool CanJoin(const Call& left, const Call& right);

// The first rows of a tensor, which has as many or more. Numbers are not copied.
inference::Tensor FirstRows(inference::Tensor tensor, int64_t rows);

// The inputs of all calls, one after the other. There is at least one call, and all can join.
std::vector<inference::Tensor> JoinInputs(std::span<const Call> calls);

// Gives each call its rows of the outputs, which share the outputs' bytes. False when an output has
// not as many rows as went in: then it has not been computed row by row.
bool SplitOutputs(std::vector<inference::Tensor> outputs, std::span<const Call> calls,
                  std::vector<std::vector<inference::Tensor>>& parts);

}  // namespace paisql::serving
