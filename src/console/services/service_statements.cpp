#include "console/services/service_statements.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

#include "base/text.h"
#include "base/whole_number.h"
#include "fleet/running_services.h"
#include "fleet/stored_properties.h"
#include "serving/settings/properties.h"

namespace paisql::console {

namespace {

using nlohmann::json;
using store::Service;
using store::ServiceRole;
using store::ServiceVersion;

constexpr int64_t kWhole = 100;
constexpr int64_t kMostNumber = 1'000'000;

Error Wrong(const std::string& member, const std::string& what, std::string hint = "") {
  return {ErrorCode::kInvalidCommand, "'" + member + "' is not " + what, {}, std::move(hint)};
}

Result<int64_t> NumberOf(const json& body, const std::string& member, int64_t least, int64_t most) {
  const auto found = body.find(member);
  if (found != body.end() && found->is_number_integer()) {
    const auto number = found->get<int64_t>();
    if (number >= least && number <= most) return number;
  }
  return Wrong(member, fmt::format("a whole number from {} to {}", least, most));
}

// A name of parts as statements take them.
Result<std::string> NameOf(const json& body, const std::string& member) {
  const auto found = body.find(member);
  if (found == body.end() || !found->is_string()) return Wrong(member, "a name");
  const auto name = found->get<std::string>();
  const bool plain = !name.empty() && std::ranges::all_of(name, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '.';
  });
  return plain ? Result<std::string>(name) : Wrong(member, "a name of letters, digits, _ and -");
}

// A literal of SQL in which nothing is replaced.
Result<std::string> QuotedText(const std::string& text, const std::string& member) {
  if (text.find("${") != std::string::npos || text.find("$[") != std::string::npos) {
    return Wrong(member, "a text without ${…} and $[…]", "a statement may have such a value");
  }
  std::string quoted = "'";
  for (const char c : text) {
    if (static_cast<unsigned char>(c) < ' ' && c != '\n' && c != '\t') {
      return Wrong(member, "a text without control characters");
    }
    if (c == '\'' || c == '\\') quoted += '\\';
    quoted += c == '\n' ? std::string("\\n") : c == '\t' ? std::string("\\t") : std::string(1, c);
  }
  return quoted + "'";
}

// "('a'='1', 'b'='2')"; "" where the body has none.
Result<std::string> PropertiesOf(const json& body) {
  const auto found = body.find("properties");
  if (found == body.end() || found->is_null() || found->empty()) return std::string();
  if (!found->is_object()) return Wrong("properties", "an object of texts");
  std::vector<std::string> pairs;
  for (const auto& [name, value] : found->items()) {
    if (!value.is_string()) return Wrong(name, "a text");
    PAISQL_ASSIGN(const std::string key, QuotedText(name, name));
    PAISQL_ASSIGN(const std::string quoted, QuotedText(value.get<std::string>(), name));
    pairs.push_back(key + "=" + quoted);
  }
  return "(" + Join(pairs, ", ") + ")";
}

// "MODEL p.m VERSION 2"
Result<std::string> ModelOf(const json& body) {
  PAISQL_ASSIGN(const std::string name, NameOf(body, "model"));
  const auto version = body.find("version");
  if (version == body.end() || version->is_null()) return "MODEL " + name;
  PAISQL_ASSIGN(const int64_t number, NumberOf(body, "version", 1, kMostNumber));
  return fmt::format("MODEL {} VERSION {}", name, number);
}

// What RELEASE has to name for this version.
Result<std::string> ServedBy(const ServiceVersion& version) {
  const auto properties = fleet::StoredProperties(version.properties);
  const auto processor = properties.find(std::string(serving::kProcessorPath));
  std::string model;
  if (version.model_id != 0) {
    model = fmt::format("MODEL {}.{} VERSION {}", version.model_project, version.model_name,
                        version.model_version);
  }
  if (processor == properties.end()) {
    return model.empty() ? QuotedText(version.folder, "folder") : Result<std::string>(model);
  }
  PAISQL_ASSIGN(const std::string program, QuotedText(processor->second, "processor"));
  if (!model.empty()) return "PROCESSOR " + program + " " + model;
  if (version.folder.empty()) return "PROCESSOR " + program;
  PAISQL_ASSIGN(const std::string folder, QuotedText(version.folder, "folder"));
  return "PROCESSOR " + program + " FROM " + folder;
}

std::string NameOfService(const Service& service) { return service.project + "." + service.name; }

// Those that get less come first, so that the sum is never above 100 on the way.
Result<std::string> SplitStatements(const Service& service, const json& body) {
  const auto weights = body.find("weights");
  if (weights == body.end() || !weights->is_object()) return Wrong("weights", "an object");
  int64_t sum = 0;
  struct Change {
    const ServiceVersion* version;
    int64_t weight;
  };
  std::vector<Change> changes;
  for (const auto& [key, value] : weights->items()) {
    const ServiceVersion* version = service.Version(WholeNumberOr(key, 0));
    if (version == nullptr || version->role != ServiceRole::kGrey) {
      return Wrong(key, "a released version of service " + service.name);
    }
    PAISQL_ASSIGN(const int64_t weight, NumberOf(*weights, key, 0, kWhole));
    changes.push_back({version, weight});
  }
  for (const ServiceVersion& version : service.versions) {
    if (version.role != ServiceRole::kGrey) continue;
    const auto changed = std::ranges::find(changes, &version, &Change::version);
    sum += changed == changes.end() ? version.weight : changed->weight;
  }
  if (sum > kWhole) {
    return Wrong("weights", fmt::format("at most 100 in sum: it is {}", sum),
                 "the main version has what the released ones leave");
  }
  std::erase_if(changes, [](const Change& one) { return one.weight == one.version->weight; });
  std::ranges::sort(changes, {},
                    [](const Change& one) { return one.weight - one.version->weight; });
  std::string text;
  for (const Change& one : changes) {
    PAISQL_ASSIGN(const std::string what, ServedBy(*one.version));
    text +=
        fmt::format("RELEASE SERVICE {} {} WEIGHT {};\n", NameOfService(service), what, one.weight);
  }
  if (text.empty()) return Wrong("weights", "a change");
  return text;
}

Result<std::string> Plain(std::string_view verb, const Service& service) {
  return fmt::format("{} SERVICE {};", verb, NameOfService(service));
}

Result<std::string> Set(const Service& service, const std::string& properties) {
  if (properties.empty()) return Wrong("properties", "a change");
  return fmt::format("ALTER SERVICE {} SET PROPERTIES {};", NameOfService(service), properties);
}

Result<std::string> Scale(const Service& service, const json& body) {
  PAISQL_ASSIGN(const int64_t instances, NumberOf(body, "instances", 0, 64));
  return Set(service, fmt::format("('metadata.instance'='{}')", instances));
}

Result<std::string> Autoscale(const Service& service, const json& body) {
  PAISQL_ASSIGN(const int64_t most, NumberOf(body, "max", 0, 64));
  if (most == 0) return Set(service, "('autoscaler.max'='')");
  PAISQL_ASSIGN(const int64_t least, NumberOf(body, "min", 1, most));
  std::string text = fmt::format("('autoscaler.min'='{}', 'autoscaler.max'='{}'", least, most);
  for (const std::string strategy : {"qps", "cpu"}) {
    const auto found = body.find(strategy);
    if (found == body.end() || found->is_null()) continue;
    PAISQL_ASSIGN(const int64_t target, NumberOf(body, strategy, 1, kMostNumber));
    text += fmt::format(", 'autoscaler.strategies.{}'='{}'", strategy, target);
  }
  return Set(service, text + ")");
}

Result<std::string> SetProperties(const Service& service, const json& body) {
  PAISQL_ASSIGN(const std::string properties, PropertiesOf(body));
  return Set(service, properties);
}

Result<std::string> Update(const Service& service, const json& body) {
  PAISQL_ASSIGN(const std::string model, ModelOf(body));
  PAISQL_ASSIGN(const std::string properties, PropertiesOf(body));
  return fmt::format("ALTER SERVICE {} USING {}{};", NameOfService(service), model,
                     properties.empty() ? "" : " PROPERTIES " + properties);
}

Result<std::string> ReleaseNew(const Service& service, const json& body) {
  PAISQL_ASSIGN(const std::string model, ModelOf(body));
  PAISQL_ASSIGN(const int64_t weight, NumberOf(body, "weight", 0, kWhole));
  const auto mirror = body.find("mirror");
  const bool copies = mirror != body.end() && mirror->is_boolean() && mirror->get<bool>();
  PAISQL_ASSIGN(const std::string properties, PropertiesOf(body));
  return fmt::format("RELEASE SERVICE {} {} {} {}{};", NameOfService(service), model,
                     copies ? "MIRROR" : "WEIGHT", weight,
                     properties.empty() ? "" : " PROPERTIES " + properties);
}

Result<std::string> Mirror(const Service& service, const json& body) {
  PAISQL_ASSIGN(const int64_t weight, NumberOf(body, "weight", 0, kWhole));
  return fmt::format("RELEASE SERVICE {} MIRROR {};", NameOfService(service), weight);
}

Result<std::string> InGroup(const Service& service, const json& body) {
  PAISQL_ASSIGN(const int64_t weight, NumberOf(body, "weight", 0, kWhole));
  return Set(service, fmt::format("('group.weight'='{}')", weight));
}

Result<std::string> Switch(const Service& service, const json& body) {
  const auto version = body.find("version");
  if (version == body.end() || version->is_null()) return Plain("SWITCH", service);
  PAISQL_ASSIGN(const int64_t number, NumberOf(body, "version", 1, kMostNumber));
  return fmt::format("SWITCH SERVICE {} TO VERSION {};", NameOfService(service), number);
}

struct ActionRow {
  std::string_view name;
  Result<std::string> (*text)(const Service& service, const json& body);
};

constexpr ActionRow kActions[] = {
    {"start", [](const Service& service, const json&) { return Plain("START", service); }},
    {"stop", [](const Service& service, const json&) { return Plain("STOP", service); }},
    {"drop", [](const Service& service, const json&) { return Plain("DROP", service); }},
    {"rollback", [](const Service& service, const json&) { return Plain("ROLLBACK", service); }},
    {"scale", Scale},
    {"autoscale", Autoscale},
    {"set", SetProperties},
    {"update", Update},
    {"release", ReleaseNew},
    {"split", SplitStatements},
    {"mirror", Mirror},
    {"group", InGroup},
    {"switch", Switch},
};

}  // namespace

Result<std::string> ServiceStatements(const Service& service, const json& body) {
  const auto found = body.find("action");
  const std::string action =
      found != body.end() && found->is_string() ? found->get<std::string>() : "";
  std::vector<std::string> names;
  for (const ActionRow& row : kActions) {
    if (row.name == action) return row.text(service, body);
    names.emplace_back(row.name);
  }
  return Wrong("action", "one of " + Join(names, ", "));
}

Result<std::string> DeployStatement(const json& body) {
  PAISQL_ASSIGN(const std::string name, NameOf(body, "name"));
  PAISQL_ASSIGN(const std::string model, ModelOf(body));
  PAISQL_ASSIGN(const std::string properties, PropertiesOf(body));
  return fmt::format("DEPLOY SERVICE {} USING {}{};", name, model,
                     properties.empty() ? "" : " PROPERTIES " + properties);
}

}  // namespace paisql::console
