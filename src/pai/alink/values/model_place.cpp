#include "pai/alink/values/model_place.h"

#include <filesystem>
#include <optional>
#include <system_error>

#include "archive/archive.h"
#include "base/text.h"
#include "oss/bucket.h"
#include "pai/alink/values/alink_values.h"

namespace paisql::pai {

namespace {

namespace fs = std::filesystem;

// The folder of this machine that the text names; nothing where there is none.
std::optional<fs::path> FolderOf(const Part& part, const BuildContext& context) {
  constexpr std::string_view kFileScheme = "file:";
  std::string_view text = part.text;
  fs::path path;
  if (oss::IsOssUrl(text)) {
    const auto url = oss::ParseOssUrl(text);
    if (!url.ok() || IsAtEndpoint(text, context)) return std::nullopt;
    path = oss::LocalPath(context.names.catalog().home(), *url);
  } else {
    if (EqualsIgnoreCase(text.substr(0, kFileScheme.size()), kFileScheme)) {
      text.remove_prefix(kFileScheme.size());
      if (text.starts_with("//")) text.remove_prefix(2);
    } else if (text.find("://") != std::string_view::npos) {
      return std::nullopt;
    }
    path = (fs::path(context.script_folder) / text).lexically_normal();
  }
  std::error_code code;
  if (!fs::is_directory(path, code)) return std::nullopt;
  return path;
}

}  // namespace

Result<ModelPlace> ResolveModelPlace(const Part& part, const BuildContext& context) {
  if (oss::IsOssUrl(part.text)) PAISQL_TRY(CheckBucket(part, context));
  if (std::optional<fs::path> folder = FolderOf(part, context)) {
    return ModelPlace{{folder->string(), nullptr}, true, false};
  }
  if (oss::IsOssUrl(part.text) && part.text.ends_with('/')) {
    return ErrorAt(ErrorCode::kInvalidCommand, part, "'" + part.text + "' is not a folder here",
                   "of a bucket at an endpoint name an archive, or OSS CP -r brings the folder");
  }
  PAISQL_ASSIGN(NamedFile file, ResolveUserFile(part, context));
  const bool archive = archive::IsArchiveName(file.path);
  return ModelPlace{std::move(file), false, archive};
}

}  // namespace paisql::pai
