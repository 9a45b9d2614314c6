#include "training/files.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <system_error>

namespace paisql::training {

namespace {

Status WriteAll(int descriptor, const std::string& path, std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = write(descriptor, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return IoError("write", path, errno);
    text.remove_prefix(static_cast<size_t>(count));
  }
  return Status::Ok();
}

}  // namespace

Descriptor::~Descriptor() { Close(); }

void Descriptor::Close() {
  if (value_ >= 0) close(value_);
  value_ = -1;
}

Error IoError(const std::string& what, const std::string& path, int error_number) {
  Error error;
  error.code = ErrorCode::kIo;
  error.detail = "cannot " + what + " " + path + ": " + std::strerror(error_number);
  if (error_number == ENOSPC || error_number == EDQUOT) {
    error.code = ErrorCode::kEnvironment;
    error.hint = "free some space, or choose a home on another disk with --home";
  } else if (error_number == EACCES || error_number == EPERM || error_number == EROFS) {
    error.code = ErrorCode::kEnvironment;
    error.hint = "get permission for that path, or choose another home with --home";
  }
  return error;
}

Status MakeFolder(const std::string& path) {
  std::error_code code;
  std::filesystem::create_directories(path, code);
  if (code) return IoError("make the folder", path, code.value());
  return Status::Ok();
}

void RemoveFolder(const std::string& path) {
  std::error_code ignored;
  std::filesystem::remove_all(path, ignored);
}

bool IsFile(const std::string& path) {
  std::error_code code;
  return std::filesystem::is_regular_file(path, code);
}

Result<std::string> ReadFile(const std::string& path) {
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.open()) return IoError("read", path, errno);
  std::string text;
  std::array<char, 65536> buffer{};
  while (true) {
    const ssize_t count = read(file.get(), buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return IoError("read", path, errno);
    if (count == 0) return text;
    text.append(buffer.data(), static_cast<size_t>(count));
  }
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
    if (!file.open()) return IoError("make", fresh, errno);
    PAISQL_TRY(WriteAll(file.get(), fresh, text));
  }
  if (std::rename(fresh.c_str(), path.c_str()) != 0) return IoError("rename", fresh, errno);
  return Status::Ok();
}

Status CopyFile(const std::string& from, const std::string& to) {
  std::error_code code;
  std::filesystem::copy_file(from, to, std::filesystem::copy_options::overwrite_existing, code);
  if (code) return IoError("copy " + from + " to", to, code.value());
  return Status::Ok();
}

std::vector<std::string> ListNames(const std::string& path) {
  std::vector<std::string> names;
  std::error_code code;
  for (std::filesystem::directory_iterator entry(path, code), end; !code && entry != end;
       entry.increment(code)) {
    names.push_back(entry->path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

int64_t NowMs() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
}

}  // namespace paisql::training
