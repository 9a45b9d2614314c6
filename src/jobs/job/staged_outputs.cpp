// What a script has staged becomes rows of tables. The script's process is not trusted to
// have finished its work: a slice counts only when its writer has closed it and its file is whole.

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "inference/pmml/pmml_model.h"
#include "inference/signature_json.h"
#include "jobs/files/files.h"
#include "jobs/job/job_directory.h"
#include "jobs/spec/parts_list.h"

namespace paisql::jobs {

namespace {

using Json = nlohmann::json;

constexpr std::string_view kParquetMagic = "PAR1";

Error NotWhole(const std::string& table, const std::string& why) {
  return Error{ErrorCode::kJobFailed,
               "output table " + table + ": " + why + "; nothing was written",
               {},
               ""};
}

// The size that the writer saw when it closed the file, and the magic at both ends.
bool IsWholeParquet(const std::string& path, int64_t bytes) {
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.open() || lseek(file.get(), 0, SEEK_END) != bytes) return false;
  const auto magic_at = [&file](off_t offset) {
    std::array<char, kParquetMagic.size()> found{};
    const ssize_t count = pread(file.get(), found.data(), found.size(), offset);
    return std::string_view(found.data(), static_cast<size_t>(std::max<ssize_t>(count, 0))) ==
           kParquetMagic;
  };
  return magic_at(0) && magic_at(bytes - static_cast<off_t>(kParquetMagic.size()));
}

// One output's slices; false when no writer has opened it.
Result<bool> CollectSlices(const Json& output, store::WriteRequest* request) {
  const std::string& table = request->table_name;
  const std::string staging = output.at("staging");
  const auto values = output.at("partition_values").get<std::vector<std::string>>();
  bool opened = false;
  std::error_code code;
  if (!std::filesystem::is_directory(staging, code)) {
    return NotWhole(table, "its staging folder " + staging + " is gone");
  }
  PAISQL_ASSIGN(std::vector<std::string> names, ListFolder(staging));
  // By number: slice 2 stands before slice 10.
  std::stable_sort(names.begin(), names.end(),
                   [](const std::string& left, const std::string& right) {
                     return left.find('.') < right.find('.');
                   });
  for (const std::string& name : names) {
    const std::filesystem::path path = std::filesystem::path(staging) / name;
    const std::string slice = path.stem();
    if (path.extension() == ".part") {
      return NotWhole(table, "the writer of slice " + slice + " was not closed");
    }
    if (path.extension() != ".parquet") continue;
    opened = true;
    std::filesystem::path note = path;
    note.replace_extension(".json");
    PAISQL_ASSIGN(const std::string text, ReadFile(note));
    const Json counts = Json::parse(text, nullptr, false);
    const int64_t rows = counts.value("rows", int64_t{-1});
    if (rows < 0 || !IsWholeParquet(path, counts.value("bytes", int64_t{-1}))) {
      return NotWhole(table, "the file of slice " + slice + " is not whole");
    }
    if (rows > 0) request->files.push_back({path.string(), values, rows});
  }
  if (opened && !values.empty()) request->named_partitions.push_back(values);
  return opened;
}

// The input that an output replaces, as it was when the job was submitted.
std::optional<store::ReadVersion> ReplacedInput(const Json& output, const std::string& table) {
  const auto noted = output.find("replaces_input");
  if (noted == output.end()) return std::nullopt;
  store::ReadVersion read;
  read.table_id = output.at("table_id");
  read.table = table;
  read.schema_version = output.at("schema_version");
  read.snapshot = noted->at("snapshot").get<int64_t>();
  const auto partition_ids = noted->at("partition_ids").get<std::vector<int64_t>>();
  if (!partition_ids.empty()) read.partition_ids = partition_ids;
  return read;
}

// A script that has caught the error of its input, or has not come to it, is not done.
Status CheckQueries(const JobPlaces& places) {
  PAISQL_ASSIGN(const std::vector<std::string> names, ListFolder(places.directory + "/inputs"));
  for (const std::string& name : names) {
    PAISQL_ASSIGN(const std::string text, ReadFile(places.directory + "/inputs/" + name));
    const Json input = Json::parse(text, nullptr, false);
    const auto parts = input.find("parts");
    if (parts == input.end() || !parts->is_string()) continue;
    const std::string failure = FailureOfParts(parts->get<std::string>());
    if (failure.empty()) continue;
    return Error{ErrorCode::kJobFailed,
                 "the query of " + input.value("table", name) + " has failed: " + failure +
                     "; nothing was written",
                 {},
                 ""};
  }
  return Status::Ok();
}

}  // namespace

Status PutStagedOutputs(const JobPlaces& places, size_t outputs, store::TableWrite& write) {
  PAISQL_TRY(CheckQueries(places));
  for (size_t index = 0; index < outputs; ++index) {
    PAISQL_ASSIGN(const std::string text, ReadFile(places.OutputFile(index)));
    try {
      const Json output = Json::parse(text);
      store::WriteRequest request;
      request.table_name =
          output.at("project").get<std::string>() + "." + output.at("table").get<std::string>();
      request.table_id = output.at("table_id");
      request.schema_version = output.at("schema_version");
      request.mode = store::WriteMode::kOverwrite;
      PAISQL_ASSIGN(const bool opened, CollectSlices(output, &request));
      if (!opened) continue;
      if (std::optional<store::ReadVersion> read = ReplacedInput(output, request.table_name)) {
        write.Expect(*std::move(read));
      }
      write.Put(std::move(request));
    } catch (const Json::exception& error) {
      return Error{ErrorCode::kEnvironment,
                   places.OutputFile(index) + " cannot be read: " + error.what(),
                   {},
                   ""};
    }
  }
  return Status::Ok();
}

// What the model takes and gives; an empty list where its component alone knows.
static std::string SignaturesOf(const std::string& folder) {
  if (!inference::HoldsPmml(folder)) return "[]";
  const Result<std::unique_ptr<inference::Model>> model = inference::LoadPmml(folder, {});
  return model.ok() ? inference::SignaturesJson((*model)->signatures()) : "[]";
}

Result<std::optional<StagedModel>> ReadStagedModel(const JobPlaces& places) {
  std::optional<StagedModel> staged;
  std::error_code code;
  if (!std::filesystem::exists(places.ModelFile(), code)) return staged;
  PAISQL_ASSIGN(const std::string text, ReadFile(places.ModelFile()));
  const Json json = Json::parse(text, nullptr, false);
  try {
    staged.emplace();
    staged->project = json.at("project");
    staged->name = json.at("name");
    staged->version.format = json.at("model_format");
    staged->version.source = json.at("source");
  } catch (const Json::exception& error) {
    return Error{
        ErrorCode::kEnvironment, places.ModelFile() + " cannot be read: " + error.what(), {}, ""};
  }
  staged->version.folder = places.ModelFolder();
  staged->version.signatures = SignaturesOf(places.ModelFolder());
  PAISQL_ASSIGN(const std::vector<std::string> files, ListFolder(places.ModelFolder()));
  if (!files.empty()) return staged;
  return Error{ErrorCode::kJobFailed,
               "the job did not write model " + staged->project + "." + staged->name +
                   "; its outputs were not committed",
               {},
               ""};
}

}  // namespace paisql::jobs
