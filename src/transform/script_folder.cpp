#include "transform/script_folder.h"

#include <filesystem>
#include <system_error>

#include "archive/archive.h"

namespace paisql::transform {

namespace {

namespace fs = std::filesystem;

Status Place(const plan::ScriptResource& resource, const fs::path& target,
             const SourceRange& range) {
  std::error_code failure;
  if (resource.archive) {
    fs::create_directory(target, failure);
    if (!failure) {
      Status status = archive::UnpackArchive(resource.path, target.string());
      if (status.ok()) return status;
      Error error = std::move(status).error();
      error.range = range;
      return error;
    }
  } else {
    fs::copy_file(resource.path, target, failure);
    // A script may be started by its name, and by its owner alone.
    if (!failure) fs::permissions(target, fs::perms::owner_all, failure);
  }
  if (!failure) return Status::Ok();
  return Error{ErrorCode::kIo,
               "resource " + resource.name + " cannot be copied to " + target.string() + ": " +
                   failure.message(),
               range, "free disk space, or add the resource again"};
}

}  // namespace

Status FillScriptFolder(const plan::Transform& transform, const std::string& folder) {
  for (const plan::ScriptResource& resource : transform.resources) {
    PAISQL_TRY(Place(resource, fs::path(folder) / resource.name, transform.command_range));
  }
  return Status::Ok();
}

}  // namespace paisql::transform
