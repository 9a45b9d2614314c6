#include "fleet/plan/desired.h"

#include <nlohmann/json.hpp>
#include <string_view>

#include "serving/service/settings.h"

namespace paisql::fleet {

namespace {

using Json = nlohmann::json;

constexpr int64_t kMsPerSecond = 1000;
// The instance answers 408 itself when its time is over; the front waits a little longer.
constexpr int64_t kFrontSlackMs = 2000;
constexpr std::string_view kRateLimit = "metadata.rpc.rate_limit";

std::string TextOf(const Json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

// {"metadata": {"rpc": {"batching": true}}} and {"metadata.rpc.batching": "true"} are the same.
void Flatten(const Json& json, const std::string& prefix, std::map<std::string, std::string>& out) {
  for (const auto& [name, value] : json.items()) {
    const std::string full = prefix.empty() ? name : prefix + "." + name;
    if (value.is_object()) {
      Flatten(value, full, out);
    } else {
      out[full] = TextOf(value);
    }
  }
}

// A version's properties go before those of its service.
std::map<std::string, std::string> PropertiesOf(const store::Service& service,
                                                const store::ServiceVersion& version) {
  std::map<std::string, std::string> all;
  for (const std::string& text : {service.properties, version.properties}) {
    const Json json = Json::parse(text, nullptr, false);
    if (json.is_object()) Flatten(json, "", all);
  }
  return all;
}

struct ReadSettings {
  serving::ServiceSettings values;
  std::vector<std::pair<std::string, std::string>> texts;
};

ReadSettings SettingsOf(const std::map<std::string, std::string>& properties) {
  ReadSettings settings;
  for (const serving::SettingRow& row : serving::SettingTable()) {
    const auto found = properties.find(std::string(row.name));
    if (found == properties.end()) continue;
    if (!serving::SetServiceSetting(row.name, found->second, settings.values).ok()) continue;
    // The front counts the requests of all instances together.
    if (row.name != kRateLimit) settings.texts.emplace_back(row.name, found->second);
  }
  return settings;
}

VersionRole RoleOf(store::ServiceRole role) {
  switch (role) {
    case store::ServiceRole::kMain:
      return VersionRole::kMain;
    case store::ServiceRole::kGrey:
      return VersionRole::kGrey;
    case store::ServiceRole::kMirror:
      return VersionRole::kMirror;
    case store::ServiceRole::kRetired:
      break;
  }
  return VersionRole::kRetired;
}

Launch LaunchOf(const store::Service& service, const store::ServiceVersion& version,
                ReadSettings settings) {
  return {service.name, std::to_string(version.version), version.folder, std::move(settings.texts),
          settings.values.termination_grace_s * kMsPerSecond};
}

void SetLimits(const serving::ServiceSettings& values, serving::ServiceRoute* route) {
  route->rate_limit = values.rate_limit;
  route->answer_timeout_ms = values.keepalive_ms + kFrontSlackMs;
  route->max_body_bytes = values.max_body_bytes;
}

}  // namespace

std::string Launch::Text() const {
  return Json{{"service", service},
              {"version", version},
              {"folder", folder},
              {"settings", settings},
              {"grace_ms", grace_ms}}
      .dump(-1, ' ', true, Json::error_handler_t::replace);
}

DesiredService DesiredOf(const store::Service& service) {
  DesiredService desired;
  desired.wish.service_id = service.id;
  desired.wish.running = service.running;
  desired.route.name = service.name;
  desired.route.token = service.token;
  for (const store::ServiceVersion& version : service.versions) {
    desired.wish.versions.push_back({version.version, RoleOf(version.role), version.weight,
                                     version.instances, version.replaced});
    ReadSettings settings = SettingsOf(PropertiesOf(service, version));
    if (version.role == store::ServiceRole::kMain) SetLimits(settings.values, &desired.route);
    desired.launches[version.version] = LaunchOf(service, version, std::move(settings));
  }
  return desired;
}

Result<std::vector<DesiredService>> ReadDesired(store::Catalog& catalog) {
  store::ServiceCatalog services(catalog);
  PAISQL_ASSIGN(const std::vector<store::Service> all, services.List());
  std::vector<DesiredService> desired;
  for (const store::Service& service : all) desired.push_back(DesiredOf(service));
  return desired;
}

}  // namespace paisql::fleet
