#include "rest/volumes/volume_folder.h"

#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <filesystem>

#include "base/files/files.h"
#include "base/files/new_file.h"
#include "base/text.h"
#include "base/whole_number.h"

namespace paisql::rest {

namespace {

namespace fs = std::filesystem;

constexpr size_t kMaxNameBytes = 128;
// The name of a file that is still being written (base/files/new_file.h).
constexpr std::string_view kUnfinished = ".paisql-";
constexpr int64_t kMsOfSecond = 1000;
// An attribute of the file, which moves and goes with it.
constexpr const char* kCopies = "user.paisql.copies";

Error NotThere(const std::string& what) {
  return Error{ErrorCode::kResourceNotFound, what + " is not there", {}, ""};
}

// As the statements have it (docs/volumes.md).
bool IsVolumeName(std::string_view name) {
  return !name.empty() && name.size() <= kMaxNameBytes && name.front() != '.' &&
         std::ranges::all_of(name, [](unsigned char c) {
           return std::isalnum(c) != 0 || c == '_' || c == '-' || c == '.';
         });
}

bool IsPart(const std::string& part) {
  return !part.empty() && part != "." && part != ".." && !part.starts_with(kUnfinished) &&
         part.find('\0') == std::string::npos && IsValidUtf8(part);
}

bool IsFolder(const std::string& path) {
  std::error_code failure;
  return fs::is_directory(path, failure);
}

int64_t CopiesOf(const std::string& path) {
  std::array<char, 32> text{};
  const ssize_t size = getxattr(path.c_str(), kCopies, text.data(), text.size());
  if (size <= 0) return 1;
  return ParseNumber<int64_t>(std::string_view(text.data(), static_cast<size_t>(size))).value_or(1);
}

VolumeEntry EntryOfFile(const std::string& path, const struct stat& info) {
  const bool folder = S_ISDIR(info.st_mode) != 0;
  return {fs::path(path).filename().string(),
          folder,
          folder ? 0 : info.st_size,
          folder ? 0 : 1,
          int64_t{info.st_mtim.tv_sec} * kMsOfSecond,
          folder ? 1 : CopiesOf(path)};
}

}  // namespace

VolumeFolder::VolumeFolder(const store::Home& home, std::string_view project)
    : folder_(home.VolumesPath() + "/" + ToLower(project)) {}

Result<std::vector<std::string>> VolumeFolder::Names() const {
  PAISQL_ASSIGN(std::vector<std::string> names, ListFolder(folder_));
  std::erase_if(names, [&](const std::string& name) {
    return name.starts_with('.') || !IsFolder(folder_ + "/" + name);
  });
  return names;
}

Result<std::string> VolumeFolder::Find(const std::string& name) const {
  if (IsVolumeName(name) && IsFolder(folder_ + "/" + name)) return name;
  PAISQL_ASSIGN(const std::vector<std::string> names, Names());
  for (const std::string& one : names) {
    if (EqualsIgnoreCase(one, name)) return one;
  }
  return NotThere("volume " + name);
}

Result<std::string> VolumeFolder::NewPathOf(const std::string& volume,
                                            const std::string& below) const {
  PAISQL_ASSIGN(const std::string found, Find(volume));
  std::string path = folder_ + "/" + found;
  if (below.empty()) return path;
  for (const std::string& part : Split(below, '/')) {
    if (!IsPart(part)) {
      return Error{ErrorCode::kInvalidCommand, "'" + below + "' is not a path in a volume", {}, ""};
    }
    path += "/" + part;
  }
  return path;
}

Result<std::string> VolumeFolder::PathOf(const std::string& volume,
                                         const std::string& below) const {
  PAISQL_ASSIGN(std::string path, NewPathOf(volume, below));
  std::error_code failure;
  if (fs::exists(path, failure)) return path;
  return NotThere("/" + volume + "/" + below);
}

std::string VolumeFolder::CommentOf(const std::string& volume) const {
  Result<std::string> comment = ReadFile(folder_ + "/.comments/" + volume);
  return comment.ok() ? *std::move(comment) : "";
}

bool VolumeFolder::IsTree(const std::string& volume) const {
  std::error_code failure;
  return fs::exists(folder_ + "/.trees/" + volume, failure);
}

Status VolumeFolder::Make(const std::string& name, const std::string& comment, bool tree) const {
  if (!IsVolumeName(name)) {
    return Error{ErrorCode::kInvalidCommand,
                 "'" + name + "' cannot name a volume",
                 {},
                 "names have at most 128 letters, digits, '_', '-' and '.'"};
  }
  const Error taken{ErrorCode::kInvalidMetaOperation, "volume " + name + " already exists", {}, ""};
  if (Find(name).ok()) return taken;
  PAISQL_TRY(MakeFolders(folder_ + "/.comments"));
  PAISQL_TRY(MakeFolders(folder_ + "/.trees"));
  PAISQL_TRY(WriteNewFile(folder_ + "/.comments/" + name, comment, NewFileKind::kOwn));
  const std::string mark = folder_ + "/.trees/" + name;
  if (tree) {
    PAISQL_TRY(WriteNewFile(mark, "", NewFileKind::kOwn));
  } else {
    (void)unlink(mark.c_str());  // of a volume that is gone
  }
  constexpr mode_t kAll = 0777;  // less the user's umask
  const std::string folder = folder_ + "/" + name;
  if (mkdir(folder.c_str(), kAll) == 0) return Status::Ok();
  if (errno == EEXIST) return taken;
  return FileError("make", folder, errno);
}

Status VolumeFolder::Remove(const std::string& path) const {
  std::string aside = folder_ + "/.gone-XXXXXX";
  if (mkdtemp(aside.data()) == nullptr) return FileError("write to", folder_, errno);
  const int failed = rename(path.c_str(), (aside + "/gone").c_str()) == 0 ? 0 : errno;
  // What cannot be removed now is tried by the next command.
  (void)RemoveTree(aside);
  if (failed == ENOENT) return NotThere(path.substr(folder_.size()));
  return failed == 0 ? Status::Ok() : FileError("remove", path, failed);
}

Status AskForCopies(const std::string& path, int64_t copies) {
  const std::string text = std::to_string(copies);
  const int set = setxattr(path.c_str(), kCopies, text.data(), text.size(), 0);
  if (set == 0 || errno == ENOTSUP) return Status::Ok();
  return FileError("write to", path, errno);
}

Result<VolumeEntry> EntryOf(const std::string& path) {
  struct stat info = {};
  if (stat(path.c_str(), &info) != 0) return NotThere(fs::path(path).filename().string());
  VolumeEntry entry = EntryOfFile(path, info);
  if (!entry.folder) return entry;
  std::error_code failure;
  for (fs::recursive_directory_iterator one(path, failure), end; !failure && one != end;
       one.increment(failure)) {
    std::error_code gone;
    if (!one->is_regular_file(gone)) continue;
    if (one->path().filename().string().starts_with(kUnfinished)) continue;
    ++entry.files;
    const uintmax_t bytes = one->file_size(gone);
    if (!gone) entry.bytes += static_cast<int64_t>(bytes);
  }
  return entry;
}

Result<std::vector<VolumeEntry>> EntriesOf(const std::string& folder) {
  PAISQL_ASSIGN(const std::vector<std::string> names, ListFolder(folder));
  std::vector<VolumeEntry> entries;
  for (const std::string& name : names) {
    if (name.starts_with(kUnfinished)) continue;
    struct stat info = {};
    const std::string path = folder + "/" + name;
    if (stat(path.c_str(), &info) != 0) continue;  // it went meanwhile
    entries.push_back(EntryOfFile(path, info));
  }
  return entries;
}

}  // namespace paisql::rest
