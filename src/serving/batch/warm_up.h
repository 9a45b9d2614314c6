#pragma once

// The first runs of a model are slow, and slow again for each new number of rows. They are done
// before the first request comes.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "inference/model.h"
#include "serving/batch/call.h"
#include "serving/batch/cost.h"

namespace paisql::serving {

struct WarmUp {
  // Signatures of which rows that are computed together give what each gives alone, as far as two
  // rows that differ show it. Where a model looks across rows, requests stay apart.
  std::vector<const inference::Signature*> joinable{};
  // The model's errors for made-up inputs, as "signature: words". Real inputs may work.
  std::vector<std::string> complaints{};
  // Why this model must not get requests: its default signature failed with made-up rows, for lack
  // of memory, or with the given real request.
  std::optional<Error> failure{};
};

// Runs the default signature (the first one, where there is none) with 1, 2, 4, … rows up to
// `max_rows`, and every other signature once; fills `cost`. The rows are those of the first of
// `real` that is of the signature, again and again, else zeros and empty texts; where a shape is
// not known, of the shape [1]. Numbers of rows whose tensors take much memory are left out.
WarmUp WarmUpModel(inference::Model& model, int64_t max_rows, std::span<const Call> real,
                   CostTable& cost);

}  // namespace paisql::serving
