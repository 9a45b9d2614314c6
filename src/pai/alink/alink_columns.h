#pragma once

// Which columns of the rows a script of Alink's gets, and which of them are tensors. Each function
// adds to the job what its parameters say; errors have the place of what is wrong. Private to pai.

#include <nlohmann/json.hpp>
#include <vector>

#include "jobs/spec/job_spec.h"
#include "pai/parameter/parameters.h"
#include "pai/value/build_context.h"

namespace paisql::pai {

// selectedCols and convertTypes: those of `columns`, which `input` names, that the script gets.
// kInvalidCommand for a column that a tf.train.Example does not hold, with what makes it fit.
Status ReadExampleColumns(const Parameters& parameters, const BuildContext& context,
                          const std::vector<store::Column>& columns, const SourceRange& input,
                          nlohmann::json* job);

// Reads tensorShapes, which the script finds in tensor_shapes.txt. Call after ReadExampleColumns().
Status ReadTensorShapes(const Parameters& parameters, const BuildContext& context,
                        nlohmann::json* job);

// Reads tensorCols: columns whose texts are tensors, of which the script gets the elements. Call
// after ReadExampleColumns().
Status ReadTensorCols(const Parameters& parameters, const BuildContext& context,
                      const std::vector<store::Column>& columns, nlohmann::json* job);

}  // namespace paisql::pai
