#include "serving/service/pages.h"

#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "base/whole_number.h"
#include "inference/signature_json.h"

namespace paisql::serving {

namespace {

// Members stay in the order in which they are written.
using Json = nlohmann::ordered_json;

http::Response JsonPage(const Json& json, int status = 200) {
  return {status, kJsonType, json.dump(-1, ' ', false, Json::error_handler_t::replace)};
}

// Sizes are texts, as protocol buffers write 64 bits in JSON.
Json ServingTensor(const inference::TensorSpec& spec, const std::string& name) {
  Json shape{{"dim", Json::array()}, {"unknown_rank", !spec.shape.has_value()}};
  if (spec.shape.has_value()) {
    for (const int64_t size : *spec.shape) {
      shape["dim"].push_back({{"size", std::to_string(size)}, {"name", ""}});
    }
  }
  return {{"dtype", std::string(inference::ElementTypeName(spec.type))},
          {"tensor_shape", std::move(shape)},
          {"name", name}};
}

Json ServingTensors(const std::vector<inference::TensorSpec>& specs,
                    const std::vector<std::string>& names) {
  Json tensors = Json::object();
  for (size_t i = 0; i < specs.size(); ++i) {
    tensors[specs[i].name] = ServingTensor(specs[i], i < names.size() ? names[i] : "");
  }
  return tensors;
}

}  // namespace

http::Response TextError(int status, std::string_view text) {
  return {status, kTextType, std::string(text) + "\n"};
}

http::Response JsonError(int status, std::string_view text) {
  return JsonPage({{"error", std::string(text)}}, status);
}

http::Response SignaturePage(const inference::Model& model, std::string_view signature_name) {
  const inference::Signature* const signature =
      inference::FindSignature(model.signatures(), signature_name);
  if (signature != nullptr) return {200, kJsonType, inference::SignatureJson(*signature)};
  if (!signature_name.empty()) {
    return TextError(404, "there is no signature '" + std::string(signature_name) + "'");
  }
  return {200, kJsonType, "{\"signatures\":" + inference::SignaturesJson(model.signatures()) + "}"};
}

http::Response UpstreamsPage(std::string_view host) {
  const size_t colon = host.rfind(':');
  const bool has_port = colon != std::string_view::npos;
  const int port = has_port ? WholeNumberOr(host.substr(colon + 1), 80) : 80;
  const Json item{{"ip", std::string(host.substr(0, colon))}, {"port", port}, {"weight", 100}};
  return JsonPage({{"endpoints", {{"items", Json::array({item})}}}});
}

http::Response ModelStatusPage(std::string_view version) {
  const Json one{{"version", std::string(version)},
                 {"state", "AVAILABLE"},
                 {"status", {{"error_code", "OK"}, {"error_message", ""}}}};
  return JsonPage({{"model_version_status", Json::array({one})}});
}

http::Response ModelMetadataPage(const inference::Model& model,
                                 std::span<const inference::SignatureNames> names,
                                 std::string_view service, std::string_view version) {
  static const inference::SignatureNames kNone;
  Json signatures = Json::object();
  for (size_t i = 0; i < model.signatures().size(); ++i) {
    const inference::Signature& signature = model.signatures()[i];
    const inference::SignatureNames& own = i < names.size() ? names[i] : kNone;
    signatures[signature.name] = {{"inputs", ServingTensors(signature.inputs, own.inputs)},
                                  {"outputs", ServingTensors(signature.outputs, own.outputs)},
                                  {"method_name", own.method_name}};
  }
  return JsonPage({{"model_spec",
                    {{"name", std::string(service)},
                     {"signature_name", ""},
                     {"version", std::string(version)}}},
                   {"metadata", {{"signature_def", {{"signature_def", std::move(signatures)}}}}}});
}

}  // namespace paisql::serving
