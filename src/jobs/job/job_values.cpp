#include "jobs/job/job_values.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

#include "base/files/files.h"
#include "base/secrets/redact.h"
#include "base/whole_number.h"
#include "jobs/files/json_file.h"
#include "jobs/script/script_environment.h"

namespace paisql::jobs {

namespace {

using Json = nlohmann::json;

constexpr const char* kWhat = "the values of the job";
// The statement's part of a task of Alink, which has the user's own parameters (userParams).
constexpr const char* kAlinkVariable = "PAISQL_ALINK";
// A longer one is not handed over in an environment: its job reads job.json (alink_task).
constexpr size_t kLongestPassed = size_t{128} * 1024;

// Texts of JSON without secrets, by the names that they have in it.
void RedactTexts(Json& json, const std::string& name) {
  if (json.is_string()) {
    json = RedactValue(name, json.get<std::string>());
  } else if (json.is_object()) {
    for (auto& [key, value] : json.items()) RedactTexts(value, key);
  } else if (json.is_array()) {
    for (Json& value : json) RedactTexts(value, name);
  }
}

std::string WithoutSecretsOfTask(const std::string& text) {
  Json task = Json::parse(text, nullptr, false);
  const auto given = task.is_object() ? task.find("user_params") : task.end();
  if (given == task.end() || text.size() >= kLongestPassed - sizeof "PAISQL_ALINK=") return text;
  RedactTexts(*given, "");
  return JsonText(task);
}

}  // namespace

Result<Descriptor> HandOverValues(const JobFile& file, const std::vector<std::string>& withheld) {
  Json json = {{"arguments", file.arguments},
               {"user_arguments", file.user_arguments},
               {"environment", file.environment},
               {"withheld", withheld}};
  if (file.spark.has_value()) {
    json["spark"] = {{"remote", file.spark->remote},
                     {"python", file.spark->python},
                     {"token", file.spark->token}};
  }
  const std::string text = JsonText(json);
  Descriptor values(memfd_create("paisql-job", MFD_CLOEXEC));
  if (!values.open()) return FileError("hand over", kWhat, errno);
  if (!WriteAll(values.get(), text)) return FileError("hand over", kWhat, errno);
  return values;
}

Status TakeOverValues(JobFile* file, std::vector<std::string>* withheld) {
  const char* variable = std::getenv(kValuesVariable);
  if (variable == nullptr) return Status::Ok();
  const Descriptor values(WholeNumberOr(variable, -1));
  unsetenv(kValuesVariable);
  // By its name, so that it is read from its beginning whoever has read it before.
  PAISQL_ASSIGN(const std::string text, ReadFile("/proc/self/fd/" + std::to_string(values.get())));
  const Json json = Json::parse(text, nullptr, false);
  try {
    file->arguments = json.at("arguments").get<std::vector<std::string>>();
    file->user_arguments = json.at("user_arguments").get<std::vector<std::string>>();
    file->environment = json.at("environment").get<std::map<std::string, std::string>>();
    if (file->spark.has_value()) {
      const Json& spark = json.at("spark");
      *file->spark = {spark.at("remote"), spark.at("python"), spark.at("token")};
    }
    *withheld = json.at("withheld").get<std::vector<std::string>>();
  } catch (const Json::exception& error) {
    return Error{ErrorCode::kEnvironment,
                 std::string(kWhat) + " cannot be read: " + error.what(),
                 {},
                 "submit the job again"};
  }
  return Status::Ok();
}

std::map<std::string, std::string> WithoutSecrets(
    const std::map<std::string, std::string>& values) {
  std::map<std::string, std::string> result;
  for (const auto& [name, value] : values) result[name] = RedactValue(name, value);
  return result;
}

JobFile WithoutSecrets(const JobFile& file) {
  JobFile result = file;
  result.arguments = RedactArguments(file.arguments);
  result.user_arguments = RedactArguments(file.user_arguments);
  // A variable that a user has named is a secret, whatever its name is; our own values are not,
  // except for the user's parameters among them.
  for (auto& [name, value] : result.environment) {
    if (MayBeNamed(name) && !value.empty()) value = kRedacted;
    if (name == kAlinkVariable) value = WithoutSecretsOfTask(value);
  }
  return result;
}

}  // namespace paisql::jobs
