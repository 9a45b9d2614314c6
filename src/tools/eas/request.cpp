#include "tools/eas/request.h"

#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <utility>

#include "base/result.h"
#include "serving/settings/properties.h"
#include "tools/eas/service_json.h"

namespace paisql::tools {

namespace {

using syntax::ServiceAction;
using syntax::ServiceStatement;

syntax::Word WordOf(const ServiceJsonValue& value) { return {value.value, value.value_range}; }

Status TakeName(const ServiceJsonValue& value, ServiceRequest* request) {
  request->statement->name = WordOf(value);
  return Status::Ok();
}

Status NoNetwork(const ServiceJsonValue& value, std::string_view what) {
  if (!value.value.starts_with("http://") && !value.value.starts_with("https://")) {
    return Status::Ok();
  }
  return Error{ErrorCode::kUnsupported, std::string(what) + " are not fetched from the network",
               value.value_range, "name a folder of this machine, or oss://bucket/folder/"};
}

Status TakePath(const ServiceJsonValue& value, ServiceRequest* request) {
  PAISQL_TRY(NoNetwork(value, "models"));
  request->statement->source = WordOf(value);
  return Status::Ok();
}

Status TakeProcessor(const ServiceJsonValue& value, ServiceRequest*) {
  PAISQL_TRY_AT(value.value_range, serving::ProcessorOf(value.value));
  return Status::Ok();
}

Status TakeProcessorPath(const ServiceJsonValue& value, ServiceRequest* request) {
  PAISQL_TRY(NoNetwork(value, "processors"));
  request->statement->processor = WordOf(value);
  return Status::Ok();
}

Status TakeProcessorEntry(const ServiceJsonValue& value, ServiceRequest* request) {
  request->processor_entry = WordOf(value);
  return Status::Ok();
}

Status TakeProcessorType(const ServiceJsonValue& value, ServiceRequest*) {
  if (value.value == "python" || value.value == "cpp") return Status::Ok();
  return Error{ErrorCode::kUnsupported,
               "processors of the type '" + value.value + "' are not offered", value.value_range,
               "there are 'python' and 'cpp'"};
}

// {"scaleStrategies": [{"metricName": "qps", "threshold": 20}]} and {"strategies": {"qps": 20}}
// say the same.
Status AddStrategies(const ServiceJsonValue& value, ServiceStatement* statement) {
  const auto wrong = [&value](const std::string& why) {
    return Error{ErrorCode::kInvalidCommand, why, value.value_range,
                 R"(write [{"metricName": "qps", "threshold": 20}])"};
  };
  const auto list = nlohmann::json::parse(value.value, nullptr, false);
  if (!list.is_array()) return wrong("scaleStrategies needs a list");
  for (const auto& one : list) {
    const auto name = one.is_object() ? one.find("metricName") : one.end();
    const auto threshold = one.is_object() ? one.find("threshold") : one.end();
    if (!one.is_object() || name == one.end() || !name->is_string() || threshold == one.end() ||
        !threshold->is_number()) {
      return wrong("a scale strategy has a \"metricName\" and a \"threshold\"");
    }
    const std::string full = "autoscaler.strategies." + name->get<std::string>();
    if (serving::FindProperty(full) == nullptr) {
      return wrong("there is no metric '" + name->get<std::string>() + "', there are qps and cpu");
    }
    statement->properties.push_back(
        {{full, value.value_range}, {threshold->dump(), value.value_range}});
  }
  return Status::Ok();
}

Status TakeScaleStrategies(const ServiceJsonValue& value, ServiceRequest* request) {
  return AddStrategies(value, request->statement.get());
}

Status TakeRelease(const ServiceJsonValue& value, ServiceRequest* request) {
  request->release = value.value == "true";
  return Status::Ok();
}

Status Refuse(const ServiceJsonValue& value, ServiceRequest*) {
  return Error{ErrorCode::kUnsupported, "'" + value.name + "' is not offered", value.name_range,
               "services here have models of TensorFlow (\"model_path\") and processors in Python "
               "and C++ (\"processor_path\", \"processor_entry\")"};
}

// The keys that are not properties.
struct KeyRow {
  std::string_view name;
  Status (*take)(const ServiceJsonValue& value, ServiceRequest* request);
};

constexpr KeyRow kKeys[] = {
    {"name", TakeName},
    {"metadata.name", TakeName},
    {"model_path", TakePath},
    {"processor", TakeProcessor},
    {"release", TakeRelease},
    {"processor_path", TakeProcessorPath},
    {"processor_entry", TakeProcessorEntry},
    {"processor_type", TakeProcessorType},
    {"processor_mainclass", Refuse},
    {"autoscaler.scaleStrategies", TakeScaleStrategies},
    {"containers", Refuse},
};

// The program is the entry in the folder of the path.
void JoinEntry(ServiceRequest* request) {
  std::optional<syntax::Word>& processor = request->statement->processor;
  if (!processor.has_value() || request->processor_entry.text.empty()) return;
  std::string entry = request->processor_entry.text;
  if (entry.starts_with("./")) entry.erase(0, 2);
  if (!processor->text.ends_with('/')) processor->text += '/';
  processor->text += entry;
}

}  // namespace

std::unique_ptr<ServiceStatement> EasStatement(ServiceAction action, const std::string& service) {
  auto statement = std::make_unique<ServiceStatement>();
  statement->action = action;
  statement->name.text = service;
  statement->keeps_unknown = true;
  return statement;
}

Status AddProperty(const std::string& text, ServiceStatement* statement) {
  const size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) {
    return Error{
        ErrorCode::kInvalidCommand, "-D needs name=value, such as metadata.instance=2", {}, ""};
  }
  // The last value counts.
  std::erase_if(statement->properties, [&](const syntax::WordProperty& property) {
    return property.name.text == text.substr(0, equals);
  });
  statement->properties.push_back({{text.substr(0, equals), {}}, {text.substr(equals + 1), {}}});
  return Status::Ok();
}

