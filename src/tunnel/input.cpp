#include "tunnel/input.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "base/files/files.h"
#include "base/files/source_file.h"

namespace paisql::tunnel {

namespace {

namespace fs = std::filesystem;

constexpr size_t kPieceBytes = 1UL << 18;
constexpr int kMillisecondsBetweenChecks = 100;

Result<std::vector<InputFile>> FilesOfFolder(const std::string& path, const SourceRange& range) {
  // An unreadable entry is an error: else a part of the folder would pass for all of it.
  std::vector<std::string> paths;
  std::error_code failure;
  std::string looked_at = path;
  fs::directory_iterator entry(path, failure);
  for (; !failure && entry != fs::directory_iterator(); entry.increment(failure)) {
    if (entry->path().filename().string().starts_with('.')) continue;
    looked_at = entry->path().string();
    const bool regular = entry->is_regular_file(failure);
    if (failure) break;
    if (regular) paths.push_back(looked_at);
    looked_at = path;
  }
  if (failure) {
    return Error{ErrorCode::kIo, "cannot read " + looked_at + ": " + failure.message(), range,
                 "nothing was written"};
  }
  std::sort(paths.begin(), paths.end());
  if (paths.empty()) {
    return Error{ErrorCode::kIo, "folder " + path + " has no files", range, ""};
  }
  std::vector<InputFile> files;
  for (const std::string& one : paths) files.push_back({one, one});
  return files;
}

// The next bytes of a stream; 0 at its end.
Result<size_t> ReadPiece(const InputFile& file, int descriptor, std::vector<char>& piece,
                         const std::function<Status()>& check) {
  while (true) {
    PAISQL_TRY(AwaitBytes(descriptor, check));
    const ssize_t got = read(descriptor, piece.data(), piece.size());
    if (got >= 0) return static_cast<size_t>(got);
    if (errno != EINTR && errno != EAGAIN) return FileError("read", file.name, errno);
  }
}

}  // namespace

Result<Descriptor> OpenInput(const std::string& path, const std::string& name) {
  Descriptor file(open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  if (!file.open()) return FileError("read", name, errno);
  if (IsEndlessDevice(file.get())) {
    return Error{ErrorCode::kIo,
                 name + " is a device, not a file",
                 {},
                 "upload a file, a folder, a FIFO or standard input"};
  }
  return file;
}

Status AwaitBytes(int descriptor, const std::function<Status()>& check) {
  while (true) {
    PAISQL_TRY(check());
    pollfd waited{descriptor, POLLIN, 0};
    if (poll(&waited, 1, kMillisecondsBetweenChecks) > 0) return Status::Ok();
  }
}

bool IsStream(const std::string& path) {
  std::error_code failure;
  const fs::file_status status = fs::status(path, failure);
  return fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status);
}

Result<std::vector<InputFile>> FilesToRead(const std::string& path, const SourceRange& range) {
  std::error_code failure;
  const fs::file_status status = fs::status(path, failure);
  if (!fs::exists(status)) {
    return Error{ErrorCode::kIo, "file " + path + " does not exist", range,
                 "relative paths start at the folder of the running .sql file, or at the current "
                 "folder"};
  }
  if (fs::is_directory(status)) return FilesOfFolder(path, range);
  return std::vector<InputFile>{{path, path}};
}

Status KeepStream(InputFile& file, const std::string& folder,
                  const std::function<Status()>& check) {
  PAISQL_ASSIGN(const Descriptor from, OpenInput(file.path, file.name));
  const std::string copy = folder + "/stream";
  const Descriptor to(open(copy.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
  if (!to.open()) return FileError("write", copy, errno);
  std::vector<char> piece(kPieceBytes);
  while (true) {
    PAISQL_ASSIGN(const size_t got, ReadPiece(file, from.get(), piece, check));
    if (got == 0) break;
    if (!WriteAll(to.get(), {piece.data(), got})) return FileError("write", copy, errno);
  }
  file.path = copy;
  return Status::Ok();
}

}  // namespace paisql::tunnel
