#pragma once

// What a model is warmed up with instead of zeros.

#include <string>
#include <vector>

#include "base/result.h"
#include "serving/batch/call.h"

namespace paisql::serving {

// The call of a file that holds the body of a request to /api/predict: protocol buffers, or JSON of
// rows or columns. An error names the file: one that cannot be read, or (kInvalidCommand) does not
// fit the model.
Result<Call> ReadWarmUpRequest(const std::string& path,
                               const std::vector<inference::Signature>& signatures);

}  // namespace paisql::serving
