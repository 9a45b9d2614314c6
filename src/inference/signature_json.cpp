#include "inference/signature_json.h"

#include <nlohmann/json.hpp>

namespace paisql::inference {

namespace {

// Members stay in the order in which they are written.
using Json = nlohmann::ordered_json;

Json SpecsToJson(const std::vector<TensorSpec>& specs) {
  Json list = Json::array();
  for (const TensorSpec& spec : specs) {
    Json one{{"name", spec.name}};
    if (spec.shape.has_value()) one["shape"] = *spec.shape;
    one["type"] = std::string(ElementTypeName(spec.type));
    if (spec.may_miss) one["may_miss"] = true;
    list.push_back(std::move(one));
  }
  return list;
}

Json ToJson(const Signature& signature) {
  return Json{{"signature_name", signature.name},
              {"inputs", SpecsToJson(signature.inputs)},
              {"outputs", SpecsToJson(signature.outputs)}};
}

std::vector<TensorSpec> SpecsOf(const Json& list) {
  std::vector<TensorSpec> specs;
  for (const Json& one : list) {
    TensorSpec spec{one.at("name"), FindElementType(one.at("type").get<std::string>()), {}};
    spec.may_miss = one.value("may_miss", false);
    if (one.contains("shape")) spec.shape = one.at("shape").get<std::vector<int64_t>>();
    specs.push_back(std::move(spec));
  }
  return specs;
}

}  // namespace

std::string SignatureJson(const Signature& signature) {
  return ToJson(signature).dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string SignaturesJson(const std::vector<Signature>& signatures) {
  Json list = Json::array();
  for (const Signature& signature : signatures) list.push_back(ToJson(signature));
  return list.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Result<std::vector<Signature>> SignaturesFromJson(std::string_view text) {
  try {
    std::vector<Signature> signatures;
    for (const Json& one : Json::parse(text)) {
      signatures.push_back(
          {one.at("signature_name"), SpecsOf(one.at("inputs")), SpecsOf(one.at("outputs"))});
    }
    return signatures;
  } catch (const nlohmann::json::exception&) {
    return Error{ErrorCode::kDamaged,
                 "the signatures of a model are not what this program writes",
                 {},
                 "make the model anew"};
  }
}

}  // namespace paisql::inference
