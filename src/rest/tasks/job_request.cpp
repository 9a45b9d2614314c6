#include "rest/tasks/job_request.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/coding/json_depth.h"
#include "base/coding/xml_reader.h"
#include "base/text.h"
#include "base/whole_number.h"

namespace paisql::rest {

namespace {

constexpr int kLastPriority = 9;
constexpr std::string_view kXflow = "XflowInstance";

Error Wrong(std::string detail) {
  return {ErrorCode::kInvalidArgumentType, std::move(detail), {}, ""};
}

std::string TextOf(const XmlElement& element, std::string_view child) {
  const XmlElement* const found = element.Child(child);
  return found == nullptr ? "" : std::string(found->text);
}

// The settings are JSON; what is not an object is left out.
void ReadSettings(const std::string& text, JobRequest& request) {
  if (IsDeepJson(text)) return;
  const nlohmann::json json = nlohmann::json::parse(text, nullptr, false);
  if (!json.is_object()) return;
  for (const auto& [key, one] : json.items()) {
    request.settings[key] = one.is_string() ? one.get<std::string>() : one.dump();
  }
}

void ReadConfig(const XmlElement& task, JobRequest& request) {
  const XmlElement* const config = task.Child("Config");
  if (config == nullptr) return;
  for (const XmlElement& property : config->children) {
    const std::string name = TextOf(property, "Name");
    if (name == "settings") {
      ReadSettings(TextOf(property, "Value"), request);
    } else if (!name.empty()) {
      request.properties[name] = TextOf(property, "Value");
    }
  }
}

// Names that stand for other resources while the statement runs, as an object of JSON.
Status ReadAliases(JobRequest& request) {
  const auto aliases = request.properties.find("aliases");
  if (aliases == request.properties.end()) return Status::Ok();
  const std::string text(Trim(aliases->second));
  if (text.empty() || text == "null") return Status::Ok();
  const Error wrong = Wrong("the property aliases is not an object of JSON with texts");
  if (IsDeepJson(text)) return wrong;
  const nlohmann::json json = nlohmann::json::parse(text, nullptr, false);
  if (!json.is_object()) return wrong;
  for (const auto& [name, resource] : json.items()) {
    if (!resource.is_string()) return wrong;
    request.aliases[name] = resource.get<std::string>();
  }
  return Status::Ok();
}

// Clients write the unique id under either name.
std::string UniqueIdOf(const XmlElement& element) {
  const std::string id = TextOf(element, "UniqueIdentifierID");
  return id.empty() ? TextOf(element, "Guid") : id;
}

int PriorityOf(const XmlElement& element) {
  const auto priority = ParseNumber<int>(Trim(TextOf(element, "Priority")));
  return std::clamp(priority.value_or(kLastPriority), 0, kLastPriority);
}

Status ReadXflow(const XmlElement& xflow, JobRequest& request) {
  request.element = kXflow;
  request.component = TextOf(xflow, "Xflow");
  request.name = request.component;
  request.project = TextOf(xflow, "Project");
  request.estimates = EqualsIgnoreCase(TextOf(xflow, "RunningMode"), "estimate");
  if (request.component.empty()) return Wrong("the element Xflow names no component");
  const XmlElement* const parameters = xflow.Child("Parameters");
  if (parameters != nullptr) {
    for (const XmlElement& one : parameters->children) {
      request.parameters.emplace_back(TextOf(one, "Key"), TextOf(one, "Value"));
    }
  }
  ReadConfig(xflow, request);
  return Status::Ok();
}

Status ReadTask(const XmlElement& job, JobRequest& request) {
  const XmlElement* const tasks = job.Child("Tasks");
  if (tasks == nullptr || tasks->children.size() != 1) {
    return Wrong("an instance has a job of one task");
  }
  const XmlElement& task = tasks->children.front();
  request.element = task.name;
  request.name = TextOf(task, "Name");
  request.comment = TextOf(task, "Comment");
  request.query = TextOf(task, "Query");
  request.table = TextOf(task, "TableName");
  request.job = TextOf(job, "Name");
  ReadConfig(task, request);
  return ReadAliases(request);
}

}  // namespace

Result<JobRequest> ReadJobRequest(const std::string& body) {
  PAISQL_ASSIGN(const XmlDocument document, XmlDocument::Parse(body));
  const XmlElement* const xflow = document.root().Child(kXflow);
  const XmlElement* const job = document.root().Child("Job");
  if (xflow == nullptr && job == nullptr) return Wrong("an instance has a job of one task");
  JobRequest request;
  PAISQL_TRY(xflow != nullptr ? ReadXflow(*xflow, request) : ReadTask(*job, request));
  request.unique_id = UniqueIdOf(xflow != nullptr ? *xflow : *job);
  request.priority = PriorityOf(xflow != nullptr ? *xflow : *job);
  request.source = OuterText(body, xflow != nullptr ? kXflow : "Job");
  return request;
}

std::string OuterText(std::string_view body, std::string_view element) {
  const std::string close = "</" + std::string(element) + ">";
  const size_t begin = body.find("<" + std::string(element));
  const size_t end = body.rfind(close);
  if (begin == std::string_view::npos || end == std::string_view::npos || end < begin) return "";
  return std::string(body.substr(begin, end + close.size() - begin));
}

}  // namespace paisql::rest
