#include "jobs/files/files.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <system_error>

namespace paisql::jobs {

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

Status CopyFile(const std::string& from, const std::string& to) {
  std::error_code code;
  std::filesystem::copy_file(from, to, std::filesystem::copy_options::overwrite_existing, code);
  if (code) return FileError("copy " + from + " to", to, code.value());
  // The copy is ours, whoever may read the original.
  constexpr auto kOwner = std::filesystem::perms::owner_all;
  const auto mode = std::filesystem::status(to, code).permissions() & kOwner;
  if (!code) {
    std::filesystem::permissions(
        to, mode | std::filesystem::perms::owner_read | std::filesystem::perms::owner_write, code);
  }
  if (code) return FileError("copy " + from + " to", to, code.value());
  return Status::Ok();
}

Status CopyFolder(const std::string& from, const std::string& to) {
  namespace fs = std::filesystem;
  std::error_code code;
  fs::create_directory(to, code);
  if (code) return FileError("make", to, code.value());
  for (fs::recursive_directory_iterator entry(from, code), end; !code && entry != end;
       entry.increment(code)) {
    const fs::path target = fs::path(to) / entry->path().lexically_relative(from);
    if (entry->is_directory(code) && !entry->is_symlink(code)) {
      fs::create_directory(target, code);
      if (code) return FileError("make", target.string(), code.value());
    } else if (entry->is_regular_file(code)) {
      PAISQL_TRY(CopyFile(entry->path().string(), target.string()));
    } else {
      return Error{ErrorCode::kFileOperation,
                   entry->path().string() + " is neither a file nor a folder of " + from,
                   {},
                   "take it out of the folder, or name what it leads to"};
    }
  }
  if (code) return FileError("read", from, code.value());
  return Status::Ok();
}

}  // namespace paisql::jobs
