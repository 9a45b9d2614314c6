#include "training/job_directory.h"

#include <fcntl.h>
#include <sys/file.h>

#include <filesystem>

#include "training/files.h"
#include "training/json_file.h"
#include "training/packed_script.h"

namespace paisql::training {

namespace {

using Json = nlohmann::json;

constexpr int kFormat = 1;
constexpr int kJobFormat = 2;  // of job.json

// The names of store::JobState, in its order.
constexpr const char* kStateNames[] = {"waiting", "running", "succeeded", "failed", "killed"};

Json ColumnsJson(const std::vector<store::Column>& columns) {
  Json list = Json::array();
  for (const store::Column& column : columns) {
    list.push_back({{"id", column.id},
                    {"name", column.name},
                    {"type", column.type.ToString()},
                    {"not_null", column.not_null}});
  }
  return list;
}

Json BindingJson(const TableBinding& binding, const store::Table& table) {
  return {{"format", kFormat},
          {"url", binding.url},
          {"project", table.project},
          {"table", table.name},
          {"table_id", table.id},
          {"schema_version", table.schema_version},
          {"columns", ColumnsJson(table.columns)},
          {"partition_columns", ColumnsJson(table.partition_columns)},
          {"partition_values", binding.partition_values}};
}

Json RolesJson(const std::vector<RoleSpec>& roles) {
  Json list = Json::array();
  for (const RoleSpec& role : roles) {
    list.push_back({{"name", role.name},
                    {"count", role.count},
                    {"gpu", role.gpu},
                    {"cpu", role.cpu},
                    {"memory_mb", role.memory_mb}});
  }
  return list;
}

std::vector<RoleSpec> RolesOf(const Json& list) {
  std::vector<RoleSpec> roles;
  for (const Json& role : list) {
    roles.push_back(
        {role.at("name"), role.at("count"), role.at("gpu"), role.at("cpu"), role.at("memory_mb")});
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

}  // namespace

Status WriteJobFile(const JobPlaces& places, const JobFile& file, const JobSpec& spec,
                    int64_t snapshot) {
  return WriteJson(places.JobFile(), {{"format", kJobFormat},
                                      {"id", file.id},
                                      {"home", file.home},
                                      {"lease", file.lease},
                                      {"snapshot", snapshot},
                                      {"algorithm", spec.algorithm},
                                      {"face", file.face},
                                      {"project", spec.project},
                                      {"name", spec.job_name},
                                      {"statement", spec.statement},
                                      {"script", spec.script.path},
                                      {"entry_file", spec.script.entry_file},
                                      {"entry", file.entry},
                                      {"arguments", file.arguments},
                                      {"environment", file.environment},
                                      {"user_arguments", file.user_arguments},
                                      {"distributed", file.distributed},
                                      {"roles", RolesJson(file.roles)},
                                      {"limits", LimitsJson(file.limits)},
                                      {"inputs", spec.tables.size()},
                                      {"outputs", spec.outputs.size()}});
}

Result<JobFile> ReadJobFile(const std::string& directory) {
  const std::string path = JobPlaces{directory}.JobFile();
  PAISQL_ASSIGN(const std::string text, ReadFile(path));
  const Json json = Json::parse(text, nullptr, false);
  JobFile file;
  try {
    file.id = json.at("id");
    file.home = json.at("home");
    file.lease = json.at("lease");
    file.face = json.at("face");
    file.entry = json.at("entry");
    file.arguments = json.at("arguments").get<std::vector<std::string>>();
    file.environment = json.at("environment").get<std::map<std::string, std::string>>();
    file.user_arguments = json.at("user_arguments").get<std::vector<std::string>>();
    file.distributed = json.at("distributed");
    file.roles = RolesOf(json.at("roles"));
    file.limits = LimitsOf(json.at("limits"));
  } catch (const Json::exception& error) {
    return Error{ErrorCode::kEnvironment,
                 path + " cannot be read: " + error.what(),
                 {},
                 "submit the job again"};
  }
  return file;
}

std::string ReadJobLease(const std::string& directory) {
  const Result<std::string> text = ReadFile(JobPlaces{directory}.JobFile());
  if (!text.ok()) return "";
  const Json json = Json::parse(*text, nullptr, false);
  return json.is_object() ? json.value("lease", "") : "";
}

Status WriteInput(const JobPlaces& places, size_t index, const TableBinding& binding,
                  const InputListing& input) {
  Json json = BindingJson(binding, input.table);
  json["snapshot"] = input.listing.snapshot;
  std::map<int64_t, const store::Partition*> partitions;
  json["partitions"] = Json::array();
  for (const store::Partition& partition : input.listing.partitions) {
    partitions[partition.id] = &partition;
    json["partitions"].push_back(partition.values);
  }
  json["schema_versions"] = Json::array();
  for (const store::SchemaVersion& version : input.listing.schema_versions) {
    json["schema_versions"].push_back(
        {{"version", version.version}, {"columns", ColumnsJson(version.columns)}});
  }
  json["files"] = Json::array();
  int64_t rows = 0;
  for (const store::DataFile& file : input.listing.files) {
    const auto partition = partitions.find(file.partition_id);
    json["files"].push_back(
        {{"path", file.path},
         {"rows", file.rows},
         {"schema_version", file.schema_version},
         {"partition",
          partition == partitions.end() ? std::vector<std::string>() : partition->second->values}});
    rows += file.rows;
  }
  json["rows"] = rows;
  return WriteJson(places.InputFile(index), json);
}

Status WriteOutput(const JobPlaces& places, size_t index, const TableBinding& binding,
                   const std::string& staging) {
  Json json = BindingJson(binding, binding.table);
  json["staging"] = staging;
  return WriteJson(places.OutputFile(index), json);
}

Result<std::string> PlaceScript(const JobPlaces& places, const ScriptSource& script) {
  PAISQL_TRY(MakeFolders(places.WorkFolder()));
  const std::filesystem::path work = places.WorkFolder();
  if (!IsArchiveName(script.path)) {
    const std::filesystem::path target = work / std::filesystem::path(script.path).filename();
    PAISQL_TRY(CopyFile(script.path, target));
    return target.string();
  }
  PAISQL_TRY(UnpackArchive(script.path, places.WorkFolder()));
  const std::filesystem::path entry = (work / script.entry_file).lexically_normal();
  const std::filesystem::path within = entry.lexically_relative(work);
  if (within.empty() || *within.begin() == ".." || !IsFile(entry)) {
    return Error{ErrorCode::kInvalidCommand,
                 "the archive " + script.path + " holds no file '" + script.entry_file + "'",
                 {},
                 "entryFile is the script's path within the archive"};
  }
  return entry.string();
}

Status WriteResult(const JobPlaces& places, const JobOutcome& outcome) {
  return WriteJson(places.ResultFile(), {{"format", kFormat},
                                         {"state", kStateNames[static_cast<size_t>(outcome.state)]},
                                         {"exit_status", outcome.exit_status},
                                         {"message", outcome.message},
                                         {"log", outcome.log_path}});
}

std::optional<JobOutcome> ReadResult(const JobPlaces& places) {
  const Result<std::string> text = ReadFile(places.ResultFile());
  if (!text.ok()) return std::nullopt;
  const Json json = Json::parse(*text, nullptr, false);
  JobOutcome outcome;
  try {
    const std::string state = json.at("state");
    for (size_t i = 0; i < std::size(kStateNames); ++i) {
      if (state == kStateNames[i]) outcome.state = static_cast<store::JobState>(i);
    }
    outcome.exit_status = json.at("exit_status");
    outcome.message = json.at("message");
    outcome.log_path = json.at("log");
  } catch (const Json::exception&) {
    return std::nullopt;
  }
  return outcome;
}

bool IsLeaseHeld(const store::Home& home, const std::string& lease) {
  const std::string path = home.LeasesPath() + "/" + lease;
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  return file.open() && flock(file.get(), LOCK_EX | LOCK_NB) != 0;
}

}  // namespace paisql::training
