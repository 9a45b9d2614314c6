#include "udf/worker_folder.h"

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <system_error>

#include "archive/archive.h"
#include "base/files/files.h"

namespace paisql::udf {

namespace {

namespace fs = std::filesystem;

constexpr const char* kArchives = "work";

Error CannotPlace(const std::string& name, const fs::path& target, const std::error_code& failure) {
  return Error{
      ErrorCode::kIo,
      "resource " + name + " cannot be copied to " + target.string() + ": " + failure.message(),
      {},
      "free disk space, or add the resource again"};
}

// ADD refuses such names; a file that IMPORT PROJECT reads may have any.
Status CheckName(const std::string& name) {
  if (!name.empty() && name != "." && name != ".." && name.find('/') == std::string::npos) {
    return Status::Ok();
  }
  return Error{ErrorCode::kIo, "'" + name + "' is not the name of a file", {}, ""};
}

Status Place(const Resource& resource, const fs::path& folder,
             const std::function<bool()>& stopped) {
  std::error_code failure;
  if (resource.kind == Resource::Kind::kArchive) {
    const fs::path target = folder / kArchives / resource.name;
    fs::create_directories(target, failure);
    if (failure) return CannotPlace(resource.name, target, failure);
    archive::UnpackLimits limits;
    limits.wanted = [&stopped](std::string_view) { return !stopped(); };
    Status unpacked = archive::UnpackArchive(resource.path, target.string(), limits);
    if (unpacked.ok()) return unpacked;
    Error error = std::move(unpacked).error();  // which names a file of the home
    const size_t at = error.detail.find(resource.path);
    if (at != std::string::npos) error.detail.replace(at, resource.path.size(), resource.name);
    return error;
  }
  const fs::path target = folder / resource.name;
  fs::copy_file(resource.path, target, failure);
  if (!failure) fs::permissions(target, fs::perms::owner_all, failure);
  return failure ? CannotPlace(resource.name, target, failure) : Status::Ok();
}

}  // namespace

Status FillWorkerFolder(const Environment& environment, const std::string& folder,
                        const std::function<bool()>& stopped) {
  PAISQL_TRY(MakeFolders(folder));
  for (const Resource& resource : environment.resources) {
    PAISQL_TRY(CheckName(resource.name));
    PAISQL_TRY(Place(resource, folder, stopped));
  }
  for (const Code& code : environment.codes) {
    PAISQL_TRY(CheckName(code.file_name));
    const fs::path target = fs::path(folder) / (code.file_name + ".py");
    std::ofstream stream(target, std::ios::binary);
    stream << code.text;
    if (!stream.flush()) {
      return CannotPlace(code.file_name, target, std::make_error_code(std::errc::io_error));
    }
  }
  return Status::Ok();
}

std::vector<std::string> TableFiles(const Resource& resource) {
  std::vector<std::string> found;
  const Result<std::string> text = ReadFile(resource.path);
  if (!text.ok()) return found;
  const nlohmann::json facts = nlohmann::json::parse(*text, nullptr, false);
  const auto files = facts.is_object() ? facts.find("files") : facts.end();
  if (files == facts.end()) return found;
  for (const nlohmann::json& file : *files) {
    const nlohmann::json path = file.is_object() ? file.value("path", nlohmann::json()) : file;
    if (path.is_string()) found.push_back(path.get<std::string>());
  }
  return found;
}

}  // namespace paisql::udf
