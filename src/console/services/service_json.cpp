#include "console/services/service_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "base/secrets/redact.h"
#include "fleet/service_groups.h"
#include "fleet/stored_properties.h"
#include "serving/settings/properties.h"

namespace paisql::console {

namespace {

using nlohmann::json;
using store::Service;
using store::ServiceInstance;
using store::ServiceRole;
using store::ServiceVersion;

json PropertiesJson(const std::string& stored) {
  json made = json::object();
  for (const auto& [name, value] : fleet::StoredProperties(stored)) {
    if (name == serving::kProcessorPath) continue;
    made[name] = RedactValue(name, value);
  }
  return made;
}

json InstancesJson(const Service& service, const ServiceVersion& version,
                   const fleet::RunningServices& running) {
  json list = json::array();
  for (const ServiceInstance& one : running.instances) {
    if (one.service_id != service.id || one.version != version.version) continue;
    list.push_back({{"index", one.index},
                    {"pid", one.pid},
                    {"state", store::InstanceStateText(one.state)},
                    {"restarts", one.restarts},
                    {"last_error", Redact(one.last_error)},
                    {"updated_ms", one.updated_ms}});
  }
  return list;
}

json VersionJson(const Service& service, const ServiceVersion& version,
                 const fleet::RunningServices& running) {
  const auto properties = fleet::StoredProperties(version.properties);
  const bool own = properties.contains(std::string(serving::kProcessorPath));
  return {{"version", version.version},
          {"role", store::ServiceRoleText(version.role)},
          {"weight", version.weight},
          {"serves", fleet::ServedText(version)},
          {"model", version.model_id == 0 ? "" : version.model_project + "." + version.model_name},
          {"model_version", version.model_version},
          {"folder", version.model_id == 0 ? version.folder : ""},
          {"processor", version.processor},
          {"own_processor", own},
          {"wanted", version.instances},
          {"ready", running.Ready(service.id, version.version)},
          {"created_ms", version.created_ms},
          {"properties", PropertiesJson(version.properties)},
          {"instances", InstancesJson(service, version, running)}};
}

// -1 stands for no value.
json Column(const std::vector<ServicePoint>& points, const auto& value) {
  json list = json::array();
  for (const ServicePoint& point : points) {
    const double number = value(point);
    list.push_back(number < 0 ? json() : json(number));
  }
  return list;
}

}  // namespace

Result<json> ListedServiceJson(const Service& service, const fleet::RunningServices& running,
                               store::Catalog& catalog) {
  const ServiceVersion& main = service.Main();
  PAISQL_ASSIGN(const auto group, fleet::GroupShareOf(service, running, catalog));
  const fleet::Claims claims = fleet::ClaimsOf(service, running);
  json split = json::array();
  for (const ServiceVersion& version : service.versions) {
    if (version.role == ServiceRole::kRetired) continue;
    split.push_back({{"version", version.version},
                     {"role", store::ServiceRoleText(version.role)},
                     {"weight", version.weight}});
  }
  return json{{"name", service.name},
              {"project", service.project},
              {"owner", service.owner},
              {"state", fleet::ServiceStateName(service, running)},
              {"running", service.running},
              {"version", main.version},
              {"serves", fleet::ServedText(main)},
              {"ready", fleet::ReadyText(service, main, running)},
              {"split", std::move(split)},
              {"cpu", claims.cpu},
              {"memory_mb", claims.memory_mb},
              {"group", group.has_value() ? group->group : ""},
              {"group_share", group.has_value() ? group->share : ""},
              {"created_ms", service.created_ms},
              {"updated_ms", service.updated_ms},
              {"address", fleet::ServiceAddress(service, running)}};
}

Result<json> ServiceJson(const Service& service, const fleet::RunningServices& running,
                         store::Catalog& catalog) {
  PAISQL_ASSIGN(json made, ListedServiceJson(service, running, catalog));
  const std::string group = fleet::GroupOf(service);
  made["group_address"] = group.empty() ? "" : fleet::PredictAddress(group, running);
  made["has_token"] = !service.token.empty();
  made["supervised"] = running.supervised;
  made["properties"] = PropertiesJson(service.properties);
  const auto scaling = fleet::ScalingOf(service);
  made["scaling"] =
      scaling.ok() && scaling->has_value() ? serving::ScalingText(**scaling) : std::string();
  made["versions"] = json::array();
  for (const ServiceVersion& version : service.versions) {
    made["versions"].push_back(VersionJson(service, version, running));
  }
  return made;
}

json CurvesJson(const std::vector<ServicePoint>& points) {
  constexpr double kMs = 1000;
  json time = json::array();
  std::set<int64_t> numbers;
  for (const ServicePoint& point : points) {
    time.push_back(point.time_ms);
    for (const auto& [number, rate] : point.versions) numbers.insert(number);
  }
  json versions = json::object();
  for (const int64_t number : numbers) {
    versions[std::to_string(number)] = Column(points, [&](const ServicePoint& point) {
      const auto found = point.versions.find(number);
      return found == point.versions.end() ? 0 : found->second;
    });
  }
  const auto latency = [&](size_t which) {
    return Column(points,
                  [which](const ServicePoint& point) { return point.latency[which] * kMs; });
  };
  return {{"time_ms", std::move(time)},
          {"rate", Column(points, [](const ServicePoint& point) { return point.rate; })},
          {"failed", Column(points, [](const ServicePoint& point) { return point.failed; })},
          {"refused", Column(points, [](const ServicePoint& point) { return point.refused; })},
          {"p50_ms", latency(0)},
          {"p95_ms", latency(1)},
          {"p99_ms", latency(2)},
          {"versions", std::move(versions)}};
}

}  // namespace paisql::console
