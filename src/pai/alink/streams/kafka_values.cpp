#include "pai/alink/streams/kafka_values.h"

#include <algorithm>
#include <array>

#include "base/process/limited_process.h"
#include "base/secrets/redact.h"
#include "base/text.h"
#include "base/whole_number.h"
#include "jobs/script/script_environment.h"
#include "pai/alink/streams/stream_values.h"
#include "pai/job/component_tables.h"
#include "pai/value/json_text.h"
#include "types/time/time_text.h"
#include "types/time/zone.h"

namespace paisql::pai {

namespace {

using Json = nlohmann::json;

constexpr const char* kKafkaForm = "write kafka://<host>:<port>[,<host>:<port>...]/<topic>";
// Not PAISQL_…, so that they are kept as a user's own variables are: without their values.
constexpr const char* kSourceVariable = "KAFKA_SOURCE_PROPERTIES";
constexpr const char* kSinkVariable = "KAFKA_SINK_PROPERTIES";
constexpr const char* kDefaultZone = "Asia/Shanghai";
constexpr int kLastKafkaPort = 65535;
constexpr size_t kLongestTopic = 249;
constexpr const char* kTopicLetters =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";
constexpr int64_t kImportLimitMs = 60'000;

// By which librdkafka loads code or runs a command; those of paisql.alink_stream.kafka.client,
// which holds all clients to them.
constexpr std::array kOfPrograms = {"plugin.library.paths", "sasl.kerberos.kinit.cmd",
                                    "ssl.engine.id", "ssl.engine.location", "ssl.providers"};
// Values that stand in the command by which librdkafka renews tickets, a line of a shell.
constexpr std::array kOfCommands = {"sasl.kerberos.keytab", "sasl.kerberos.principal"};
constexpr const char* kCommandLetters =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-/@+:";

constexpr std::array kOfSources = {"bootstrapServers", "topic",     "topicPattern", "startupMode",
                                   "groupId",          "startTime", "properties"};
constexpr std::array kOfSinks = {"outputProperties"};

// "host:port,host:port", without blanks.
Result<std::string> Servers(const syntax::PaiParameter& given, std::string_view text) {
  std::vector<std::string> servers;
  for (const std::string& part : Split(text, ',')) {
    const std::string server(Trim(part));
    const size_t colon = server.rfind(':');
    const int port = colon == std::string::npos ? -1 : WholeNumberOr(server.substr(colon + 1), -1);
    const bool odd = server.find_first_of(" /@?") != std::string::npos;
    if (colon == 0 || odd || port < 1 || port > kLastKafkaPort) {
      return Wrong(given.value_range, given.key + ": '" + server + "' is not a server of Kafka",
                   kKafkaForm);
    }
    servers.push_back(server);
  }
  return Join(servers, ",");
}

// Names of topics by Kafka's own rule.
Result<std::vector<std::string>> Topics(const syntax::PaiParameter& given, std::string_view text) {
  std::vector<std::string> topics;
  for (const std::string& part : Split(text, ',')) {
    const std::string topic(Trim(part));
    const bool fits = !topic.empty() && topic.size() <= kLongestTopic && topic != "." &&
                      topic != ".." && topic.find_first_not_of(kTopicLetters) == std::string::npos;
    if (!fits) {
      return Wrong(given.value_range, given.key + ": '" + topic + "' is not a name of a topic",
                   "a topic has letters, digits, '.', '_' and '-'");
    }
    if (std::find(topics.begin(), topics.end(), topic) == topics.end()) topics.push_back(topic);
  }
  return topics;
}

struct Place {
  std::string servers;
  std::vector<std::string> topics;
};

Result<Place> KafkaPlaceOf(const syntax::PaiParameter& given) {
  const std::string text(Trim(given.value).substr(kKafkaScheme.size()));
  const size_t slash = text.find('/');
  if (slash == std::string::npos || slash == 0) {
    return Wrong(given.value_range, given.key + ": the topic is missing", kKafkaForm);
  }
  Place place;
  PAISQL_ASSIGN(place.servers, Servers(given, std::string_view(text).substr(0, slash)));
  PAISQL_ASSIGN(place.topics, Topics(given, std::string_view(text).substr(slash + 1)));
  return place;
}

// True for a secret that may stand between commas: all code that takes secrets out of a text must
// see its end.
bool IsPlainSecret(std::string_view value) {
  return std::all_of(value.begin(), value.end(), [](char c) {
    return c > ' ' && c < 0x7f && std::string_view("'\"`\\;()[]{}").find(c) == std::string::npos;
  });
}

// Without a place, so that no line of the statement is shown with it.
Error WrongSecret(const std::string& parameter, const std::string& name) {
  return Error{ErrorCode::kInvalidCommand,
               parameter + ": the value of " + name + " has letters that end a value",
               {},
               "write all of " + parameter + " as a JSON object, {\"" + name + "\": \"...\"}"};
}

Result<Json> PropertiesOf(const syntax::PaiParameter& given) {
  const auto wrong = [&](const std::string& what, std::string hint) {
    return Wrong(given.value_range, given.key + ": " + what, std::move(hint));
  };
  Json properties = Json::object();
  const std::string text(Trim(given.value));
  if (text.starts_with('{')) {
    const Result<JsonValue> json = ParseJson(text);
    if (!json.ok()) return wrong(json.error().detail, json.error().hint);
    for (size_t i = 0; i < json->keys.size(); ++i) {
      const JsonValue& value = json->items[i];
      if (value.kind == JsonKind::kObject || value.kind == JsonKind::kArray) {
        return wrong(json->keys[i] + " is " + std::string(JsonKindText(value.kind)),
                     "write a text, a number or a boolean");
      }
      properties[json->keys[i]] = value.text;
    }
    return properties;
  }
  for (const std::string& part : Split(text, ',')) {
    const size_t equals = part.find('=');
    const std::string name(Trim(std::string_view(part).substr(0, equals)));
    if (equals == std::string::npos || name.empty()) {
      return wrong("a setting has no name or no value", "write name=value,name=value");
    }
    const std::string value(Trim(std::string_view(part).substr(equals + 1)));
    if (IsSecretName(name) && !IsPlainSecret(value)) return WrongSecret(given.key, name);
    properties[name] = value;
  }
  return properties;
}

// No statement makes the client load a library or run a command.
Status RefusePrograms(const syntax::PaiParameter& given, const Json& properties) {
  for (const char* const name : kOfPrograms) {
    if (properties.contains(name)) {
      return Wrong(given.value_range,
                   given.key + ": " + name + " makes the client load code or run a command",
                   "leave it out");
    }
  }
  for (const char* const name : kOfCommands) {
    const std::string value = properties.value(name, "");
    if (value.find_first_not_of(kCommandLetters) != std::string::npos) {
      return Wrong(given.value_range,
                   given.key + ": the value of " + name + " stands in a command of a shell",
                   "it has letters, digits and any of ._-/@+:");
    }
  }
  return Status::Ok();
}

// Settings of the client, into a variable of the job.
Status AddProperties(const Parameters& parameters, const char* name, const char* variable,
                     jobs::JobSpec* spec) {
  const syntax::PaiParameter* const given = parameters.Find(name);
  if (given == nullptr) return Status::Ok();
  if (WasRedacted(given->value)) {
    return Wrong(given->value_range, std::string(name) + ": a secret is missing",
                 "type the statement again, with the secret");
  }
  PAISQL_ASSIGN(const Json properties, PropertiesOf(*given));
  for (const char* const ours : {"bootstrap.servers", "group.id"}) {
    if (properties.contains(ours)) {
      return Wrong(given->value_range, std::string(name) + ": " + ours + " has its own parameter",
                   "leave it out");
    }
  }
  PAISQL_TRY(RefusePrograms(*given, properties));
  spec->environment[variable] = properties.dump();
  return Status::Ok();
}

// The job's Python needs the client; to say so after the job has been queued would be late.
Status CheckClient(const SourceRange& range, const BuildContext& context) {
  const std::string& python = context.installation.python;
  if (python.empty()) return Status::Ok();
  const jobs::EnvironmentChoice choice = context.settings == nullptr
                                             ? jobs::EnvironmentChoice{}
                                             : jobs::ChooseEnvironment(*context.settings);
  std::vector<std::pair<std::string, std::string>> changes;
  if (const char* path = jobs::Variable(choice, "PYTHONPATH")) {
    changes.emplace_back("PYTHONPATH", path);
  }
  SpawnOptions options;
  options.command = {python, "-c", "import confluent_kafka"};
  options.environment = jobs::ScriptEnvironment(choice, changes);
  PAISQL_ASSIGN(const LimitedAnswer answer, RunLimited(options, kImportLimitMs, context.stop));
  if (answer.status == 0 || !answer.in_time) return Status::Ok();
  if (answer.said.find("No module named") != std::string::npos) {
    return Wrong(range, "Kafka needs the Python package confluent-kafka, which is not installed",
                 python + " -m pip install confluent-kafka brings it");
  }
  const std::string said(Trim(answer.said));
  return Wrong(
      range,
      "the Python package confluent-kafka cannot be loaded: " + said.substr(said.rfind('\n') + 1),
      python + " -m pip install --force-reinstall confluent-kafka may repair it");
}

Status AddStart(const Parameters& parameters, const BuildContext& context, Json* source) {
  (*source)["startup"] = parameters.Word("startupMode");
  const syntax::PaiParameter* const time = parameters.Find("startTime");
  const syntax::PaiParameter* const group = parameters.Find("groupId");
  if (group != nullptr) (*source)["group"] = std::string(Trim(group->value));
  const syntax::PaiParameter* const mode = parameters.Find("startupMode");
  if ((*source)["startup"] == "group_offsets" && group == nullptr) {
    return Wrong(mode->value_range, "startupMode=GROUP_OFFSETS: the group is missing",
                 "give -DgroupId");
  }
  const bool by_time = (*source)["startup"] == "timestamp";
  if (by_time != (time != nullptr)) {
    return Wrong((by_time ? mode : time)->value_range,
                 "startupMode=TIMESTAMP and startTime go together",
                 by_time ? "give -DstartTime=\"2026-01-31 08:00:00\"" : "leave startTime out");
  }
  if (!by_time) return Status::Ok();
  const std::string text(Trim(time->value));
  if (text.find_first_not_of("0123456789") == std::string::npos && text.size() < 17) {
    (*source)["time_ms"] = std::stoll(text);
    return Status::Ok();
  }
  const std::optional<WallTime> wall = ReadTime(text, kDatetimeLiteralForm);
  if (!wall.has_value()) {
    return Wrong(time->value_range, "startTime: '" + text + "' is not a time",
                 "write yyyy-MM-dd HH:mm:ss, or milliseconds since 1970");
  }
  std::string name = kDefaultZone;
  if (context.settings != nullptr) {
    const auto found = context.settings->find("odps.sql.timezone");
    if (found != context.settings->end() && !found->second.empty()) name = found->second;
  }
  PAISQL_ASSIGN(const TimeZone zone, TimeZone::Load(name));
  const int64_t seconds =
      wall->seconds - zone.OffsetAt(wall->seconds - zone.OffsetAt(wall->seconds));
  (*source)["time_ms"] = seconds * 1000 + wall->nanos / 1'000'000;
  return Status::Ok();
}

Result<Json> SourceOfServers(const Parameters& parameters) {
  const syntax::PaiParameter& servers = *parameters.Find("bootstrapServers");
  const syntax::PaiParameter* const topic = parameters.Find("topic");
  const syntax::PaiParameter* const pattern = parameters.Find("topicPattern");
  if ((topic == nullptr) == (pattern == nullptr)) {
    return Wrong((pattern == nullptr ? servers : *pattern).value_range,
                 "a stream of Kafka has topics or a pattern", "give -Dtopic or -DtopicPattern");
  }
  Json source;
  PAISQL_ASSIGN(source["servers"], Servers(servers, servers.value));
  if (pattern != nullptr) {
    source["pattern"] = std::string(Trim(pattern->value));
    return source;
  }
  PAISQL_ASSIGN(source["topics"], Topics(*topic, topic->value));
  return source;
}

Result<Json> SourceOfPath(const Parameters& parameters) {
  for (const char* const name : {"bootstrapServers", "topic", "topicPattern"}) {
    if (const syntax::PaiParameter* const given = parameters.Find(name)) {
      return Wrong(given->value_range, std::string(name) + ": inputPath says it", "leave it out");
    }
  }
  PAISQL_ASSIGN(const Place place, KafkaPlaceOf(*parameters.Find("inputPath")));
  return Json{{"servers", place.servers}, {"topics", place.topics}};
}

template <size_t kCount>
Status Refuse(const Parameters& parameters, const std::array<const char*, kCount>& names,
              const char* what) {
  for (const char* const name : names) {
    if (const syntax::PaiParameter* const given = parameters.Find(name)) {
      return Wrong(given->value_range, std::string(name) + ": " + what, "leave it out");
    }
  }
  return Status::Ok();
}

}  // namespace

bool NamesKafka(const syntax::PaiParameter& given) {
  return Trim(given.value).starts_with(kKafkaScheme);
}

Result<Json> ReadKafkaSource(const Parameters& parameters, const BuildContext& context,
                             jobs::JobSpec* spec) {
  const syntax::PaiParameter* const path = parameters.Find("inputPath");
  const syntax::PaiParameter& at = path != nullptr ? *path : *parameters.Find("bootstrapServers");
  PAISQL_ASSIGN(Json source,
                path != nullptr ? SourceOfPath(parameters) : SourceOfServers(parameters));
  const std::string topics = source.contains("pattern")
                                 ? source["pattern"].get<std::string>()
                                 : Join(source["topics"].get<std::vector<std::string>>(), ",");
  source["kind"] = "kafka";
  source["format"] = "jsonl";
  source["name"] = std::string(kKafkaScheme) + source["servers"].get<std::string>() + "/" + topics;
  const syntax::PaiParameter* const format = parameters.Find("inputFormat");
  if (format != nullptr && !EqualsIgnoreCase(Trim(format->value), "jsonl")) {
    return Wrong(format->value_range, "inputFormat: Kafka's messages are JSON",
                 "leave inputFormat out");
  }
  PAISQL_TRY(AddStart(parameters, context, &source));
  PAISQL_TRY(AddProperties(parameters, "properties", kSourceVariable, spec));
  PAISQL_TRY(CheckClient(at.value_range, context));
  return source;
}

Result<Json> ReadKafkaSink(const Parameters& parameters, const BuildContext& context,
                           jobs::JobSpec* spec) {
  const syntax::PaiParameter& path = *parameters.Find("outputPath");
  PAISQL_ASSIGN(const Place place, KafkaPlaceOf(path));
  if (place.topics.size() != 1) {
    return Wrong(path.value_range, "outputPath: rows go into one topic", kKafkaForm);
  }
  const std::string format = parameters.Word("outputFormat");
  PAISQL_TRY(AddProperties(parameters, "outputProperties", kSinkVariable, spec));
  PAISQL_TRY(CheckClient(path.value_range, context));
  return Json{{"kind", "kafka"},
              {"servers", place.servers},
              {"topic", place.topics.front()},
              {"name", std::string(kKafkaScheme) + place.servers + "/" + place.topics.front()},
              {"format", format.empty() ? "jsonl" : format}};
}

Status RefuseKafkaSourceParameters(const Parameters& parameters) {
  return Refuse(parameters, kOfSources, "the source is not a topic of Kafka");
}

Status RefuseKafkaSinkParameters(const Parameters& parameters) {
  return Refuse(parameters, kOfSinks, "the rows go into no topic of Kafka");
}

}  // namespace paisql::pai
