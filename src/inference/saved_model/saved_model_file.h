#pragma once

// The file saved_model.pb of a SavedModel, as far as callers need it, read by its wire format.
// Private to the room.

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "inference/signature.h"

namespace paisql::inference {

struct GraphFacts {
  std::vector<Signature> signatures;
  // Of each signature, the graph's name of each input and output: "serving_default_x:0".
  struct TensorNames {
    std::vector<std::string> inputs;
    std::vector<std::string> outputs;
  };
  std::vector<TensorNames> tensor_names;
  std::string tensorflow_version;  // that saved it, "" when it does not say
};

// The graph with exactly these tags. Signatures that take or give what is no dense tensor (sparse,
// ragged), and those that a runtime keeps for itself, are left out. Errors as ReadSignatures has
// them (inference/model.h).
Result<GraphFacts> ReadSavedModel(const std::filesystem::path& folder,
                                  const std::vector<std::string>& tags);

}  // namespace paisql::inference
