#pragma once

// The protocol buffers that PAI-EAS' TensorFlow processor takes and answers, PredictRequest and
// PredictResponse (docs/predict.proto has their fields). Read straight into tensors. Pure
// functions.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "serving/batch/call.h"

namespace paisql::serving {

// Reads signature, inputs and outputs of the call. kInvalidArgumentType for bytes that are not such
// a message, an unknown signature or output, and inputs that are unknown, missing, or against the
// signature. The error names the input with its type and shape.
Result<Call> ReadPredictRequest(std::string_view bytes,
                                const std::vector<inference::Signature>& signatures);

// `names` are those of the outputs, in their order. kUnsupported for a type that the message has no
// field for.
Result<std::string> WritePredictResponse(std::span<const std::string> names,
                                         std::span<const inference::Tensor> outputs);

}  // namespace paisql::serving
