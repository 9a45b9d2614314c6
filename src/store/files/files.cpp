#include "store/files/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <iterator>
#include <system_error>
#include <utility>

#include "base/text.h"
#include "store/files/at_once.h"

namespace paisql::store {

namespace {

// From here on one sync of the whole file system is cheaper than one for each file.
constexpr size_t kSyncEachAtMost = 32;
// A disk serves this many who wait at once.
constexpr size_t kSyncThreads = 8;

Status SyncBy(int (*sync)(int), const std::string& path) {
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.open()) return FileError("open", path, errno);
  if (sync(file.get()) != 0) return FileError("write", path, errno);
  return Status::Ok();
}

}  // namespace

Status Sync(const std::vector<std::string>& paths) {
  if (paths.empty()) return Status::Ok();
  if (paths.size() > kSyncEachAtMost) return SyncBy(syncfs, paths[0]);
  std::vector<Status> outcomes(paths.size(), Status::Ok());
  const Error no_memory{ErrorCode::kOutOfMemory,
                        "while writing data files",
                        {},
                        "raise the limit of memory (ulimit -v)"};
  PAISQL_TRY(AtOnce(paths.size(), kSyncThreads, {}, no_memory,
                    [&](size_t i, std::string&) { outcomes[i] = SyncBy(fsync, paths[i]); }));
  for (Status& outcome : outcomes) PAISQL_TRY(std::move(outcome));
  return Status::Ok();
}

Result<int64_t> FileSize(const std::string& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) return FileError("read", path, errno);
  return int64_t{status.st_size};
}

bool FileExists(const std::string& path) { return access(path.c_str(), F_OK) == 0; }

namespace {

// The entries of a folder; empty when another process has removed it meanwhile.
struct Entries {
  std::vector<std::string> folders;  // real ones, no links
  std::vector<std::string> files;
};

Result<Entries> ListEntries(const std::string& folder) {
  namespace fs = std::filesystem;
  Entries entries;
  PAISQL_ASSIGN(const std::vector<std::string> names, ListFolder(folder));
  for (const std::string& name : names) {
    std::string path = folder + "/" + name;
    std::error_code failure;
    const fs::file_status status = fs::symlink_status(path, failure);
    if (status.type() == fs::file_type::not_found) continue;
    if (failure) return FileError("look at", path, failure.value());
    (fs::is_directory(status) ? entries.folders : entries.files).push_back(std::move(path));
  }
  return entries;
}

// Does not fail if the folder is not empty, or does not exist.
Status RemoveIfEmpty(const std::string& folder) {
  if (rmdir(folder.c_str()) == 0 || errno == ENOENT || errno == ENOTEMPTY || errno == EEXIST) {
    return Status::Ok();
  }
  return FileError("remove the folder", folder, errno);
}

}  // namespace

Result<std::vector<std::string>> ListFilesBelow(const std::string& folder) {
  std::vector<std::string> paths;
  std::vector<std::string> left = {folder};
  while (!left.empty()) {
    PAISQL_ASSIGN(Entries entries, ListEntries(std::exchange(left.back(), "")));
    left.pop_back();
    std::move(entries.files.begin(), entries.files.end(), std::back_inserter(paths));
    std::move(entries.folders.begin(), entries.folders.end(), std::back_inserter(left));
  }
  return paths;
}

Status RemoveFile(const std::string& path) {
  if (unlink(path.c_str()) != 0 && errno != ENOENT) return FileError("remove", path, errno);
  return Status::Ok();
}

Status RemoveEmptyFolders(std::string folder, const std::string& stop) {
  while (folder.size() > stop.size()) {
    PAISQL_TRY(RemoveIfEmpty(folder));
    if (FileExists(folder)) break;
    folder = ParentFolder(folder);
  }
  return Status::Ok();
}

Status RemoveEmptyFoldersBelow(const std::string& root) {
  std::vector<std::string> folders = {root};
  for (size_t i = 0; i < folders.size(); ++i) {
    PAISQL_ASSIGN(Entries entries, ListEntries(folders[i]));
    std::move(entries.folders.begin(), entries.folders.end(), std::back_inserter(folders));
  }
  // The list has a folder before the folders in it.
  for (size_t i = folders.size() - 1; i > 0; --i) {
    PAISQL_TRY(RemoveIfEmpty(folders[i]));
  }
  return Status::Ok();
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
