#include "udf/worker_folder.h"

#include <filesystem>
#include <fstream>
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

Status Place(const Resource& resource, const fs::path& folder) {
  std::error_code failure;
  if (resource.kind == Resource::Kind::kArchive) {
    const fs::path target = folder / kArchives / resource.name;
    fs::create_directories(target, failure);
    if (failure) return CannotPlace(resource.name, target, failure);
    return archive::UnpackArchive(resource.path, target.string());
  }
  const fs::path target = folder / resource.name;
  fs::copy_file(resource.path, target, failure);
  if (!failure) fs::permissions(target, fs::perms::owner_all, failure);
  return failure ? CannotPlace(resource.name, target, failure) : Status::Ok();
}

}  // namespace

Status FillWorkerFolder(const Environment& environment, const std::string& folder) {
  PAISQL_TRY(MakeFolders(folder));
  for (const Resource& resource : environment.resources) PAISQL_TRY(Place(resource, folder));
  for (const Code& code : environment.codes) {
    const fs::path target = fs::path(folder) / (code.file_name + ".py");
    std::ofstream stream(target, std::ios::binary);
    stream << code.text;
    if (!stream.flush()) {
      return CannotPlace(code.file_name, target, std::make_error_code(std::errc::io_error));
    }
  }
  return Status::Ok();
}

}  // namespace paisql::udf
