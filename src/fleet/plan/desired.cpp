#include "fleet/plan/desired.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <string_view>

#include "base/whole_number.h"
#include "serving/settings/settings.h"

namespace paisql::fleet {

namespace {

using Json = nlohmann::json;

constexpr int64_t kMsPerSecond = 1000;
// The instance answers 408 itself when its time is over; the front waits a little longer.
constexpr int64_t kFrontSlackMs = 2000;
constexpr int64_t kWholeCore = 100;
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

std::map<std::string, std::string> PropertiesOf(const std::string& text) {
  std::map<std::string, std::string> all;
  const Json json = Json::parse(text, nullptr, false);
  if (json.is_object()) Flatten(json, "", all);
  return all;
}

// A process that claims two cores computes on two threads at most.
void LimitThreads(int64_t cpu, std::map<std::string, std::string>& properties) {
  if (cpu == 0) return;
  const serving::ServiceSettings defaults;
  const int64_t most = (cpu + kWholeCore - 1) / kWholeCore;
  const std::array<std::pair<const char*, int64_t>, 2> threads = {
      {{"metadata.rpc.io_threads", defaults.io_threads},
       {"metadata.rpc.worker_threads", defaults.worker_threads}}};
  for (const auto& [name, usual] : threads) {
    std::string& text = properties[name];
    const int64_t asked = ParseNumber<int64_t>(text, 1, INT32_MAX).value_or(usual);
    text = std::to_string(std::min(asked, most));
  }
}

struct ReadSettings {
  serving::ServiceSettings values;
  std::vector<std::pair<std::string, std::string>> texts;
};

ReadSettings SettingsOf(std::map<std::string, std::string> properties,
                        const serving::ProcessOptions& options) {
  ReadSettings settings;
  LimitThreads(options.cpu, properties);
  for (const serving::SettingRow& row : serving::SettingTable()) {
    if (options.processor_path.empty() && row.name.starts_with("processor.")) continue;
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
                serving::ProcessOptions options, ReadSettings settings) {
  return {service.name,
          std::to_string(version.version),
          version.folder,
          std::move(options),
          std::move(settings.texts),
          settings.values.termination_grace_s * kMsPerSecond};
}

// Processes that take requests of whoever names no version.
int64_t ReadyOf(const serving::ServiceRoute& route) {
  int64_t ready = 0;
  for (const serving::RouteVersion& version : route.versions) {
    if (version.weight > 0) ready += static_cast<int64_t>(version.instances.size());
  }
  return ready;
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
              {"processor", options.processor_path},
              {"entry", options.model_entry},
              {"config", options.model_config},
              {"warm_up", options.warm_up_path},
              {"sink", options.sink_table},
              {"sample", options.sample},
              {"memory_mb", options.memory_mb},
              {"settings", settings},
              {"grace_ms", grace_ms}}
      .dump(-1, ' ', true, Json::error_handler_t::replace);
}

std::vector<std::string> Launch::Arguments(const std::string& home) const {
  std::vector<std::string> words = {"serve", "--name", service, "--model-version", version};
  const auto add = [&words](const char* flag, const std::string& value) {
    if (!value.empty()) words.insert(words.end(), {flag, value});
  };
  const bool is_processor = !options.processor_path.empty();
  const bool has_entry = is_processor && !folder.empty() && !options.model_entry.empty();
  add("--model", has_entry ? folder + "/" + options.model_entry : folder);
  if (is_processor) {
    add("--processor", options.processor_path);
  } else {
    add("--warm-up", options.warm_up_path);
  }
  if (!options.sink_table.empty()) {
    add("--home", home);
    add("--sink-table", options.sink_table);
    add("--sample", fmt::format("{}", options.sample));
  }
  for (const auto& [name, value] : settings) add("--set", name + "=" + value);
  return words;
}

DesiredService DesiredOf(const store::Service& service) {
  DesiredService desired;
  desired.wish.service_id = service.id;
  desired.wish.running = service.running;
  desired.route.name = service.name;
  desired.route.token = service.token;
  const std::map<std::string, std::string> of_service = PropertiesOf(service.properties);
  desired.group = serving::ReadGroupPlace(of_service);
  auto scaling = serving::ReadScaling(of_service);
  if (scaling.ok()) desired.scaling = *scaling;
  for (const store::ServiceVersion& version : service.versions) {
    desired.wish.versions.push_back({version.version, RoleOf(version.role), version.weight,
                                     version.instances, version.replaced});
    const std::map<std::string, std::string> properties = PropertiesOf(version.properties);
    serving::ProcessOptions options = serving::ReadProcessOptions(properties);
    ReadSettings settings = SettingsOf(properties, options);
    if (version.role == store::ServiceRole::kMain) SetLimits(settings.values, &desired.route);
    desired.launches[version.version] =
        LaunchOf(service, version, std::move(options), std::move(settings));
  }
  return desired;
}

std::vector<serving::GroupRoute> GroupsOf(const std::vector<DesiredService>& services,
                                          const serving::RouteTable& table) {
  struct Members {
    serving::GroupRoute route;
    std::vector<serving::GroupMember> counted;
  };
  std::map<std::string, Members> groups;
  for (const DesiredService& service : services) {
    if (service.group.group.empty()) continue;
    Members& members = groups[service.group.group];
    members.route.name = service.group.group;
    // Whoever has the token of a service that is stopped goes on to be answered by the others.
    if (!service.route.token.empty()) members.route.tokens.push_back(service.route.token);
    for (const serving::ServiceRoute& route : table.services) {
      if (route.name != service.route.name || route.ends) continue;
      members.route.members.push_back({route.name, 0});
      members.counted.push_back({service.group.percent, ReadyOf(route)});
    }
  }
  std::vector<serving::GroupRoute> routes;
  for (auto& [name, members] : groups) {
    const std::vector<int64_t> weights = serving::GroupWeights(members.counted);
    for (size_t i = 0; i < weights.size(); ++i) members.route.members[i].weight = weights[i];
    routes.push_back(std::move(members.route));
  }
  return routes;
}

Result<std::vector<DesiredService>> ReadDesired(store::Catalog& catalog) {
  store::ServiceCatalog services(catalog);
  PAISQL_ASSIGN(const std::vector<store::Service> all, services.List());
  std::vector<DesiredService> desired;
  for (const store::Service& service : all) {
    // Without its token it would be open to everybody.
    if (!service.readable) {
      return Error{ErrorCode::kEnvironment,
                   "the token or a property of service " + service.name + " cannot be read",
                   {},
                   ""};
    }
    desired.push_back(DesiredOf(service));
  }
  return desired;
}

}  // namespace paisql::fleet
