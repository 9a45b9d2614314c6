#pragma once

// Signatures as JSON, as PAI-EAS shows them: {"signature_name":"serving_default",
// "inputs":[{"name":"x","shape":[-1,4],"type":"DT_FLOAT"}],"outputs":[…]}. A tensor of any shape
// has no member "shape".

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "inference/signature.h"

namespace paisql::inference {

std::string SignatureJson(const Signature& signature);
// An array of them.
std::string SignaturesJson(const std::vector<Signature>& signatures);

// Reads a text of SignaturesJson; kDamaged for any other text.
Result<std::vector<Signature>> SignaturesFromJson(std::string_view text);

}  // namespace paisql::inference
