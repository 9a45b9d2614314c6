#include "script/options/installation.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>

namespace paisql::script {

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
