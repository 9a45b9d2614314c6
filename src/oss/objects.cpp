#include "oss/objects.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "base/files/files.h"

namespace paisql::oss {

namespace {

using FolderId = std::pair<dev_t, ino_t>;

class Walker {
 public:
  Walker(const Walk& walk, const Stopped& stopped) : walk_(walk), stopped_(stopped) {}

  // `key` is that of the folder, "" or with a slash at its end.
  Status Visit(const std::string& key) {
    PAISQL_TRY(stopped_());
    const std::string folder = walk_.folder + "/" + key;
    struct stat info = {};
    if (stat(folder.c_str(), &info) != 0 || !S_ISDIR(info.st_mode)) return Status::Ok();
    const FolderId id = {info.st_dev, info.st_ino};
    if (std::find(above_.begin(), above_.end(), id) != above_.end()) return Status::Ok();
    above_.push_back(id);
    PAISQL_ASSIGN(const std::vector<std::string> names, ListFolder(folder));
    for (const std::string& name : names) PAISQL_TRY(Tell(key + name));
    above_.pop_back();
    return Status::Ok();
  }

  std::vector<Object> Take() { return std::move(objects_); }

 private:
  Status Tell(const std::string& key) {
    if (!std::string_view(key).starts_with(walk_.prefix)) return Status::Ok();
    struct stat info = {};
    if (stat((walk_.folder + "/" + key).c_str(), &info) != 0) return Status::Ok();
    const bool folder = S_ISDIR(info.st_mode);
    if (folder && !walk_.one_level) return Visit(key + "/");
    objects_.push_back({folder ? key + "/" : key, folder ? 0 : info.st_size, info.st_mtime});
    return Status::Ok();
  }

  const Walk& walk_;
  const Stopped& stopped_;
  std::vector<FolderId> above_;
  std::vector<Object> objects_;
};

}  // namespace

Result<std::vector<Object>> ListObjects(const Walk& walk, const Stopped& stopped) {
  Walker walker(walk, stopped);
  // No other folder can hold such keys.
  const size_t slash = walk.prefix.rfind('/');
  PAISQL_TRY(walker.Visit(slash == std::string::npos ? "" : walk.prefix.substr(0, slash + 1)));
  return walker.Take();
}

Result<bool> HoldsNoObject(const std::string& folder) {
  PAISQL_ASSIGN(const std::vector<std::string> names, ListFolder(folder));
  for (const std::string& name : names) {
    const std::string path = folder + "/" + name;
    struct stat info = {};
    if (lstat(path.c_str(), &info) != 0) continue;
    if (!S_ISDIR(info.st_mode)) return false;
    PAISQL_ASSIGN(const bool empty, HoldsNoObject(path));
    if (!empty) return false;
  }
  return true;
}

Status RemoveObject(const std::string& bucket_folder, const std::string& key) {
  std::string path = bucket_folder + "/" + key;
  if (unlink(path.c_str()) != 0 && errno != ENOENT) return FileError("remove", path, errno);
  for (path = ParentFolder(path); path.size() > bucket_folder.size(); path = ParentFolder(path)) {
    if (rmdir(path.c_str()) != 0) break;
  }
  return Status::Ok();
}

}  // namespace paisql::oss
