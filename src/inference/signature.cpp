#include "inference/signature.h"

#include <fmt/format.h>

namespace paisql::inference {

namespace {

constexpr std::string_view kDefaultSignature = "serving_default";

Error BadInput(const TensorSpec& spec, const std::string& given) {
  return Error{ErrorCode::kInvalidArgumentType,
               fmt::format("input {} is {} {}, given {}", spec.name, ElementTypeName(spec.type),
                           ShapeText(spec.shape), given),
               {},
               ""};
}

bool Fits(const TensorSpec& spec, const std::vector<int64_t>& shape) {
  if (!spec.shape.has_value()) return true;
  if (spec.shape->size() != shape.size()) return false;
  for (size_t i = 0; i < shape.size(); ++i) {
    const int64_t wanted = (*spec.shape)[i];
    if (wanted >= 0 && wanted != shape[i]) return false;
  }
  return true;
}

// Whether the tensor has as many elements as its shape says; no product of sizes overflows.
bool IsWhole(const Tensor& tensor) {
  const bool texts = tensor.type == ElementType::kString;
  const size_t size = texts ? 1 : ElementSize(tensor.type);
  if (size == 0) return false;
  const size_t held = texts ? tensor.strings.size() : tensor.data.size() / size;
  if (!texts && tensor.data.size() % size != 0) return false;
  size_t wanted = 1;
  bool empty = false;
  for (const int64_t dimension : tensor.shape) {
    if (dimension < 0) return false;
    empty = empty || dimension == 0;
  }
  if (empty) return held == 0;
  for (const int64_t dimension : tensor.shape) {
    if (wanted > held / static_cast<size_t>(dimension)) return false;
    wanted *= static_cast<size_t>(dimension);
  }
  return wanted == held;
}

}  // namespace

const Signature* FindSignature(const std::vector<Signature>& signatures, std::string_view name) {
  const std::string_view wanted = name.empty() ? kDefaultSignature : name;
  for (const Signature& signature : signatures) {
    if (signature.name == wanted) return &signature;
  }
  return name.empty() && signatures.size() == 1 ? signatures.data() : nullptr;
}

std::string ShapeText(const std::optional<std::vector<int64_t>>& shape) {
  if (!shape.has_value()) return "of any shape";
  std::string text = "[";
  for (const int64_t dimension : *shape) {
    if (text.size() > 1) text += ',';
    text += dimension < 0 ? "?" : std::to_string(dimension);
  }
  return text + "]";
}

std::string SpecText(const TensorSpec& spec) {
  return fmt::format("{} {} {}", spec.name, ElementTypeName(spec.type), ShapeText(spec.shape));
}

Status CheckInputs(const Signature& signature, std::span<const Tensor> inputs) {
  if (inputs.size() != signature.inputs.size()) {
    return Error{ErrorCode::kInvalidArgumentType,
                 fmt::format("signature {} has {} inputs, given {}", signature.name,
                             signature.inputs.size(), inputs.size()),
                 {},
                 ""};
  }
  for (size_t i = 0; i < inputs.size(); ++i) {
    const TensorSpec& spec = signature.inputs[i];
    const Tensor& tensor = inputs[i];
    if (tensor.type != spec.type || !Fits(spec, tensor.shape)) {
      return BadInput(spec,
                      fmt::format("{} {}", ElementTypeName(tensor.type), ShapeText(tensor.shape)));
    }
    if (!IsWhole(tensor)) {
      return BadInput(spec, fmt::format("{} elements for the shape {}",
                                        tensor.type == ElementType::kString
                                            ? tensor.strings.size()
                                            : tensor.data.size() / ElementSize(tensor.type),
                                        ShapeText(tensor.shape)));
    }
  }
  return Status::Ok();
}

}  // namespace paisql::inference
