#include "session/statements/models/model_source.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "oss/bucket.h"
#include "oss/folders.h"

namespace paisql::session {

namespace {

namespace fs = std::filesystem;

constexpr const char* kModelFile = "saved_model.pb";

// Entries that are folders; none where there is no such folder.
std::vector<fs::path> FoldersIn(const fs::path& folder) {
  std::vector<fs::path> folders;
  std::error_code failure;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, failure)) {
    std::error_code unknown;
    if (entry.is_directory(unknown)) folders.push_back(entry.path());
  }
  return folders;
}

using Numbered = std::optional<std::pair<uint64_t, fs::path>>;

// The folder of the greatest number that holds a model.
Numbered NewestIn(const fs::path& folder) {
  Numbered newest;
  for (const fs::path& one : FoldersIn(folder)) {
    const std::string name = one.filename().string();
    uint64_t number = 0;
    const auto read = std::from_chars(name.data(), name.data() + name.size(), number);
    if (read.ec != std::errc() || read.ptr != name.data() + name.size()) continue;
    std::error_code failure;
    if (!fs::exists(one / kModelFile, failure)) continue;
    if (!newest.has_value() || newest->first < number) newest = {number, one};
  }
  return newest;
}

std::optional<fs::path> NewestExport(const fs::path& folder) {
  Numbered newest = NewestIn(folder);
  std::vector<fs::path> places = FoldersIn(folder / "export");
  places.push_back(folder / "export");
  for (const fs::path& place : places) {
    Numbered here = NewestIn(place);
    if (here.has_value() && (!newest.has_value() || newest->first < here->first)) {
      newest = std::move(here);
    }
  }
  if (!newest.has_value()) return std::nullopt;
  return newest->second;
}

// A pipe or a device among the files would never be read to its end.
Status CheckFiles(const fs::path& folder, const SourceRange& range) {
  std::error_code failure;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder, failure)) {
    std::error_code unknown;
    if (entry.is_regular_file(unknown) || entry.is_directory(unknown)) continue;
    return Error{ErrorCode::kModel, entry.path().string() + " is no file", range,
                 "a model's folder holds files and folders only"};
  }
  return Status::Ok();
}

}  // namespace

Result<std::string> FindExport(const syntax::Word& place, Run& run) {
  fs::path folder;
  if (oss::IsOssUrl(place.text)) {
    PAISQL_ASSIGN_AT(place.range, const oss::OssUrl url, oss::ParseOssUrl(place.text));
    const auto bucket = oss::RequireBucket(run.state.home(), url.bucket);
    if (!bucket.ok()) {
      Error error = WithRange(bucket.error(), place.range);
      if (error.code == ErrorCode::kFileOperation) error.code = ErrorCode::kModelNotFound;
      return error;
    }
    if (bucket->remote) {
      return Error{ErrorCode::kUnsupported,
                   "bucket '" + url.bucket + "' lies at an endpoint; models are read from folders",
                   place.range, "OSS CP -r " + place.text + " folder/; brings it here"};
    }
    folder = oss::LocalPath(run.state.home(), url);
  } else {
    folder = run.state.ResolvePath(place.text);
  }
  std::error_code failure;
  if (!fs::exists(folder / kModelFile, failure) &&
      !fs::exists(folder / "saved_model.pbtxt", failure)) {
    std::optional<fs::path> newest = NewestExport(folder);
    if (!newest.has_value()) {
      return Error{ErrorCode::kModelNotFound, place.text + " holds no SavedModel", place.range,
                   "name the folder with saved_model.pb, or one with numbered exports"};
    }
    folder = *std::move(newest);
  }
  PAISQL_TRY(CheckFiles(folder, place.range));
  std::string path = folder.lexically_normal().string();
  while (path.size() > 1 && path.back() == '/') path.pop_back();
  return path;
}

}  // namespace paisql::session
