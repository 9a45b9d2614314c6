#pragma once

// Signatures of the tables' rows, which every call of a function asks for.

#include <string_view>

#include "functions/function.h"

namespace paisql::functions {

// As ParseSignature; each thread parses a text once and keeps the result.
const Signature& KnownSignature(std::string_view text);

}  // namespace paisql::functions
