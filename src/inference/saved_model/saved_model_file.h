#pragma once

// The file saved_model.pb of a SavedModel, as far as callers need it, read by its wire format.
// Private to the room.

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "inference/signature.h"
#include "inference/signature_names.h"

namespace paisql::inference {

struct GraphFacts {
  std::vector<Signature> signatures;
  using TensorNames = SignatureNames;
  std::vector<TensorNames> tensor_names;  // of each signature
  std::string tensorflow_version;         // that saved it, "" when it does not say
};

// The graph with exactly these tags. Signatures that take or give sparse or ragged
// tensors, and those that a runtime keeps for itself, are left out. Errors as ReadSignatures has
// them (inference/model.h).
Result<GraphFacts> ReadSavedModel(const std::filesystem::path& folder,
                                  const std::vector<std::string>& tags);

}  // namespace paisql::inference
