#include "rest/storage/storage_json.h"

#include <nlohmann/json.hpp>

#include "base/coding/json_depth.h"
#include "base/system/clock.h"
#include "rest/rows/row_body.h"
#include "rest/tunnel/session_table.h"

namespace paisql::rest {

namespace {

constexpr size_t kLargestObject = size_t{16} << 20;
constexpr int64_t kMsPerSecond = 1000;

}  // namespace

Result<nlohmann::json> ObjectOf(const Call& call) {
  PAISQL_ASSIGN(const std::string body, call.WholeBody(kLargestObject));
  if (body.empty()) return nlohmann::json::object();
  if (IsDeepJson(body)) {
    return Error{ErrorCode::kTunnel, "the body's JSON nests too deep", {}, ""};
  }
  nlohmann::json object = nlohmann::json::parse(body, nullptr, false);
  if (object.is_object()) return object;
  return Error{ErrorCode::kTunnel, "the body is not a JSON object", {}, ""};
}

std::string TextIn(const nlohmann::json& object, std::string_view name,
                   std::string_view otherwise) {
  const auto found = object.find(name);
  return found != object.end() && found->is_string() ? found->get<std::string>()
                                                     : std::string(otherwise);
}

int64_t NumberIn(const nlohmann::json& object, std::string_view name, int64_t otherwise) {
  const auto found = object.find(name);
  return found != object.end() && found->is_number_integer() ? found->get<int64_t>() : otherwise;
}

bool IsSetIn(const nlohmann::json& object, std::string_view name) {
  const auto found = object.find(name);
  return found != object.end() && *found == true;
}

std::vector<std::string> TextsIn(const nlohmann::json& object, std::string_view name) {
  std::vector<std::string> texts;
  const auto found = object.find(name);
  if (found == object.end() || !found->is_array()) return texts;
  for (const nlohmann::json& one : *found) {
    texts.push_back(one.is_string() ? one.get<std::string>() : one.dump());
  }
  return texts;
}

int64_t ExpirationSeconds() { return (NowMs() + SessionTable<int>::kLifeMs) / kMsPerSecond; }

const Codec* PackingFor(const Call& call) {
  const bool java = call.Header("user-agent").find("JavaSDK/") != std::string::npos;
  return java ? nullptr : WantedCodec(call.Header("accept-encoding"));
}

nlohmann::json SupportedFormats() { return {{{"Type", "ARROW"}, {"Version", "V5"}}}; }

}  // namespace paisql::rest
