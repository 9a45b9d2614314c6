#include "jobs/job/job_directory.h"

#include <filesystem>

#include "archive/archive.h"
#include "base/result.h"
#include "jobs/files/files.h"
#include "jobs/files/json_file.h"

namespace paisql::jobs {

namespace {

using Json = nlohmann::json;

constexpr int kFormat = 1;

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

}  // namespace

Status WriteInput(const JobPlaces& places, size_t index, const TableBinding& binding,
                  const InputListing& input) {
  Json json = BindingJson(binding, input.table);
  json["snapshot"] = input.listing.snapshot;
  json["query"] = binding.is_query;
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
  if (binding.is_query) {
    // Its one file is the list of those to come.
    json["parts"] = input.listing.files.front().path;
    return WriteJson(places.InputFile(index), json);
  }
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
                   const std::vector<InputListing>& read, const std::string& staging) {
  Json json = BindingJson(binding, binding.table);
  json["staging"] = staging;
  for (const InputListing& input : read) {
    if (input.table.id != binding.table.id) continue;
    Json partition_ids = Json::array();
    for (const store::Partition& partition : input.listing.partitions) {
      if (partition.values == binding.partition_values) partition_ids.push_back(partition.id);
    }
    // A job that reads one partition and replaces another replaces nothing that it has read.
    if (input.table.partitioned() && partition_ids.empty()) continue;
    json["replaces_input"] = {{"snapshot", input.listing.snapshot},
                              {"partition_ids", partition_ids}};
  }
  return WriteJson(places.OutputFile(index), json);
}

Status WriteModel(const JobPlaces& places, const ModelOutput& model) {
  PAISQL_TRY(MakeFolders(places.ModelFolder()));
  return WriteJson(places.ModelFile(), {{"format", kFormat},
                                        {"project", model.project},
                                        {"name", model.name},
                                        {"model_format", model.format},
                                        {"source", model.source}});
}

Result<std::string> PlaceScript(const JobPlaces& places, const ScriptSource& script) {
  PAISQL_TRY(MakeFolders(places.WorkFolder()));
  const std::filesystem::path work = places.WorkFolder();
  if (!archive::IsArchiveName(script.path)) {
    const std::filesystem::path target = work / std::filesystem::path(script.path).filename();
    PAISQL_TRY(CopyFile(script.path, target));
    return target.string();
  }
  PAISQL_TRY(archive::UnpackArchive(script.path, places.WorkFolder()));
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

Status PlaceFiles(const JobPlaces& places, const JobSpec& spec) {
  const std::filesystem::path work = places.WorkFolder();
  for (const std::string& path : spec.files) {
    const auto named = spec.file_places.find(path);
    const SourceRange range = named == spec.file_places.end() ? SourceRange{} : named->second;
    const std::string target = work / std::filesystem::path(path).filename();
    std::error_code code;
    if (std::filesystem::is_directory(path, code)) {
      PAISQL_TRY_AT(range, CopyFolder(path, target));
    } else if (archive::IsArchiveName(path)) {
      PAISQL_TRY_AT(range, archive::UnpackArchive(path, places.WorkFolder()));
    } else {
      PAISQL_TRY_AT(range, CopyFile(path, target));
    }
  }
  return Status::Ok();
}

Status WriteResult(const JobPlaces& places, const JobOutcome& outcome) {
  return WriteJson(places.ResultFile(), {{"format", kFormat},
                                         {"state", store::JobStateText(outcome.state)},
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
    outcome.state = store::JobStateOfText(state).value_or(outcome.state);
    outcome.exit_status = json.at("exit_status");
    outcome.message = json.at("message");
    outcome.log_path = json.at("log");
  } catch (const Json::exception&) {
    return std::nullopt;
  }
  return outcome;
}

}  // namespace paisql::jobs
