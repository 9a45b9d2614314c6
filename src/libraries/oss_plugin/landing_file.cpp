#include "libraries/oss_plugin/landing_file.h"

#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>

#include "libraries/oss_plugin/files.h"

namespace paisql::oss {

namespace {

std::string FolderOf(const std::string& path) { return path.substr(0, path.rfind('/') + 1); }

}  // namespace

std::string PassingName() {
  uint64_t number = 0;
  // Without random bytes the name is one that may be taken, which is an error and no loss.
  (void)!getrandom(&number, sizeof(number), 0);
  char name[32];
  (void)std::snprintf(name, sizeof(name), ".paisql-%016jx", static_cast<uintmax_t>(number));
  return name;
}

LandingFile::~LandingFile() {
  if (descriptor_ >= 0) close(descriptor_);
  if (!passing_.empty()) unlink(passing_.c_str());
}

int LandingFile::Open(mode_t mode) {
  if (!MakeParents(path_)) return errno;
  const std::string folder = FolderOf(path_);
  descriptor_ = open(folder.c_str(), O_WRONLY | O_TMPFILE | O_CLOEXEC, mode);
  if (descriptor_ >= 0) return 0;
  if (errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL) return errno;
  const std::string passing = folder + PassingName();
  descriptor_ = open(passing.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
  if (descriptor_ < 0) return errno;
  passing_ = passing;
  return 0;
}

int LandingFile::Append(const char* bytes, size_t count) {
  while (count > 0) {
    const ssize_t written = write(descriptor_, bytes, count);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    bytes += written;
    count -= static_cast<size_t>(written);
  }
  return 0;
}

int LandingFile::Land() {
  if (fsync(descriptor_) != 0) return errno;
  if (passing_.empty()) {
    const std::string self = "/proc/self/fd/" + std::to_string(descriptor_);
    const std::string passing = FolderOf(path_) + PassingName();
    if (linkat(AT_FDCWD, self.c_str(), AT_FDCWD, passing.c_str(), AT_SYMLINK_FOLLOW) != 0) {
      return errno;
    }
    passing_ = passing;
  }
  if (rename(passing_.c_str(), path_.c_str()) != 0) return errno;
  passing_.clear();
  return 0;
}

}  // namespace paisql::oss
