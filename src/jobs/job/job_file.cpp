// job.json: what to run.

#include "base/secrets/redact.h"
#include "jobs/files/json_file.h"
#include "jobs/job/job_directory.h"
#include "jobs/job/job_values.h"

namespace paisql::jobs {

namespace {

using Json = nlohmann::json;

constexpr int kJobFormat = 4;

Json RolesJson(const std::vector<RoleSpec>& roles) {
  Json list = Json::array();
  for (const RoleSpec& role : roles) {
    list.push_back({{"name", role.name},
                    {"count", role.count},
                    {"gpu", role.gpu},
                    {"cpu", role.cpu},
                    {"memory_mb", role.memory_mb},
                    {"default_gpu", role.default_gpu},
                    {"default_cpu", role.default_cpu},
                    {"default_memory", role.default_memory}});
  }
  return list;
}

std::vector<RoleSpec> RolesOf(const Json& list) {
  std::vector<RoleSpec> roles;
  for (const Json& role : list) {
    roles.push_back({role.at("name"), role.at("count"), role.at("gpu"), role.at("cpu"),
                     role.at("memory_mb"), role.at("default_gpu"), role.at("default_cpu"),
                     role.at("default_memory")});
  }
  return roles;
}

Json LimitsJson(const JobLimits& limits) {
  return {{"hung_seconds", limits.hung_seconds},
          {"training_seconds", limits.training_seconds},
          {"evaluator_seconds", limits.evaluator_seconds},
          {"log_bytes", limits.log_bytes},
          {"restart_workers", limits.restart_workers},
          {"restart_parameter_servers", limits.restart_parameter_servers},
          {"restarts", limits.restarts}};
}

JobLimits LimitsOf(const Json& json) {
  JobLimits limits;
  limits.hung_seconds = json.at("hung_seconds");
  limits.training_seconds = json.at("training_seconds");
  limits.evaluator_seconds = json.at("evaluator_seconds");
  limits.log_bytes = json.at("log_bytes");
  limits.restart_workers = json.at("restart_workers");
  limits.restart_parameter_servers = json.at("restart_parameter_servers");
  limits.restarts = json.at("restarts");
  return limits;
}

Json DemandJson(const Demand& demand) {
  return {{"cpu", demand.cpu}, {"memory_mb", demand.memory_mb}, {"gpus", demand.gpus}};
}

Demand ReadDemand(const Json& json) {
  return {json.at("cpu"), json.at("memory_mb"), json.at("gpus").get<std::vector<int>>()};
}

// Format 3 named the face alone, and TensorBoard was what served.
std::string RuntimeName(const Json& json) {
  if (json.contains("runtime")) return json.at("runtime");
  return json.at("serves").get<bool>() ? "tensorboard" : json.at("face").get<std::string>();
}

}  // namespace

Status WriteJobFile(const JobPlaces& places, const JobFile& given, const JobSpec& spec,
                    int64_t snapshot) {
  const JobFile file = WithoutSecrets(given);
  return WriteJson(places.JobFile(), {{"format", kJobFormat},
                                      {"id", file.id},
                                      {"home", file.home},
                                      {"lease", file.lease},
                                      {"snapshot", snapshot},
                                      {"algorithm", spec.algorithm},
                                      {"runtime", file.runtime->name},
                                      {"project", spec.project},
                                      {"name", spec.job_name},
                                      {"statement", Redact(spec.statement)},
                                      {"script", spec.script.path},
                                      {"entry_file", spec.script.entry_file},
                                      {"entry", file.entry},
                                      {"arguments", file.arguments},
                                      {"environment", file.environment},
                                      {"user_arguments", file.user_arguments},
                                      {"distributed", file.distributed},
                                      {"roles", RolesJson(file.roles)},
                                      {"limits", LimitsJson(file.limits)},
                                      {"priority", file.priority},
                                      {"demand", DemandJson(file.demand)},
                                      {"quota", Json::parse(QuotaJson(file.quota))},
                                      {"serves", file.serves},
                                      {"place", file.spark.has_value() ? "spark" : "local"},
                                      {"parameters", WithoutSecrets(spec.parameters)},
                                      {"settings", WithoutSecrets(spec.settings)},
                                      {"script_folder", spec.script_folder},
                                      {"schema", spec.schema},
                                      {"inputs", spec.tables.size()},
                                      {"outputs", spec.outputs.size()}});
}

Result<JobFile> ReadJobFile(const std::string& directory) {
  const std::string path = JobPlaces{directory}.JobFile();
  PAISQL_ASSIGN(const std::string text, ReadFile(path));
  const Json json = Json::parse(text, nullptr, false);
  JobFile file;
  std::string runtime;
  try {
    file.id = json.at("id");
    file.home = json.at("home");
    file.lease = json.at("lease");
    runtime = RuntimeName(json);
    file.runtime = FindRuntime(runtime);
    file.entry = json.at("entry");
    file.arguments = json.at("arguments").get<std::vector<std::string>>();
    file.environment = json.at("environment").get<std::map<std::string, std::string>>();
    file.user_arguments = json.at("user_arguments").get<std::vector<std::string>>();
    file.distributed = json.at("distributed");
    file.roles = RolesOf(json.at("roles"));
    file.limits = LimitsOf(json.at("limits"));
    file.priority = json.at("priority");
    file.demand = ReadDemand(json.at("demand"));
    file.quota = QuotaFromJson(json.at("quota").dump());
    file.serves = json.at("serves");
    if (json.value("place", "") == "spark") file.spark.emplace();
    file.outputs = json.at("outputs");
  } catch (const Json::exception& error) {
    return Error{ErrorCode::kEnvironment,
                 path + " cannot be read: " + error.what(),
                 {},
                 "submit the job again"};
  }
  if (file.runtime == nullptr) {
    return Error{ErrorCode::kEnvironment,
                 path + " names the runtime '" + runtime + "', which this program does not have",
                 {},
                 "submit the job again"};
  }
  return file;
}

std::string ReadJobLease(const std::string& directory) {
  const JobPlaces places{directory};
  const Result<std::string> text = ReadFile(places.JobFile());
  if (!text.ok()) {
    const Result<std::string> lease = ReadFile(places.LeaseFile());
    return lease.ok() ? *lease : "";
  }
  const Json json = Json::parse(*text, nullptr, false);
  if (!json.is_object()) return "";
  const auto lease = json.find("lease");
  return lease != json.end() && lease->is_string() ? lease->get<std::string>() : "";
}

}  // namespace paisql::jobs
