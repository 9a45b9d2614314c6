#pragma once

// Rows of a batch of the engine as udf/packed_batch.h has them: for the worker of a function, and
// to keep what goes around the function.

#include <optional>
#include <string>
#include <vector>

#include "engine/result_stream.h"
#include "udf/packed_batch.h"

namespace paisql::transform {

enum class PackedForm {
  kForWorker,
  // Nothing of a value is lost: TIMESTAMPs are their texts, with nanoseconds, and intervals numbers
  // of months or microseconds.
  kWhole,
};

// The columns from `first` on, of the rows from `begin` up to `end`; nullopt where they are more
// than goes at once.
std::optional<std::string> PackRows(const engine::Batch& batch, const std::vector<DataType>& types,
                                    size_t first, size_t begin, size_t end, PackedForm form);

// Where the rows end that are packed at once: after `begin`, so that they stay below the size of a
// frame.
size_t EndOfPiece(const engine::Batch& batch, const std::vector<DataType>& types, size_t begin);

}  // namespace paisql::transform
