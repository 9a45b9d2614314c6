#include "script/options/session_options.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/system/process_end.h"
#include "script/options/client_config.h"
#include "store/home/home.h"
#include "terminal/terminal.h"

namespace paisql::script {

Result<session::SessionOptions> MakeSessionOptions(const Flags& flags, bool interactive) {
  const Paths paths = FindPaths();
  session::SessionOptions options;
  options.home_path = flags.home.empty() ? store::DefaultHomePath() : flags.home;
  if (!flags.project.empty()) options.project = flags.project;
  options.user = flags.user;
  options.engines = engine::BuiltInEngines(paths.library_folder);
  options.installation = paths.installation;
  options.interactive = interactive;
  // A program may read messages in a file or a pipe: there only SET changes the language.
  if (terminal::IsTerminal(STDERR_FILENO)) options.language = messages::LanguageOfEnvironment();
  options.tells_progress = terminal::HasCursor(STDERR_FILENO);
  options.ends_process = kEndsAtOnce;
  options.variables = flags.variables;
  options.bizdate = flags.bizdate;
  options.cyctime = flags.cyctime;
  PAISQL_ASSIGN(ClientConfig config, ReadClientConfig(flags.config, options.home_path));
  for (const std::string& complaint : config.complaints)
    terminal::PrintLine("paisql: " + complaint);
  if (flags.project.empty() && !config.project.empty()) options.project = config.project;
  options.settings = std::move(config.settings);
  return options;
}

namespace {

namespace fs = std::filesystem;

constexpr const char* kLibrary = "libduckdb.so";
constexpr std::string_view kPythonKey = "python=";

// The interpreter: the environment's, else the first of those in paisql.env that is there. A path
// there may begin at the folder of that file.
std::string FindPython(const fs::path& folder) {
  if (const char* python = std::getenv("PAISQL_PYTHON"); python != nullptr && *python != '\0') {
    return python;
  }
  std::ifstream file(folder / "paisql.env");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with(kPythonKey)) {
      const fs::path python = (folder / line.substr(kPythonKey.size())).lexically_normal();
      std::error_code failure;
      if (fs::exists(python, failure)) return python.string();
    }
  }
  return "";
}

}  // namespace

Paths FindPaths() {
  std::error_code failure;
  const fs::path program = fs::read_symlink("/proc/self/exe", failure);
  fs::path folder = program.parent_path() / "lib";
  if (!fs::exists(folder / kLibrary, failure)) {
    folder = (program.parent_path() / "../lib/paisql").lexically_normal();
  }
  Paths paths;
  paths.library_folder = folder.string();
  paths.installation.program = program.string();
  paths.installation.python = FindPython(folder);
  paths.installation.python_folder = (folder / "python").string();
  const fs::path plugin = folder / "libpaisql_oss_fs.so";
  if (fs::exists(plugin, failure)) paths.installation.oss_plugin = plugin.string();
  const fs::path remote = folder / "libpaisql_oss_remote.so";
  if (fs::exists(remote, failure)) paths.installation.oss_remote = remote.string();
  return paths;
}

}  // namespace paisql::script
