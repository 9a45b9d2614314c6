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

// A '#' within a word is a part of it.
std::string_view WithoutComment(std::string_view line) {
  size_t at = line.find('#');
  while (at != line.npos && at > 0 && line[at - 1] != ' ' && line[at - 1] != '\t') {
    at = line.find('#', at + 1);
  }
  return line.substr(0, at);
}

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
  int number = 0;
  for (const std::string& line : Split(text, '\n')) {
    ++number;
    const std::string_view said = Trim(WithoutComment(line));
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
      // The text is not shown: it may have a password.
      return Error{ErrorCode::kEnvironment,
                   path + " has a setting that there is not, in line " + std::to_string(number),
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
