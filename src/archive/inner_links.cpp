#include "archive/inner_links.h"

#include <algorithm>
#include <deque>
#include <filesystem>
#include <system_error>
#include <vector>

#include "base/files/files.h"
#include "base/text.h"

namespace paisql::archive {

namespace {

namespace fs = std::filesystem;

constexpr int kMostLinks = 40;  // the kernel's own limit
// Nobody's links are that long, and a hostile archive holds many.
constexpr int kMostParts = 1000;

std::string Whole(const std::string& folder, const std::vector<std::string>& parts) {
  std::string path = folder;
  for (const std::string& part : parts) path += "/" + part;
  return path;
}

// Something else than a link, or nothing there yet.
bool IsNoLink(const std::error_code& failure) {
  return failure == std::errc::invalid_argument ||
         failure == std::errc::no_such_file_or_directory || failure == std::errc::not_a_directory;
}

}  // namespace

bool StaysWithin(const std::string& folder, const std::string& path) {
  if (path.starts_with('/')) return false;
  std::vector<std::string> place;  // below the folder; none of its parts is a link
  std::deque<std::string> ahead;
  for (std::string& part : Split(path, '/')) ahead.push_back(std::move(part));
  int links = 0;
  for (int parts = 0; !ahead.empty(); ++parts) {
    if (parts >= kMostParts) return false;
    const std::string part = std::move(ahead.front());
    ahead.pop_front();
    if (part.empty() || part == ".") continue;
    if (part == "..") {
      if (place.empty()) return false;
      place.pop_back();
      continue;
    }
    place.push_back(part);
    std::error_code missing;
    const fs::path target = fs::read_symlink(Whole(folder, place), missing);
    if (IsNoLink(missing)) continue;
    if (missing) return false;  // nobody knows where it leads
    if (target.is_absolute() || ++links > kMostLinks) return false;
    place.pop_back();
    std::vector<std::string> inner = Split(target.native(), '/');
    ahead.insert(ahead.begin(), std::make_move_iterator(inner.begin()),
                 std::make_move_iterator(inner.end()));
  }
  return true;
}

bool IsPlainPath(const std::string& folder, const std::string& path) {
  std::string place = folder;
  const std::vector<std::string> parts = Split(path, '/');
  return std::none_of(parts.begin(), parts.end(), [&place](const std::string& part) {
    place += "/" + part;
    std::error_code ignored;
    return fs::is_symlink(fs::symlink_status(place, ignored));
  });
}

Result<std::optional<std::string>> FindLinkOutside(const std::string& folder) {
  std::error_code failure;
  // Links to folders are not followed.
  fs::recursive_directory_iterator entry(folder, failure);
  for (; !failure && entry != fs::recursive_directory_iterator(); entry.increment(failure)) {
    if (!entry->is_symlink(failure)) continue;
    const std::string name = entry->path().lexically_relative(folder).string();
    if (!StaysWithin(folder, name)) return std::optional<std::string>(name);
  }
  if (failure) return FileError("list", folder, failure.value());
  return std::optional<std::string>();
}

}  // namespace paisql::archive
