#include "store/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

#include "base/text.h"

namespace paisql::store {

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

void RemoveEmptyFolders(std::string folder, const std::string& stop) {
  while (folder.size() > stop.size() && rmdir(folder.c_str()) == 0) folder = ParentFolder(folder);
}

void RemoveEmptyFoldersBelow(const std::string& root) {
  namespace fs = std::filesystem;
  std::vector<std::string> folders;
  std::error_code failure;
  fs::recursive_directory_iterator entry(root, failure);
  while (!failure && entry != fs::recursive_directory_iterator()) {
    if (entry->is_directory(failure) && !entry->is_symlink(failure)) {
      folders.push_back(entry->path().string());
    }
    entry.increment(failure);
  }
  // What stands inside comes later in the walk. rmdir leaves alone what is not empty.
  for (auto folder = folders.rbegin(); folder != folders.rend(); ++folder) rmdir(folder->c_str());
}

Status CheckStaysBelow(const std::string& root, const std::string& folder) {
  namespace fs = std::filesystem;
  std::error_code failure;
  const fs::path real = fs::canonical(folder, failure);
  if (failure) {
    if (failure.value() == ENOENT) return Status::Ok();
    return FileError("look at", folder, failure.value());
  }
  const fs::path real_root = fs::canonical(root, failure);
  if (failure) return FileError("look at", root, failure.value());
  if (real == real_root || real.string().starts_with(real_root.string() + "/")) {
    return Status::Ok();
  }
  return Error{ErrorCode::kDamaged,
               folder + " is not inside of " + root + " but leads to " + real.string(),
               {},
               "remove the link"};
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
