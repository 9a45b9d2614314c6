#include "fleet/stored_properties.h"

#include <nlohmann/json.hpp>

#include "serving/settings/group.h"

namespace paisql::fleet {

namespace {

using Json = nlohmann::json;

// An empty autoscaler.max ends all properties of the autoscaler.
constexpr const char* kMostProcesses = "autoscaler.max";
constexpr std::string_view kScaler = "autoscaler.";

}  // namespace

std::map<std::string, std::string> StoredProperties(const std::string& stored) {
  std::map<std::string, std::string> properties;
  const Json object = Json::parse(stored, nullptr, false);
  if (!object.is_object()) return properties;
  for (const auto& [name, value] : object.items()) {
    properties[name] = value.is_string() ? value.get<std::string>() : value.dump();
  }
  return properties;
}

Result<std::optional<serving::Scaling>> ScalingOf(const store::Service& service) {
  return serving::ReadScaling(StoredProperties(service.properties));
}

std::string WithProperties(const std::string& stored,
                           const std::map<std::string, std::string>& changed) {
  std::map<std::string, std::string> properties = StoredProperties(stored);
  for (const auto& [name, value] : changed) properties[name] = value;
  const auto most = properties.find(kMostProcesses);
  if (most != properties.end() && most->second.empty()) {
    std::erase_if(properties, [](const auto& one) { return one.first.starts_with(kScaler); });
  }
  const auto group = properties.find(std::string(serving::kGroupProperty));
  if (group != properties.end() && group->second.empty()) {
    properties.erase(group);
    properties.erase(std::string(serving::kGroupWeightProperty));
  }
  return Json(properties).dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace paisql::fleet
