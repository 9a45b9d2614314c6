#include "serving/wire/call_parts.h"

#include <algorithm>
#include <utility>

#include "base/text.h"

namespace paisql::serving {

namespace {

template <typename Named>
std::string Names(const std::vector<Named>& rows) {
  std::vector<std::string> names;
  for (const Named& row : rows) names.push_back(row.name);
  return Join(names, ", ");
}

}  // namespace

Error BadRequest(std::string text) {
  return {ErrorCode::kInvalidArgumentType, std::move(text), {}, ""};
}

Result<const inference::Signature*> ChooseSignature(
    const std::vector<inference::Signature>& signatures, std::string_view name) {
  const inference::Signature* const found = inference::FindSignature(signatures, name);
  if (found != nullptr) return found;
  if (name.empty()) {
    return BadRequest("the model has several signatures; name one of " + Names(signatures));
  }
  return BadRequest("there is no signature '" + std::string(name) +
                    "'; there are: " + Names(signatures));
}

Result<size_t> ChooseInput(const inference::Signature& signature, std::string_view name) {
  for (size_t i = 0; i < signature.inputs.size(); ++i) {
    if (signature.inputs[i].name == name) return i;
  }
  return BadRequest("there is no input '" + std::string(name) + "'; signature " + signature.name +
                    " has: " + Names(signature.inputs));
}

Status CheckOutputs(const inference::Signature& signature, const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    const bool found =
        std::any_of(signature.outputs.begin(), signature.outputs.end(),
                    [&name](const inference::TensorSpec& spec) { return spec.name == name; });
    if (!found) {
      return BadRequest("there is no output '" + name + "'; signature " + signature.name +
                        " has: " + Names(signature.outputs));
    }
  }
  return Status::Ok();
}

Result<Call> MakeCall(const inference::Signature& signature,
                      std::vector<std::optional<inference::Tensor>> inputs,
                      std::vector<std::string> outputs) {
  Call call;
  call.signature = &signature;
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (!inputs[i].has_value()) {
      return BadRequest("input " + inference::SpecText(signature.inputs[i]) + " is missing");
    }
    call.inputs.push_back(*std::move(inputs[i]));
  }
  PAISQL_TRY(inference::CheckInputs(signature, call.inputs));
  PAISQL_TRY(CheckOutputs(signature, outputs));
  call.outputs = std::move(outputs);
  return call;
}

}  // namespace paisql::serving
