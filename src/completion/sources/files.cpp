#include "completion/sources/files.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "base/text.h"

namespace paisql::completion {

namespace {

constexpr size_t kMaxFiles = 1'000;
constexpr size_t kMaxLooked = 50'000;  // a folder on a slow disk must not hold the prompt up

}  // namespace

std::vector<FileName> FilesThatBegin(std::string_view path, const std::string& folder) {
  const size_t slash = path.rfind('/');
  const std::string front(slash == std::string_view::npos ? "" : path.substr(0, slash + 1));
  const std::string_view name = path.substr(front.size());
  const bool absolute = front.starts_with('/');
  std::error_code failure;
  std::filesystem::directory_iterator entry(
      absolute ? std::filesystem::path(front) : std::filesystem::path(folder) / front, failure);
  std::vector<FileName> files;
  size_t looked = 0;
  for (const std::filesystem::directory_iterator end; !failure && entry != end;
       entry.increment(failure)) {
    if (++looked > kMaxLooked || files.size() >= kMaxFiles) break;
    const std::string own = entry->path().filename().string();
    if (!own.starts_with(name) || (own.starts_with('.') && !name.starts_with('.'))) continue;
    if (!IsValidUtf8(own) || own.find('\n') != std::string::npos) continue;
    std::error_code ignored;
    const bool is_folder = entry->is_directory(ignored);
    files.push_back({front + own + (is_folder ? "/" : ""), is_folder});
  }
  std::sort(files.begin(), files.end(),
            [](const FileName& left, const FileName& right) { return left.path < right.path; });
  return files;
}

}  // namespace paisql::completion
