#include "training/files.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>

namespace paisql::training {

namespace {

Status WriteAll(int descriptor, const std::string& path, std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = write(descriptor, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return FileError("write", path, errno);
    text.remove_prefix(static_cast<size_t>(count));
  }
  return Status::Ok();
}

}  // namespace

bool IsFile(const std::string& path) {
  std::error_code code;
  return std::filesystem::is_regular_file(path, code);
}

std::string ReadTail(const std::string& path, size_t limit) {
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.open()) return "";
  const off_t size = lseek(file.get(), 0, SEEK_END);
  if (size <= 0) return "";
  const off_t begin = std::max<off_t>(0, size - static_cast<off_t>(limit));
  std::string text(static_cast<size_t>(size - begin), '\0');
  const ssize_t count = pread(file.get(), text.data(), text.size(), begin);
  text.resize(static_cast<size_t>(std::max<ssize_t>(count, 0)));
  return text;
}

Status WriteFile(const std::string& path, std::string_view text) {
  const std::string fresh = path + ".new";
  {
    const Descriptor file(open(fresh.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
    if (!file.open()) return FileError("make", fresh, errno);
    if (Status written = WriteAll(file.get(), fresh, text); !written.ok()) {
      unlink(fresh.c_str());  // a part of a file takes the space that others lack
      return written;
    }
  }
  if (std::rename(fresh.c_str(), path.c_str()) != 0) return FileError("rename", fresh, errno);
  return Status::Ok();
}

Status CopyFile(const std::string& from, const std::string& to) {
  std::error_code code;
  std::filesystem::copy_file(from, to, std::filesystem::copy_options::overwrite_existing, code);
  if (code) return FileError("copy " + from + " to", to, code.value());
  return Status::Ok();
}

}  // namespace paisql::training
