#pragma once

// The inputs and outputs of a model.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "inference/tensor.h"

namespace paisql::inference {

// -1 in a shape: any size. No shape: any number of dimensions.
struct TensorSpec {
  std::string name;  // as callers write it: the key of the signature's map
  ElementType type = ElementType::kInvalid;
  std::optional<std::vector<int64_t>> shape;
  // A request may leave out the input of a row: NaN or "" stands for it.
  bool may_miss = false;

  bool operator==(const TensorSpec&) const = default;
};

// Inputs and outputs are in the order of their names, since a SavedModel keeps no other.
struct Signature {
  std::string name;  // "serving_default", "predict", …
  std::vector<TensorSpec> inputs;
  std::vector<TensorSpec> outputs;

  bool operator==(const Signature&) const = default;
};

// The signature that a caller gets who names none: "serving_default", else the only one, else
// nullptr. With a name: the one of that name, else nullptr.
const Signature* FindSignature(const std::vector<Signature>& signatures, std::string_view name);

// "[?,4]", "of any shape".
std::string ShapeText(const std::optional<std::vector<int64_t>>& shape);
// "x DT_FLOAT [?,4]".
std::string SpecText(const TensorSpec& spec);

// One tensor for each input, in the signature's order, of its type and shape, with as many elements
// as its shape says. The error (kInvalidArgumentType, for the caller of a server a bad request)
// names the input, its type and shape, and what was given.
Status CheckInputs(const Signature& signature, std::span<const Tensor> inputs);

}  // namespace paisql::inference
