#include "store/files.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <memory>
#include <system_error>

#include "base/text.h"

namespace paisql::store {

Error FileError(const std::string& what, const std::string& path, int error_number) {
  switch (error_number) {
    case ENOSPC:
    case EDQUOT:
      return Error{ErrorCode::kEnvironment,
                   "cannot " + what + " " + path + ": no space is left on the disk",
                   {},
                   "free some space, or choose another --home"};
    case EACCES:
    case EPERM:
    case EROFS:
      return Error{
          ErrorCode::kEnvironment,
          "cannot " + what + " " + path + ": " + std::generic_category().message(error_number),
          {},
          "get permission for it, or choose another --home"};
    default:
      return Error{
          ErrorCode::kIo,
          "cannot " + what + " " + path + ": " + std::generic_category().message(error_number),
          {},
          ""};
  }
}

Descriptor::~Descriptor() {
  if (value_ >= 0) close(value_);
}

std::string ParentFolder(const std::string& path) {
  const size_t slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

Status MakeFolders(const std::string& path, std::vector<std::string>* made) {
  if (mkdir(path.c_str(), 0777) == 0) {
    if (made != nullptr) made->push_back(path);
    return Status::Ok();
  }
  int failure = errno;
  if (failure == ENOENT && ParentFolder(path) != path) {
    PAISQL_TRY(MakeFolders(ParentFolder(path), made));
    if (mkdir(path.c_str(), 0777) == 0) {
      if (made != nullptr) made->push_back(path);
      return Status::Ok();
    }
    failure = errno;
  }
  struct stat status {};
  if (failure == EEXIST && stat(path.c_str(), &status) == 0) {
    if (S_ISDIR(status.st_mode)) return Status::Ok();
    failure = ENOTDIR;
  }
  return FileError("make the folder", path, failure);
}

Status Sync(const std::string& path) {
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.open()) return FileError("open", path, errno);
  if (fsync(file.get()) != 0) return FileError("write", path, errno);
  return Status::Ok();
}

Status SyncFileSystem(const std::string& path) {
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.open()) return FileError("open", path, errno);
  if (syncfs(file.get()) != 0) return FileError("write", path, errno);
  return Status::Ok();
}

Result<int64_t> FileSize(const std::string& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) return FileError("read", path, errno);
  return int64_t{status.st_size};
}

bool FileExists(const std::string& path) { return access(path.c_str(), F_OK) == 0; }

Result<std::vector<std::string>> ListFolder(const std::string& path) {
  std::vector<std::string> names;
  const std::unique_ptr<DIR, int (*)(DIR*)> folder(opendir(path.c_str()), closedir);
  if (folder == nullptr) {
    if (errno == ENOENT) return names;
    return FileError("list", path, errno);
  }
  while (true) {
    errno = 0;
    const dirent* entry = readdir(folder.get());
    if (entry == nullptr) break;
    const std::string name = entry->d_name;
    if (name != "." && name != "..") names.push_back(name);
  }
  if (errno != 0) return FileError("list", path, errno);
  std::sort(names.begin(), names.end());
  return names;
}

Result<std::vector<std::string>> ListFilesBelow(const std::string& folder) {
  namespace fs = std::filesystem;
  std::vector<std::string> paths;
  std::error_code failure;
  fs::recursive_directory_iterator entry(folder, failure);
  while (!failure && entry != fs::recursive_directory_iterator()) {
    if (!entry->is_directory(failure) || entry->is_symlink(failure)) {
      paths.push_back(entry->path().string());
    }
    entry.increment(failure);
  }
  // Another process may remove a folder while it is walked; what was seen is then enough.
  if (failure && failure.value() != ENOENT) return FileError("list", folder, failure.value());
  return paths;
}

Status RemoveFile(const std::string& path) {
  if (unlink(path.c_str()) != 0 && errno != ENOENT) return FileError("remove", path, errno);
  return Status::Ok();
}

Status RemoveTree(const std::string& path) {
  std::error_code failure;
  std::filesystem::remove_all(path, failure);
  if (failure) return FileError("remove", path, failure.value());
  return Status::Ok();
}

void RemoveEmptyFolders(std::string folder, const std::string& stop) {
  while (folder.size() > stop.size() && rmdir(folder.c_str()) == 0) folder = ParentFolder(folder);
}

Result<std::string> FolderName(const std::string& name) {
  std::string encoded = PercentEncode(name);
  if (encoded.starts_with('_')) encoded.replace(0, 1, "%5F");
  if (encoded.starts_with('.')) encoded.replace(0, 1, "%2E");
  if (encoded.empty() || encoded.size() > kMaxFolderNameBytes) {
    return Error{ErrorCode::kInvalidCommand,
                 "'" + name + "' cannot be the name of a folder: it takes " +
                     std::to_string(encoded.size()) + " bytes there, 1 to " +
                     std::to_string(kMaxFolderNameBytes) + " are possible",
                 {},
                 "choose a shorter name or value"};
  }
  return encoded;
}

}  // namespace paisql::store