Status AddScaling(const std::string& text, ServiceStatement* statement) {
  PAISQL_ASSIGN(const std::vector<ServiceJsonValue> values, ReadServiceJson(text));
  for (const ServiceJsonValue& value : values) {
    if (value.name == "scaleStrategies") {
      PAISQL_TRY(AddStrategies(value, statement));
      continue;
    }
    statement->properties.push_back(
        {{"autoscaler." + value.name, value.name_range}, {value.value, value.value_range}});
  }
  return Status::Ok();
}

Result<ServiceRequest> ReadServiceRequest(const std::string& text, const std::string& changed) {
  PAISQL_ASSIGN(const std::vector<ServiceJsonValue> values, ReadServiceJson(text));
  ServiceRequest request;
  request.statement = EasStatement(ServiceAction::kDeploy, "");
  for (const ServiceJsonValue& value : values) {
    const KeyRow* key = nullptr;
    for (const KeyRow& row : kKeys) {
      if (row.name == value.name) key = &row;
    }
    if (key != nullptr) {
      PAISQL_TRY(key->take(value, &request));
    } else {
      request.statement->properties.push_back(
          {{value.name, value.name_range}, {value.value, value.value_range}});
    }
  }
  JoinEntry(&request);
  ServiceStatement& statement = *request.statement;
  const bool serves = statement.source.has_value() || statement.processor.has_value();
  if (!changed.empty()) {
    statement.name.text = changed;
    statement.action = serves ? ServiceAction::kUpdate : ServiceAction::kSetProperties;
    return request;
  }
  SourceRange begin{0, text.size(), 1, 1};
  if (statement.name.text.empty()) {
    return Error{ErrorCode::kInvalidCommand, "the service has no \"name\"", begin, ""};
  }
  if (!serves) {
    return Error{ErrorCode::kInvalidCommand,
                 "the service has no \"model_path\" and no \"processor_path\"", begin, ""};
  }
  if (request.release) {
    statement.action = ServiceAction::kRelease;
    statement.weight = syntax::Word{"0", begin};
  }
  return request;
}

}  // namespace paisql::tools
