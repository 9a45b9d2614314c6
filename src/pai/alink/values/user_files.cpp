// Finds the files that userFiles of Alink's script components names, and the name that each has
// beside the script.

#include <algorithm>
#include <filesystem>

#include "archive/archive.h"
#include "base/files/files.h"
#include "base/result.h"
#include "base/text.h"
#include "oss/bucket.h"
#include "pai/alink/values/alink_values.h"
#include "pai/value/copies/temporary_folder.h"
#include "pai/value/json_text.h"

namespace paisql::pai {

namespace {

namespace fs = std::filesystem;

constexpr const char* kFilesForm =
    "write [\"file://a.py\", \"file://b.py\"], or {\"filePaths\": [\"file://a.py\"], "
    "\"fileRenameMap\": {\"file://a.py\": \"b.py\"}}";

class UserFileReader {
 public:
  UserFileReader(const syntax::PaiParameter& parameter, const BuildContext& context)
      : parameter_(parameter), context_(context) {}

  Result<std::vector<UserFile>> Read() {
    PAISQL_ASSIGN(const JsonValue json, ParseJson(parameter_.value));
    if (json.kind == JsonKind::kArray) {
      PAISQL_TRY(TakeList(json));
      return std::move(files_);
    }
    for (size_t i = 0; i < json.keys.size(); ++i) {
      const JsonValue& value = json.items[i];
      if (json.keys[i] == "filePaths" && value.kind == JsonKind::kArray) {
        PAISQL_TRY(TakeList(value));
      } else if (json.keys[i] == "fileRenameMap" && value.kind == JsonKind::kObject) {
        names_ = &value;
      } else {
        return Wrong(value.key_place,
                     "userFiles: filePaths is a list and fileRenameMap an object, and "
                     "there is nothing else");
      }
    }
    if (names_ != nullptr) {
      for (size_t i = 0; i < names_->keys.size(); ++i) {
        PAISQL_TRY(TakeName(names_->keys[i], names_->items[i]));
      }
    }
    return std::move(files_);
  }

 private:
  Error Wrong(const JsonPlace& place, const std::string& what) const {
    return Error{ErrorCode::kInvalidCommand, what, RangeOf(place), kFilesForm};
  }

  SourceRange RangeOf(const JsonPlace& place) const {
    return PlaceInValue(parameter_, context_.statement_text, place.begin, place.end);
  }

  Status TakeList(const JsonValue& list) {
    for (const JsonValue& element : list.items) {
      if (element.kind != JsonKind::kString) {
        return Wrong(element.place, "userFiles: a file is a text");
      }
      files_.push_back({{element.text, RangeOf(element.place)}, ""});
    }
    return Status::Ok();
  }

  Status TakeName(const std::string& file, const JsonValue& value) {
    const std::string& name = value.text;
    if (value.kind != JsonKind::kString || name.empty() || name == "." || name == ".." ||
        name.find('/') != std::string::npos || name.find('\0') != std::string::npos) {
      return Wrong(value.place, "userFiles: a file's other name is a text without '/'");
    }
    const auto same = [&](const UserFile& known) { return known.part.text == file; };
    const auto found = std::find_if(files_.begin(), files_.end(), same);
    if (found != files_.end()) {
      found->name = name;
    } else {
      files_.push_back({{file, RangeOf(value.key_place)}, name});
    }
    return Status::Ok();
  }

  const syntax::PaiParameter& parameter_;
  const BuildContext& context_;
  const JsonValue* names_ = nullptr;
  std::vector<UserFile> files_;
};

// The folder of this machine or of a bucket that the text names; "" where there is none.
std::string FilesFolder(const Part& part, const BuildContext& context) {
  std::string_view text = part.text;
  std::string path;
  if (oss::IsOssUrl(text)) {
    const auto url = oss::ParseOssUrl(oss::WithoutQuery(text));
    if (!url.ok() || url->key.empty() || IsAtEndpoint(text, context)) return "";
    path = oss::LocalPath(context.names.catalog().home(), *url);
  } else {
    constexpr std::string_view kFileScheme = "file:";
    if (EqualsIgnoreCase(text.substr(0, kFileScheme.size()), kFileScheme)) {
      text.remove_prefix(kFileScheme.size());
      if (text.starts_with("//")) text.remove_prefix(2);
    } else if (text.find("://") != std::string_view::npos) {
      return "";
    }
    path = (fs::path(context.script_folder) / text).lexically_normal();
  }
  while (path.size() > 1 && path.ends_with('/')) path.pop_back();
  std::error_code code;
  return path.size() > 1 && fs::is_directory(path, code) ? path : "";
}

// The file or folder under another name, beside nothing else.
Result<NamedFile> Renamed(const UserFile& asked, const NamedFile& file) {
  PAISQL_ASSIGN_AT(asked.part.range, const std::shared_ptr<TemporaryFolder> folder,
                   TemporaryFolder::Make());
  const std::string path = folder->path() + "/" + asked.name;
  std::error_code code;
  if (archive::IsArchiveName(file.path) && fs::is_regular_file(file.path, code)) {
    fs::create_directory(path, code);
    if (code) return At(FileError("make", path, code.value()), asked.part.range);
    PAISQL_TRY_AT(asked.part.range, archive::UnpackArchive(file.path, path));
  } else {
    fs::create_symlink(file.path, path, code);
    if (code) return At(FileError("make", path, code.value()), asked.part.range);
  }
  // A copy that was fetched goes when both are gone.
  auto kept = std::make_shared<std::pair<std::shared_ptr<const void>, std::shared_ptr<const void>>>(
      folder, file.kept);
  return NamedFile{path, std::move(kept)};
}

}  // namespace

Result<std::vector<UserFile>> ReadUserFiles(const syntax::PaiParameter& parameter,
                                            const BuildContext& context) {
  const std::string_view text = Trim(parameter.value);
  if (text.starts_with('[') || text.starts_with('{'))
    return UserFileReader(parameter, context).Read();
  std::vector<UserFile> files;
  for (Part& part : SplitValue(parameter, context)) files.push_back({std::move(part), ""});
  return files;
}

Result<NamedFile> PlaceUserFile(const UserFile& file, const BuildContext& context) {
  NamedFile found{FilesFolder(file.part, context), nullptr};
  if (found.path.empty()) {
    PAISQL_ASSIGN(found, ResolveUserFile(file.part, context));
  }
  if (file.name.empty()) return found;
  return Renamed(file, found);
}

}  // namespace paisql::pai
