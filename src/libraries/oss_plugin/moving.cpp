#include "libraries/oss_plugin/moving.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>

#include "libraries/oss_plugin/files.h"
#include "libraries/oss_plugin/landing_file.h"

namespace paisql::oss {

namespace {

namespace fs = std::filesystem;

constexpr size_t kCopyBytes = size_t{1} << 20;

int CopyContent(int from, const struct stat& info, const std::string& to) {
  LandingFile file(to);
  if (const int error = file.Open(0600)) return error;
  std::string buffer(kCopyBytes, '\0');
  while (true) {
    const ssize_t count = read(from, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return errno;
    if (count == 0) break;
    if (const int error = file.Append(buffer.data(), static_cast<size_t>(count))) return error;
  }
  const struct timespec times[] = {info.st_atim, info.st_mtim};
  if (fchmod(file.descriptor(), info.st_mode & 07777) != 0) return errno;
  if (futimens(file.descriptor(), times) != 0) return errno;
  return file.Land();
}

int CopyFile(const std::string& from, const std::string& to) {
  const int file = open(from.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
  struct stat info = {};
  if (file < 0) return errno;
  const int error = fstat(file, &info) == 0 ? CopyContent(file, info, to) : errno;
  close(file);
  return error;
}

int CopyLink(const std::string& from, const std::string& to) {
  std::error_code code;
  const fs::path target = fs::read_symlink(from, code);
  if (code) return code.value();
  const std::string passing = to.substr(0, to.rfind('/') + 1) + PassingName();
  if (symlink(target.c_str(), passing.c_str()) != 0) return errno;
  if (rename(passing.c_str(), to.c_str()) == 0) return 0;
  const int error = errno;
  unlink(passing.c_str());
  return error;
}

int Copy(const std::string& from, const std::string& to);

// Into a folder that is there.
int CopyEntries(const std::string& from, const std::string& to) {
  std::error_code code;
  fs::directory_iterator entry(from, code);
  for (; !code && entry != fs::directory_iterator(); entry.increment(code)) {
    const std::string name = entry->path().filename().string();
    if (const int error = Copy(from + "/" + name, to + "/" + name)) return error;
  }
  return code.value();
}

int CopyFolder(const std::string& from, const struct stat& info, const std::string& to) {
  const std::string passing = to.substr(0, to.rfind('/') + 1) + PassingName();
  if (mkdir(passing.c_str(), 0700) != 0) return errno;
  int error = CopyEntries(from, passing);
  if (error == 0 && chmod(passing.c_str(), info.st_mode & 07777) != 0) error = errno;
  if (error == 0 && rename(passing.c_str(), to.c_str()) != 0) error = errno;
  std::error_code ignored;
  if (error != 0) fs::remove_all(passing, ignored);
  return error;
}

int Copy(const std::string& from, const std::string& to) {
  struct stat info = {};
  if (lstat(from.c_str(), &info) != 0) return errno;
  if (S_ISREG(info.st_mode)) return CopyFile(from, to);
  if (S_ISLNK(info.st_mode)) return CopyLink(from, to);
  return S_ISDIR(info.st_mode) ? CopyFolder(from, info, to) : EXDEV;
}

}  // namespace

int Move(const std::string& from, const std::string& to) {
  if (!MakeParents(to)) return errno;
  if (rename(from.c_str(), to.c_str()) == 0) return 0;
  if (errno != EXDEV) return errno;
  if (const int error = Copy(from, to)) return error;
  std::error_code code;
  fs::remove_all(from, code);
  return code.value();
}

}  // namespace paisql::oss
