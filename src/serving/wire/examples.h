#pragma once

// :classify and :regress of TensorFlow Serving's REST, whose signatures take serialised tf.Example.
// Pure functions.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "serving/batch/call.h"

namespace paisql::serving {

// A body {"signature_name", "context": {…}, "examples": [{…}, …]}, for a signature whose only input
// is a list of texts. Each example has the fields of the context, too. Errors:
// kInvalidArgumentType.
Result<Call> ReadExamples(std::string_view body,
                          const std::vector<inference::Signature>& signatures);

// {"result": [[["label", score], …], …]} of the outputs "classes" and "scores", of which one may be
// missing; kUnsupported for other outputs.
Result<std::string> WriteClasses(std::span<const std::string> names,
                                 std::span<const inference::Tensor> outputs);

// {"result": [value, …]} of the output "outputs", or of the only one.
Result<std::string> WriteValues(std::span<const std::string> names,
                                std::span<const inference::Tensor> outputs);

}  // namespace paisql::serving
