#include "session/statements/volume_path.h"

#include <filesystem>
#include <system_error>
#include <vector>

#include "base/files/files.h"
#include "base/text.h"

namespace paisql::session {

namespace {

namespace fs = std::filesystem;

Error WrongPath(const syntax::Word& word) {
  return Error{ErrorCode::kInvalidCommand, "'" + word.text + "' is not a path in a volume",
               word.range, "write /volume, /volume/partition or /volume/partition/file"};
}

bool IsPart(const std::string& part) {
  return !part.empty() && part != "." && part != ".." && part.find('\0') == std::string::npos;
}

bool IsFolder(const std::string& path) {
  std::error_code failure;
  return fs::is_directory(path, failure);
}

}  // namespace

std::string VolumePath::Name() const {
  std::string name = "/" + volume;
  for (const std::string& part : {partition, below}) {
    if (!part.empty()) name += "/" + part;
  }
  return name;
}

Result<VolumePath> ReadVolumePath(const syntax::Word& word) {
  VolumePath path;
  path.range = word.range;
  std::string_view text = word.text;
  path.folder = text.empty() || text.ends_with('/');
  if (text.starts_with('/')) text.remove_prefix(1);
  if (text.ends_with('/')) text.remove_suffix(1);
  if (text.empty()) {
    if (word.text.size() > 1) return WrongPath(word);
    return path;
  }
  const std::vector<std::string> parts = Split(std::string(text), '/');
  for (size_t i = 0; i < parts.size(); ++i) {
    if (!IsPart(parts[i]) || (i < 2 && parts[i].starts_with('.'))) return WrongPath(word);
    if (i == 0) path.volume = parts[i];
    if (i == 1) path.partition = parts[i];
    if (i > 1) path.below += (path.below.empty() ? "" : "/") + parts[i];
  }
  return path;
}

std::string VolumesFolder(Run& run) {
  return run.state.home().VolumesPath() + "/" + ToLower(run.state.project);
}

std::string FolderOfPath(const VolumePath& path, Run& run) {
  return VolumesFolder(run) + (path.volume.empty() ? "" : path.Name());
}

Status RequireVolume(const VolumePath& path, Run& run) {
  const std::string folder = VolumesFolder(run);
  if (IsFolder(folder + "/" + path.volume)) return Status::Ok();
  PAISQL_ASSIGN_AT(path.range, std::vector<std::string> names, ListFolder(folder));
  std::erase_if(names, [](const std::string& name) { return name.starts_with('.'); });
  const std::string near = DidYouMean(path.volume, names);
  return Error{ErrorCode::kFileOperation, "there is no volume " + path.volume, path.range,
               near.empty() ? "FS -ls /; lists volumes, FS -mkv makes one" : near};
}

Status RequireThere(const VolumePath& path, Run& run) {
  if (path.volume.empty()) return Status::Ok();
  PAISQL_TRY(RequireVolume(path, run));
  std::error_code failure;
  if (fs::exists(FolderOfPath(path, run), failure)) return Status::Ok();
  VolumePath partition = path;
  partition.below.clear();
  const bool known = IsFolder(FolderOfPath(partition, run));
  return Error{
      ErrorCode::kFileOperation, "there is no " + path.Name(), path.range,
      "FS -ls " + (known ? partition.Name() : "/" + path.volume) + "; lists what is there"};
}

}  // namespace paisql::session
