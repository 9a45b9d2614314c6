#pragma once

// How a predictor computes: the names of the model's inputs and outputs, batches, threads, NULLs.
// Private to pai.

#include <nlohmann/json.hpp>

#include "pai/alink/alink_model_job.h"
#include "pai/parameter/parameters.h"
#include "pai/value/build_context.h"

namespace paisql::pai {

// Adds to the job, whose columns are chosen (alink_model_columns.h): inputs, outputs, signature,
// tag, nulls, batch, threads, axes. kInvalidCommand for lists that have not a name, or a number,
// for each column, with the place.
Status ReadModelChoices(ModelKind kind, const Parameters& parameters, const BuildContext& context,
                        nlohmann::json* job);

}  // namespace paisql::pai
