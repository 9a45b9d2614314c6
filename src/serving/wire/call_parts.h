#pragma once

// Every form of a request uses these functions to find signature, inputs by name, and outputs.
// Private to this folder; pure functions.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "serving/batch/call.h"

namespace paisql::serving {

Error BadRequest(std::string text);

// "" for the default one. The error lists what there is.
Result<const inference::Signature*> ChooseSignature(
    const std::vector<inference::Signature>& signatures, std::string_view name);

// The place of the input in the signature; the error lists what there is.
Result<size_t> ChooseInput(const inference::Signature& signature, std::string_view name);

// Refuses outputs that the signature has not.
Status CheckOutputs(const inference::Signature& signature, const std::vector<std::string>& names);

// The call, when each input was given, fits, and the outputs are there. `inputs` are in the order
// of the signature.
Result<Call> MakeCall(const inference::Signature& signature,
                      std::vector<std::optional<inference::Tensor>> inputs,
                      std::vector<std::string> outputs);

}  // namespace paisql::serving
