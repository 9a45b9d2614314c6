#pragma once

// The names of a SavedModel's signatures and their tensors within, for code that shows a model as
// other servers do.

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"

namespace paisql::inference {

struct SignatureNames {
  std::string method_name;           // "tensorflow/serving/predict"
  std::vector<std::string> inputs;   // the graph's: "serving_default_x:0"
  std::vector<std::string> outputs;  // likewise
};

// One for each signature of ReadSignatures (inference/model.h), in its order and with its errors.
Result<std::vector<SignatureNames>> ReadSignatureNames(const std::filesystem::path& folder,
                                                       const std::vector<std::string>& tags = {
                                                           "serve"});

}  // namespace paisql::inference
