#include "base/process/probe.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <utility>

#include "base/text.h"

namespace paisql {

namespace {

bool IsProgram(const std::string& path) {
  struct stat status {};
  return stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) &&
         access(path.c_str(), X_OK) == 0;
}

}  // namespace

Result<ProbeAnswer> Probe(const ProbeRequest& request, const std::stop_token& stop) {
  SpawnOptions options;
  options.command = request.command;
  options.environment = request.environment;
  options.folder.assign(1, '/');
  return RunLimited(std::move(options), request.limit_ms, stop);
}

std::string LastLine(const std::string& text) {
  std::string last;
  for (const std::string& line : Split(text, '\n')) {
    if (!Trim(line).empty()) last = Trim(line);
  }
  return last;
}

std::string FindProgram(const std::string& name) {
  if (name.find('/') != std::string::npos) {
    std::error_code failure;
    return IsProgram(name) ? std::filesystem::absolute(name, failure).string() : "";
  }
  const char* path = std::getenv("PATH");
  for (const std::string& folder : Split(path == nullptr ? "/usr/bin:/bin" : path, ':')) {
    const std::string program = folder + "/" + name;
    if (folder.starts_with('/') && IsProgram(program)) return program;
  }
  return "";
}

}  // namespace paisql
