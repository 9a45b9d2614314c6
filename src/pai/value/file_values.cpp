#include <filesystem>

#include "base/text.h"
#include "oss/bucket.h"
#include "oss/folders.h"
#include "pai/value/copies/fetched_file.h"
#include "pai/value/values.h"

namespace paisql::pai {

namespace {

namespace fs = std::filesystem;

Error MissingFile(const Part& part, const fs::path& path) {
  std::vector<std::string> names;
  std::error_code code;
  for (fs::directory_iterator entry(path.parent_path(), code), end; !code && entry != end;
       entry.increment(code)) {
    names.push_back(entry->path().filename());
  }
  if (fs::is_directory(path, code)) {
    return ErrorAt(ErrorCode::kInvalidCommand, part, path.string() + " is a folder, not a file",
                   "name a file in it");
  }
  const std::string near = DidYouMean(path.filename().string(), names);
  return ErrorAt(ErrorCode::kIo, part, "the file " + path.string() + " does not exist",
                 near.empty()
                     ? "a relative path starts at the folder of the running .sql file, or at "
                       "the current folder"
                     : near);
}

// "project/resources/name" of a value, with or without "odps://"; false when it has another form.
bool ParseResource(std::string_view text, std::string* project, std::string* name) {
  constexpr std::string_view kScheme = "odps://";
  if (EqualsIgnoreCase(text.substr(0, kScheme.size()), kScheme)) text.remove_prefix(kScheme.size());
  constexpr std::string_view kMiddle = "/resources/";
  const size_t middle = text.find(kMiddle);
  if (middle == std::string_view::npos || middle == 0 || text.find('/') != middle) return false;
  *project = text.substr(0, middle);
  *name = text.substr(middle + kMiddle.size());
  return !name->empty();
}

Result<std::string> ResolveResource(const Part& part, const std::string& project,
                                    const std::string& name, const BuildContext& context) {
  PAISQL_ASSIGN(const names::Meaning<store::Resource> meaning,
                context.names.Resource(project, name));
  if (meaning.project_is_missing) {
    return MissingProject(part, project, meaning.others);
  }
  const std::optional<store::Resource>& resource = meaning.row;
  if (!resource.has_value()) {
    std::string hint = DidYouMean(name, meaning.others);
    if (hint.empty()) hint = "ADD FILE <path>; makes a resource of a file";
    return ErrorAt(ErrorCode::kResourceNotFound, part,
                   "resource " + project + "/resources/" + name + " does not exist", hint);
  }
  if (resource->path.empty()) {
    return ErrorAt(ErrorCode::kInvalidObjectType, part,
                   "resource " + name + " is a table, not a file", "");
  }
  return resource->path;
}

}  // namespace

Result<NamedFile> ResolveFile(const Part& part, const BuildContext& context) {
  std::error_code code;
  const std::string_view text = part.text;
  constexpr std::string_view kFileScheme = "file:";
  if (EqualsIgnoreCase(text.substr(0, kFileScheme.size()), kFileScheme)) {
    std::string_view path = text.substr(kFileScheme.size());
    if (path.starts_with("//")) path.remove_prefix(2);
    const fs::path absolute = (fs::path(context.script_folder) / path).lexically_normal();
    if (!fs::is_regular_file(absolute, code)) return MissingFile(part, absolute);
    return NamedFile{absolute.string(), nullptr};
  }
  if (oss::IsOssUrl(text)) {
    PAISQL_TRY(CheckBucket(part, context));
    PAISQL_ASSIGN(const oss::OssUrl url, oss::ParseOssUrl(text));
    if (IsAtEndpoint(text, context)) return FetchFile(part, url, context);
    const std::string path = oss::LocalPath(context.names.catalog().home(), url);
    if (!fs::is_regular_file(path, code)) return MissingFile(part, path);
    return NamedFile{path, nullptr};
  }
  std::string project;
  std::string name;
  if (ParseResource(text, &project, &name)) {
    PAISQL_ASSIGN(std::string path, ResolveResource(part, project, name, context));
    return NamedFile{std::move(path), nullptr};
  }
  return ErrorAt(ErrorCode::kInvalidCommand, part, "'" + part.text + "' names no file",
                 "write file://<path>, <project>/resources/<name> or oss://<bucket>/<key>");
}

bool IsAtEndpoint(std::string_view name, const BuildContext& context) {
  const auto url = oss::ParseOssUrl(name);
  if (!url.ok()) return false;
  const auto bucket = oss::FindBucket(context.names.catalog().home(), url->bucket);
  return bucket.ok() && bucket->has_value() && (*bucket)->remote;
}

Result<std::optional<MissingBucket>> FindMissingBucket(const Part& part,
                                                       const BuildContext& context) {
  PAISQL_TRY(CheckOneName(part));
  const auto url = oss::ParseOssUrl(part.text);
  if (!url.ok()) return At(url.error(), part.range);
  const fs::path buckets = context.names.catalog().home().OssPath();
  const fs::path folder = buckets / url->bucket;
  std::error_code code;
  if (fs::is_directory(folder, code) || IsAtEndpoint(part.text, context)) {
    return std::optional<MissingBucket>();
  }
  std::vector<std::string> names;
  for (fs::directory_iterator entry(buckets, code), end; !code && entry != end;
       entry.increment(code)) {
    names.push_back(entry->path().filename());
  }
  return std::optional(MissingBucket{url->bucket, folder.string(), DidYouMean(url->bucket, names)});
}

Status CheckBucket(const Part& part, const BuildContext& context) {
  PAISQL_ASSIGN(const std::optional<MissingBucket> missing, FindMissingBucket(part, context));
  if (!missing.has_value()) return Status::Ok();
  return ErrorAt(
      ErrorCode::kFileOperation, part, "bucket '" + missing->name + "' does not exist",
      missing->near.empty() ? "CREATE BUCKET " + missing->name + "; makes it" : missing->near);
}

}  // namespace paisql::pai
