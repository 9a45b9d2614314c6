#include "jobs/job/past_job.h"

#include <nlohmann/json.hpp>

#include "jobs/files/files.h"
#include "jobs/job/job_directory.h"

namespace paisql::jobs {

namespace {

using Json = nlohmann::json;

// The members that are texts; others are not what this program has written.
std::map<std::string, std::string> Texts(const Json& object) {
  std::map<std::string, std::string> texts;
  for (const auto& [name, value] : object.items()) {
    if (value.is_string()) texts[name] = value.get<std::string>();
  }
  return texts;
}

}  // namespace

std::map<std::string, std::string> ParametersOf(const store::Job& job) {
  const Json object = Json::parse(job.parameters, nullptr, false);
  return object.is_object() ? Texts(object) : std::map<std::string, std::string>();
}

PastJob ReadCircumstances(const std::string& directory) {
  PastJob past;
  const Result<std::string> text = ReadFile(JobPlaces{directory}.JobFile());
  if (!text.ok()) return past;
  const Json json = Json::parse(*text, nullptr, false);
  if (!json.is_object()) return past;
  const auto settings = json.find("settings");
  if (settings != json.end() && settings->is_object()) past.settings = Texts(*settings);
  const auto folder = json.find("script_folder");
  if (folder != json.end() && folder->is_string() && !folder->get<std::string>().empty()) {
    past.script_folder = folder->get<std::string>();
  }
  const auto schema = json.find("schema");
  if (schema != json.end() && schema->is_string() && !schema->get<std::string>().empty()) {
    past.schema = schema->get<std::string>();
  }
  return past;
}

}  // namespace paisql::jobs
