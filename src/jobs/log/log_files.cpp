#include "jobs/log/log_files.h"

#include "base/files/files.h"
#include "jobs/log/process_log.h"

namespace paisql::jobs {

Result<std::vector<LogFiles>> ListLogs(const std::string& folder) {
  PAISQL_ASSIGN(const std::vector<std::string> names, ListFolder(folder));
  std::vector<LogFiles> logs;
  for (const std::string& name : names) {
    constexpr std::string_view kEnding = ".log";
    if (!name.ends_with(kEnding)) continue;
    const std::string path = folder + "/" + name;
    LogFiles log{name.substr(0, name.size() - kEnding.size()), {path}};
    const OlderPart older = FindOlderPart(path);
    if (older.number > 0) log.paths.insert(log.paths.begin(), older.path);
    logs.push_back(std::move(log));
  }
  return logs;
}

std::string ReadLog(const LogFiles& log) {
  const std::string& path = log.paths.back();
  while (true) {
    const OlderPart older = FindOlderPart(path);
    const Result<std::string> before = older.number > 0 ? ReadFile(older.path) : std::string();
    const Result<std::string> now = ReadFile(path);
    // When the log was moved on in between, a part is missing or there twice.
    if (FindOlderPart(path).number != older.number) continue;
    return (before.ok() ? *before : "") + (now.ok() ? *now : "");
  }
}

}  // namespace paisql::jobs
