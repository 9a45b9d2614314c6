#include "jobs/machine/control_group.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <filesystem>

#include "base/events/event_loop.h"
#include "base/files/files.h"
#include "base/system/clock.h"
#include "base/system/free_memory.h"
#include "base/text.h"

namespace paisql::jobs {

namespace {

constexpr std::string_view kJobPrefix = "paisql-";
// Processes that were killed are gone at once, unless a device holds them.
constexpr int64_t kKilledMs = 2000;

std::string NameOf(const std::string& folder) {
  return std::filesystem::path(folder).filename().string();
}

// Whether a group or one in it has processes. `events`: its cgroup.events, read anew each time.
bool IsPopulated(const Descriptor& events) {
  char bytes[256];
  const ssize_t count = pread(events.get(), bytes, sizeof bytes, 0);
  return count > 0 && std::string_view(bytes, static_cast<size_t>(count)).find("populated 1") !=
                          std::string_view::npos;
}

Descriptor OpenEvents(const std::string& group) {
  return Descriptor(open((group + "/cgroup.events").c_str(), O_RDONLY | O_CLOEXEC));
}

void AwaitEmpty(const std::string& group) {
  const Descriptor events = OpenEvents(group);
  const int64_t deadline = SteadyMs() + kKilledMs;
  while (events.open() && IsPopulated(events)) {
    if (!AwaitChange(events.get(), deadline)) return;
  }
}

}  // namespace

std::string FolderForJobGroups() {
  const Membership found = FindMembership();
  return found.own.empty() ? "" : FolderForJobGroups(found.top, found.own);
}

std::string FolderForJobGroups(const std::string& top, const std::string& own) {
  // The topmost group alone may have processes and give its children controllers.
  if (own == top) return top;
  // Elsewhere the job's group stands beside the one that this process is in.
  const std::string parent = std::filesystem::path(own).parent_path();
  // Beside a process of a job, the group would be outside of that process's limits.
  const bool within_job = NameOf(parent).starts_with(kJobPrefix);
  return parent.size() < top.size() || within_job ? "" : parent;
}

std::string JobGroup(const std::string& folder, const std::string& job_id) {
  return folder + "/" + std::string(kJobPrefix) + job_id;
}

bool WriteControl(const std::string& path, const std::string& text) {
  const Descriptor file(open(path.c_str(), O_WRONLY | O_CLOEXEC));
  return file.open() &&
         write(file.get(), text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

int64_t NumberIn(const std::string& path, std::string_view name) {
  const Result<std::string> text = ReadFile(path);
  if (!text.ok()) return 0;
  for (const std::string& line : Split(*text, '\n')) {
    const std::vector<std::string> words = Split(line, ' ');
    int64_t number = 0;
    if (words.size() != 2 || words[0] != name) continue;
    std::from_chars(words[1].data(), words[1].data() + words[1].size(), number);
    return number;
  }
  return 0;
}

bool EnableController(const std::string& group, const std::string& name) {
  const std::string path = group + "/cgroup.subtree_control";
  const Result<std::string> enabled = ReadFile(path);
  if (!enabled.ok()) return false;
  const std::vector<std::string> names = Split(Trim(*enabled), ' ');
  return std::find(names.begin(), names.end(), name) != names.end() ||
         WriteControl(path, "+" + name);
}

void KillGroup(const std::string& group) { WriteControl(group + "/cgroup.kill", "1"); }

void RemoveGroup(const std::string& group) {
  std::error_code failure;
  for (const auto& entry : std::filesystem::directory_iterator(group, failure)) {
    if (entry.is_directory(failure) && !entry.is_symlink(failure)) RemoveGroup(entry.path());
  }
  rmdir(group.c_str());
}

void RemoveDeserted(const std::string& folder) {
  std::error_code failure;
  for (const auto& entry : std::filesystem::directory_iterator(folder, failure)) {
    const std::string group = entry.path();
    if (!NameOf(group).starts_with(kJobPrefix)) continue;
    const Descriptor events = OpenEvents(group);
    if (events.open() && !IsPopulated(events)) RemoveGroup(group);
  }
}

void EndJobGroup(const std::string& group, const std::string& job_id) {
  if (group != JobGroup(ParentFolder(group), job_id)) return;
  const std::vector<std::string> around = OwnControlGroups();
  if (std::find(around.begin(), around.end(), group) != around.end()) return;
  KillGroup(group);
  AwaitEmpty(group);
  RemoveGroup(group);
}

}  // namespace paisql::jobs
