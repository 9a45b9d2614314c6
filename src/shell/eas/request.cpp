#include "shell/eas/request.h"

#include <string_view>
#include <utility>

#include "base/error_at.h"
#include "serving/service/properties.h"
#include "serving/wire/service_json.h"

namespace paisql::shell {

namespace {

using serving::ServiceJsonValue;
using syntax::ServiceAction;
using syntax::ServiceStatement;

syntax::Word WordOf(const ServiceJsonValue& value) { return {value.value, value.value_range}; }

Status TakeName(const ServiceJsonValue& value, ServiceRequest* request) {
  request->statement->name = WordOf(value);
  return Status::Ok();
}

Status TakePath(const ServiceJsonValue& value, ServiceRequest* request) {
  if (value.value.starts_with("http://") || value.value.starts_with("https://")) {
    return Error{ErrorCode::kUnsupported, "models are not fetched from the network",
                 value.value_range, "name a folder of this machine, or oss://bucket/folder/"};
  }
  request->statement->source = WordOf(value);
  return Status::Ok();
}

Status TakeProcessor(const ServiceJsonValue& value, ServiceRequest*) {
  PAISQL_TRY_AT(value.value_range, serving::ProcessorOf(value.value));
  return Status::Ok();
}

Status TakeRelease(const ServiceJsonValue& value, ServiceRequest* request) {
  request->release = value.value == "true";
  return Status::Ok();
}

Status Refuse(const ServiceJsonValue& value, ServiceRequest*) {
  return Error{ErrorCode::kUnsupported, "'" + value.name + "' is not offered", value.name_range,
               "services here have models of TensorFlow: \"model_path\" and \"processor\""};
}

// The keys that are no properties.
struct KeyRow {
  std::string_view name;
  Status (*take)(const ServiceJsonValue& value, ServiceRequest* request);
};

constexpr KeyRow kKeys[] = {
    {"name", TakeName},           {"metadata.name", TakeName}, {"model_path", TakePath},
    {"processor", TakeProcessor}, {"release", TakeRelease},    {"processor_path", Refuse},
    {"processor_entry", Refuse},  {"processor_type", Refuse},  {"processor_mainclass", Refuse},
    {"containers", Refuse},
};

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
        ErrorCode::kInvalidCommand, "-D wants name=value, such as metadata.instance=2", {}, ""};
  }
  // What is said last counts.
  std::erase_if(statement->properties, [&](const syntax::WordProperty& property) {
    return property.name.text == text.substr(0, equals);
  });
  statement->properties.push_back({{text.substr(0, equals), {}}, {text.substr(equals + 1), {}}});
  return Status::Ok();
}

Result<ServiceRequest> ReadServiceRequest(const std::string& text, const std::string& changed) {
  PAISQL_ASSIGN(const std::vector<ServiceJsonValue> values, serving::ReadServiceJson(text));
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
  ServiceStatement& statement = *request.statement;
  if (!changed.empty()) {
    statement.name.text = changed;
    statement.action =
        statement.source.has_value() ? ServiceAction::kUpdate : ServiceAction::kSetProperties;
    return request;
  }
  SourceRange begin{0, text.size(), 1, 1};
  if (statement.name.text.empty()) {
    return Error{ErrorCode::kInvalidCommand, "the service has no \"name\"", begin, ""};
  }
  if (!statement.source.has_value()) {
    return Error{ErrorCode::kInvalidCommand, "the service has no \"model_path\"", begin, ""};
  }
  if (request.release) {
    statement.action = ServiceAction::kRelease;
    statement.weight = syntax::Word{"0", begin};
  }
  return request;
}

}  // namespace paisql::shell
