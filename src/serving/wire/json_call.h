#pragma once

// Requests and answers in JSON: those of PAI-EAS' services, a list of rows or an object of columns,
// and those of TensorFlow Serving's REST. docs/serving-http.md shows each. Pure functions.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "serving/batch/call.h"

namespace paisql::serving {

enum class JsonForm {
  kEasRows,         // [{"f1": 1, "f2": 2}, …]
  kEasColumns,      // {"f1": [1, …], "f2": [2, …]}
  kServingRows,     // {"instances": […]} -> {"predictions": […]}
  kServingColumns,  // {"inputs": …} -> {"outputs": …}
};

struct JsonCall {
  JsonForm form = JsonForm::kEasRows;  // its answer has the same
  Call call;
};

// A body of PAI-EAS. `signature_name` may be "". Errors: kInvalidArgumentType, as for every
// request.
Result<JsonCall> ReadEasJson(std::string_view body,
                             const std::vector<inference::Signature>& signatures,
                             std::string_view signature_name);

// A body of TensorFlow Serving's :predict.
Result<JsonCall> ReadServingJson(std::string_view body,
                                 const std::vector<inference::Signature>& signatures);

// `names` are those of the outputs, in their order. kUnsupported for an output that JSON cannot
// hold: its type is not one of JSON, or it has no rows where the client requested rows.
Result<std::string> WriteJsonAnswer(JsonForm form, std::span<const std::string> names,
                                    std::span<const inference::Tensor> outputs);

}  // namespace paisql::serving
