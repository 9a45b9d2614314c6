#include "session/statements/catalog/export_folder.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>

#include <nlohmann/json.hpp>

#include "base/files/files.h"
#include "store/files/sha256.h"

namespace paisql::session {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr const char* kManifestName = "export.json";
constexpr const char* kFormat = "paisql export";
constexpr int kVersion = 2;

// In the order of ExportedKind.
constexpr const char* kKindNames[] = {"table", "query", "function"};

Error Broken(const std::string& folder, const std::string& why) {
  return Error{ErrorCode::kInvalidCommand,
               "the export in " + folder + " is broken: " + why,
               {},
               "EXPORT it again, or copy the whole folder"};
}

// A path of the folder that leads out of it is not one of an export.
bool StaysInside(const std::string& path) {
  if (path.empty() || path.front() == '/') return false;
  const fs::path plain(path);
  return std::none_of(plain.begin(), plain.end(),
                      [](const fs::path& part) { return part == ".."; });
}

Json JsonOf(const ExportedObject& object) {
  Json files = Json::array();
  for (const ExportedFile& file : object.files) {
    files.push_back({{"path", file.path},
                     {"partition", file.partition},
                     {"rows", file.rows},
                     {"bytes", file.bytes},
                     {"sha256", file.sha256}});
  }
  return {{"kind", kKindNames[static_cast<size_t>(object.kind)]},
          {"schema", object.schema},
          {"name", object.name},
          {"ddl", object.ddl},
          {"ddl_sha256", object.ddl_sha256},
          {"text_project", object.text_project},
          {"text_schema", object.text_schema},
          {"reads_schemas", object.reads_schemas},
          {"partitions", object.partitions},
          {"files", std::move(files)}};
}

ExportedObject ObjectOf(const Json& json) {
  ExportedObject object;
  const std::string kind = json.at("kind");
  object.kind = kind == kKindNames[0]   ? ExportedKind::kTable
                : kind == kKindNames[2] ? ExportedKind::kFunction
                                        : ExportedKind::kQuery;
  object.schema = json.at("schema");
  object.name = json.at("name");
  object.ddl = json.at("ddl");
  object.ddl_sha256 = json.at("ddl_sha256");
  object.text_project = json.at("text_project");
  object.text_schema = json.at("text_schema");
  object.reads_schemas = json.at("reads_schemas");
  object.partitions = json.at("partitions");
  for (const Json& file : json.at("files")) {
    object.files.push_back({file.at("path"), file.at("partition"), file.at("rows"),
                            file.at("bytes"), file.at("sha256")});
  }
  return object;
}

Status CheckFile(const std::string& folder, const std::string& path, int64_t bytes) {
  if (!StaysInside(path)) return Broken(folder, "it names the file " + path);
  std::error_code failure;
  const uintmax_t size = fs::file_size(folder + "/" + path, failure);
  if (failure) return Broken(folder, path + " is missing");
  if (bytes >= 0 && size != static_cast<uintmax_t>(bytes)) {
    return Broken(folder, path + " has " + std::to_string(size) + " bytes instead of " +
                              std::to_string(bytes));
  }
  return Status::Ok();
}

Status CheckFiles(const std::string& folder, const ExportedObject& object) {
  PAISQL_TRY(CheckFile(folder, object.ddl, -1));
  PAISQL_ASSIGN(const std::string ddl, ReadFile(folder + "/" + object.ddl));
  if (DigestOf(ddl) != object.ddl_sha256) {
    return Broken(folder, object.ddl + " is not what EXPORT has written");
  }
  for (const ExportedFile& file : object.files) {
    PAISQL_TRY(CheckFile(folder, file.path, file.bytes));
  }
  return Status::Ok();
}

Status CheckKept(const std::string& folder, const KeptObjects& kept) {
  for (const ExportedModel& model : kept.models) {
    if (model.files.empty())
      return Broken(folder, "the model " + model.row.name + " has no version");
  }
  return kept.ForEachFile([&](const ExportedCopy& file) {
    if (!StaysInside(file.below)) return Status(Broken(folder, "it names the file " + file.below));
    return CheckFile(folder, file.path, file.bytes);
  });
}

}  // namespace

std::string DigestOf(const std::string& text) {
  store::Sha256 digest;
  digest.Add(reinterpret_cast<const unsigned char*>(text.data()), text.size());
  return digest.Finish();
}

Status WriteDurably(const std::string& path, const std::string& bytes) {
  const Descriptor file(open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644));
  if (!file.open()) return FileError("make", path, errno);
  if (!WriteAll(file.get(), bytes) || fsync(file.get()) != 0) {
    return FileError("write", path, errno);
  }
  return Status::Ok();
}

Status WriteManifest(const std::string& folder, const ExportManifest& manifest) {
  Json objects = Json::array();
  for (const ExportedObject& object : manifest.objects) objects.push_back(JsonOf(object));
  Json json = {{"format", kFormat},
               {"version", kVersion},
               {"whole_project", manifest.whole_project},
               {"project", manifest.project},
               {"schemas", manifest.schemas},
               {"objects", std::move(objects)}};
  WriteKept(manifest.kept, json);
  return WriteDurably(folder + "/" + kManifestName,
                      json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

Result<ExportManifest> ReadManifest(const std::string& folder) {
  std::error_code unknown;
  if (!fs::is_directory(folder, unknown)) {
    return Error{
        ErrorCode::kIo, folder + " is not a folder", {}, "name the folder that EXPORT has written"};
  }
  if (!fs::exists(folder + "/" + kManifestName, unknown)) {
    return Error{ErrorCode::kInvalidCommand,
                 "the folder " + folder + " is not an export: it has no " + kManifestName,
                 {},
                 "EXPORT TABLE t TO 'folder' writes one; LOAD reads plain Parquet files"};
  }
  PAISQL_ASSIGN(const std::string text, ReadFile(folder + "/" + kManifestName));
  ExportManifest manifest;
  try {
    const Json json = Json::parse(text);
    if (json.at("format") != kFormat) return Broken(folder, "export.json has another format");
    if (json.at("version").get<int>() > kVersion) {
      return Broken(folder, "a newer paisql has written it");
    }
    manifest.whole_project = json.at("whole_project");
    manifest.project = json.at("project");
    manifest.schemas = json.at("schemas");
    for (const Json& object : json.at("objects")) manifest.objects.push_back(ObjectOf(object));
    manifest.kept = ReadKept(json);
  } catch (const Json::exception&) {
    return Broken(folder, "export.json cannot be read");
  }
  if (!manifest.whole_project && manifest.objects.size() != 1) {
    return Broken(folder, "export.json names no table");
  }
  for (const ExportedObject& object : manifest.objects) PAISQL_TRY(CheckFiles(folder, object));
  PAISQL_TRY(CheckKept(folder, manifest.kept));
  return manifest;
}

}  // namespace paisql::session
