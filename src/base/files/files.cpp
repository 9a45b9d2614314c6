#include "base/files/files.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <memory>
#include <system_error>

namespace paisql {

namespace {

Error Failed(ErrorCode code, const std::string& what, const std::string& path, int error_number,
             std::string hint) {
  return Error{code,
               "cannot " + what + " " + path + ": " + std::generic_category().message(error_number),
               {},
               std::move(hint)};
}

Error AtLimit(Error error) {
  error.about.kind = ErrorSubject::Kind::kSystemLimit;
  return error;
}

}  // namespace

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
      return Failed(ErrorCode::kEnvironment, what, path, error_number,
                    "get permission for it, or choose another --home");
    case EMFILE:
    case ENFILE:
      return AtLimit(Failed(ErrorCode::kEnvironment, what, path, error_number,
                            "allow more open files (ulimit -n)"));
    case EFBIG:
      return AtLimit(Failed(ErrorCode::kEnvironment, what, path, error_number,
                            "allow larger files (ulimit -f)"));
    default:
      return Failed(ErrorCode::kIo, what, path, error_number, "");
  }
}

Descriptor::~Descriptor() { Close(); }

void Descriptor::Close() {
  if (value_ >= 0) close(value_);
  value_ = -1;
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

Result<std::string> ReadFile(const std::string& path) {
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.open()) return FileError("read", path, errno);
  std::string text;
  std::array<char, 65536> buffer{};
  while (true) {
    const ssize_t count = read(file.get(), buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return FileError("read", path, errno);
    if (count == 0) return text;
    text.append(buffer.data(), static_cast<size_t>(count));
  }
}

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

Status RemoveTree(const std::string& path) {
  std::error_code failure;
  std::filesystem::remove_all(path, failure);
  if (failure) return FileError("remove", path, failure.value());
  return Status::Ok();
}

bool WriteAll(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written == 0) errno = ENOSPC;
    if (written <= 0) return false;
    bytes.remove_prefix(static_cast<size_t>(written));
  }
  return true;
}

std::string LastLines(int file, size_t size_bytes, size_t wanted_bytes) {
  const size_t count = std::min(size_bytes, wanted_bytes);
  if (count == 0) return "";
  const size_t before = count < size_bytes ? 1 : 0;  // the end of a line before them, maybe
  std::string text(count + before, '\0');
  const ssize_t got =
      pread(file, text.data(), text.size(), static_cast<off_t>(size_bytes - count - before));
  text.resize(got < 0 ? 0 : static_cast<size_t>(got));
  const size_t end_of_line = text.find('\n');
  if (before > 0 && end_of_line + 1 < text.size()) text.erase(0, end_of_line + 1);
  return text;
}

}  // namespace paisql
