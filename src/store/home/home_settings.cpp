#include "store/home/home_settings.h"

#include <sys/stat.h>

#include "base/files/new_file.h"
#include "base/text.h"
#include "store/files/files.h"
#include "store/home/home.h"

namespace paisql::store {
namespace {

constexpr std::string_view kCatalog = "paisql.catalog";
constexpr std::string_view kCatalogId = "paisql.catalog.id";

}  // namespace

std::string HomeSettingsPath(const std::string& home_path) { return home_path + "/home.conf"; }

bool HasCatalog(const std::string& home_path) {
  return FileExists(Home::LookAt(home_path).CatalogPath()) ||
         FileExists(HomeSettingsPath(home_path));
}

Result<HomeSettings> ReadHomeSettings(const std::string& home_path) {
  HomeSettings settings;
  const std::string path = HomeSettingsPath(home_path);
  if (!FileExists(path)) return settings;
  PAISQL_ASSIGN(const std::string text, ReadFile(path));
  for (const std::string& line : Split(text, '\n')) {
    const std::string_view said = Trim(std::string_view(line).substr(0, line.find('#')));
    if (said.empty()) continue;
    const size_t equals = said.find('=');
    const std::string_view key = Trim(said.substr(0, equals));
    const std::string_view value =
        equals == said.npos ? std::string_view() : Trim(said.substr(equals + 1));
    if (key == kCatalog) {
      settings.catalog = value;
    } else if (key == kCatalogId) {
      settings.catalog_id = value;
    } else {
      return Error{ErrorCode::kEnvironment,
                   path + " has a setting that there is not: " + std::string(key),
                   {},
                   "it may have paisql.catalog=postgresql://…"};
    }
  }
  return settings;
}

Status WriteHomeSettings(const std::string& home_path, const HomeSettings& settings) {
  const std::string path = HomeSettingsPath(home_path);
  if (settings.catalog.empty()) return FileExists(path) ? RemoveFile(path) : Status::Ok();
  PAISQL_TRY(WriteNewFile(path,
                          "# Where this home keeps its catalog, and which one it is.\n" +
                              std::string(kCatalog) + "=" + settings.catalog + "\n" +
                              std::string(kCatalogId) + "=" + settings.catalog_id + "\n",
                          NewFileKind::kOwn));
  // Who may read the home may know where its catalog is; it holds no password.
  struct stat home {};
  constexpr mode_t kReadAndWrite = 0666;
  if (stat(home_path.c_str(), &home) == 0) {
    (void)chmod(path.c_str(), (home.st_mode & kReadAndWrite) | S_IRUSR | S_IWUSR);
  }
  return Status::Ok();
}

}  // namespace paisql::store
