#include "pai/alink/values/python_env.h"

#include <filesystem>
#include <system_error>

#include "archive/archive.h"
#include "base/result.h"
#include "base/whole_number.h"
#include "pai/alink/values/model_place.h"
#include "pai/value/copies/temporary_folder.h"

namespace paisql::pai {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPython3 = "python3.";
constexpr std::string_view kPackages = "site-packages";

// The packages of the newest Python in `root`/lib; empty where `root` is not an environment. conda
// has links beside the folder of its Python, which are passed over.
PythonEnv PackagesIn(const fs::path& root) {
  PythonEnv found;
  int newest = -1;
  std::error_code code;
  for (fs::directory_iterator entry(root / "lib", code), end; !code && entry != end;
       entry.increment(code)) {
    const std::string name = entry->path().filename();
    if (!name.starts_with(kPython3) || entry->is_symlink(code)) continue;
    const int minor = WholeNumberOr(name.substr(kPython3.size()), -1);
    const fs::path packages = entry->path() / kPackages;
    if (minor <= newest || !fs::is_directory(packages, code)) continue;
    newest = minor;
    found.packages = packages;
    found.version = "3." + std::to_string(minor);
  }
  return found;
}

// Looks in the folder, or in the one folder in it that is an environment.
PythonEnv FindPackages(const fs::path& folder) {
  PythonEnv found = PackagesIn(folder);
  std::error_code code;
  for (fs::directory_iterator entry(folder, code), end;
       found.packages.empty() && !code && entry != end; entry.increment(code)) {
    found = PackagesIn(entry->path());
  }
  return found;
}

// Programs and libraries of an archive stay where they are: links to a Python elsewhere are among
// them.
bool IsOfPackages(std::string_view name) {
  return name.find(kPackages) != std::string_view::npos &&
         name.find(kPython3) < name.find(kPackages);
}

}  // namespace

Result<PythonEnv> ResolvePythonEnv(const Part& part, const BuildContext& context) {
  PAISQL_ASSIGN(ModelPlace place, ResolveModelPlace(part, context));
  PythonEnv found;
  if (place.is_folder) {
    found = FindPackages(fs::path(place.file.path).lexically_normal());
  } else if (place.is_archive) {
    PAISQL_ASSIGN_AT(part.range, const std::shared_ptr<TemporaryFolder> folder,
                     TemporaryFolder::Make());
    archive::UnpackLimits limits;
    limits.wanted = IsOfPackages;
    PAISQL_TRY_AT(part.range, archive::UnpackArchive(place.file.path, folder->path(), limits));
    found = FindPackages(folder->path());
    found.kept = folder;
  }
  if (!found.packages.empty()) return found;
  return ErrorAt(ErrorCode::kInvalidCommand, part,
                 "pythonEnv: " + place.file.path + " is not a Python environment",
                 "name a folder that holds lib/python3.<n>/site-packages, as venv and conda make "
                 "it, or a .zip, .tar.gz or .tgz of it");
}

}  // namespace paisql::pai
