#include "store/upkeep/bucket_copy.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <map>
#include <numeric>
#include <vector>

#include "store/files/files.h"
#include "store/home/lease.h"
#include "store/home/lease_files.h"

namespace paisql::store {
namespace {

constexpr int64_t kDiskBlockBytes = 512;  // of st_blocks
constexpr const char* kFreeSpace =
    "free disk space: the copies of data files take it, up to 'copies' of CREATE BUCKET";
constexpr const char* kWritable =
    "a session that reads tables of a bucket keeps copies below warehouse/ of the home: get "
    "permission to write there";

// The error of a copy that cannot be kept.
Error CopyError(const std::string& what, const std::string& path, int error_number) {
  Error error = FileError(what, path, error_number);
  if (error_number == ENOSPC || error_number == EDQUOT) error.hint = kFreeSpace;
  if (error_number == EACCES || error_number == EROFS || error_number == EPERM) {
    error.hint = kWritable;
  }
  return error;
}

Descriptor OpenLock(const std::string& copies_path) {
  const std::string path = copies_path + ".lock";
  return Descriptor(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
}

// Waits, unless LOCK_NB is among the flags.
bool TakeLock(const Descriptor& file, int operation) {
  if (!file.open()) return false;
  int outcome = 0;
  do {
    outcome = flock(file.get(), operation);
  } while (outcome != 0 && errno == EINTR);
  return outcome == 0;
}

// One file, which may have several names, as after a CLONE.
struct Copy {
  std::vector<std::string> paths;  // below the folder
  nlink_t names = 0;               // anywhere
  int64_t bytes = 0;
  timespec used = {};
};

bool IsOlder(const Copy& left, const Copy& right) {
  return left.used.tv_sec != right.used.tv_sec ? left.used.tv_sec < right.used.tv_sec
                                               : left.used.tv_nsec < right.used.tv_nsec;
}

Result<std::vector<Copy>> ListCopies(const std::string& folder) {
  PAISQL_ASSIGN(const std::vector<std::string> paths, ListFilesBelow(folder));
  std::map<ino_t, Copy> copies;
  for (const std::string& path : paths) {
    struct stat status {};
    if (lstat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) continue;
    Copy& copy = copies[status.st_ino];
    copy.paths.push_back(path);
    copy.names = status.st_nlink;
    copy.bytes = status.st_blocks * kDiskBlockBytes;
    copy.used = status.st_atim;
  }
  std::vector<Copy> found;
  for (auto& [inode, copy] : copies) found.push_back(std::move(copy));
  return found;
}

int64_t BytesOf(const std::vector<Copy>& copies) {
  return std::accumulate(copies.begin(), copies.end(), int64_t{0},
                         [](int64_t sum, const Copy& copy) { return sum + copy.bytes; });
}

// Takes away those of which a name has to stay, so that nothing is won by taking the others.
Status LeaveOutWhatStays(std::vector<Copy>& copies, const Home& home,
                         const std::function<Result<bool>(const std::string&)>& is_listed) {
  std::vector<Copy> going;
  for (Copy& copy : copies) {
    bool goes = copy.paths.size() == copy.names;
    for (const std::string& path : copy.paths) {
      if (!goes) break;
      PAISQL_ASSIGN(goes, is_listed(path.substr(home.path().size() + 1)));
    }
    if (goes) going.push_back(std::move(copy));
  }
  copies = std::move(going);
  return Status::Ok();
}

}  // namespace

// Several processes may do it at once, and one may fetch already what another one has just made a
// place for: so the file is never replaced.
Status MakeCopyPlace(const DataFile& file) {
  struct stat status {};
  if (lstat(file.path.c_str(), &status) == 0 && status.st_size == file.bytes) {
    // Its time of use, whatever the mount notes.
    const timespec times[] = {{0, UTIME_NOW}, {0, UTIME_OMIT}};
    (void)utimensat(AT_FDCWD, file.path.c_str(), times, AT_SYMLINK_NOFOLLOW);
    return Status::Ok();
  }
  PAISQL_TRY(MakeFolders(ParentFolder(file.path)));
  const Descriptor opened(
      open(file.path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0666));
  if (!opened.open() || ftruncate(opened.get(), file.bytes) != 0) {
    return CopyError("make", file.path, errno);
  }
  return Status::Ok();
}

Status MarkCopy(const std::string& path) {
  PAISQL_TRY(MakeFolders(ParentFolder(path)));
  const Descriptor made(open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666));
  return made.open() ? Status::Ok() : CopyError("make", path, errno);
}

Status KeepRange(const DataFile& file, int64_t offset, int64_t count, const char* bytes) {
  const Descriptor opened(open(file.path.c_str(), O_WRONLY | O_CLOEXEC | O_NOFOLLOW));
  if (!opened.open()) return CopyError("write", file.path, errno);
  for (int64_t done = 0; done < count;) {
    const ssize_t written =
        pwrite(opened.get(), bytes + done, static_cast<size_t>(count - done), offset + done);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return CopyError("write", file.path, written < 0 ? errno : ENOSPC);
    done += written;
  }
  return Status::Ok();
}

CopiesInUse::CopiesInUse(const WarehouseBucket& bucket) : lock_(OpenLock(bucket.copies_path())) {
  // Without a lock, as on a disk without space, the copies are as they are.
  (void)TakeLock(lock_, LOCK_SH);
}

Result<int64_t> TrimCopies(const Home& home, const WarehouseBucket& bucket, int64_t limit,
                           const std::function<Result<bool>(const std::string&)>& is_listed) {
  PAISQL_ASSIGN(std::vector<Copy> copies, ListCopies(bucket.copies_path()));
  if (BytesOf(copies) <= limit) return 0;
  const Descriptor lock = OpenLock(bucket.copies_path());
  if (!TakeLock(lock, LOCK_EX | LOCK_NB)) return 0;
  // Whoever pins its lease from here on checks its files when the lock is free again.
  PAISQL_ASSIGN(const LeaseSurvey survey, SurveyLeases(home));
  if (survey.oldest_pin != Lease::kNothing) return 0;
  PAISQL_TRY(LeaveOutWhatStays(copies, home, is_listed));
  std::sort(copies.begin(), copies.end(), IsOlder);
  const int64_t bytes = BytesOf(copies);
  int64_t removed = 0;
  for (const Copy& copy : copies) {
    if (bytes - removed <= limit) break;
    for (const std::string& path : copy.paths) PAISQL_TRY(RemoveFile(path));
    removed += copy.bytes;
  }
  return removed;
}

}  // namespace paisql::store
