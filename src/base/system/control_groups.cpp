#include "base/system/control_groups.h"

#include <filesystem>
#include <string_view>

#include "base/files/files.h"
#include "base/text.h"

namespace paisql {

Membership FindMembership() {
  const Result<std::string> mounts = ReadFile("/proc/self/mounts");
  const Result<std::string> groups = ReadFile("/proc/self/cgroup");
  if (!mounts.ok() || !groups.ok()) return {};
  Membership found;
  for (const std::string& line : Split(*mounts, '\n')) {
    const std::vector<std::string> words = Split(line, ' ');
    if (words.size() > 2 && words[2] == "cgroup2") found.top = words[1];
  }
  if (found.top.empty()) return {};
  constexpr std::string_view kUnified = "0::";
  for (const std::string& line : Split(*groups, '\n')) {
    if (!line.starts_with(kUnified)) continue;
    const std::string path = line.substr(kUnified.size());
    found.own = path == "/" ? found.top : found.top + path;
  }
  return found;
}

std::vector<std::string> OwnControlGroups() {
  const Membership found = FindMembership();
  if (found.own.empty()) return {};
  std::vector<std::string> folders;
  std::filesystem::path folder = found.own;
  while (folder.native().size() > found.top.size()) {
    folders.push_back(folder);
    folder = folder.parent_path();
  }
  folders.push_back(found.top);
  return folders;
}

}  // namespace paisql
