#include "store/home/home_paths.h"

namespace paisql::store {

bool IsPlainName(std::string_view name) {
  return !name.empty() && name != "." && name != ".." &&
         name.find_first_of(std::string_view("/\0", 2)) == std::string_view::npos;
}

bool StaysBelow(std::string_view path, std::string_view folder) {
  std::string_view rest = path;
  bool inside =
      rest.size() > folder.size() && rest.starts_with(folder) && rest[folder.size()] == '/';
  while (inside && !rest.empty()) {
    const size_t slash = rest.find('/');
    inside = IsPlainName(rest.substr(0, slash)) && slash + 1 != rest.size();
    rest = slash == std::string_view::npos ? std::string_view() : rest.substr(slash + 1);
  }
  return inside;
}

Result<std::string> PathInHome(const Home& home, std::string_view folder, const std::string& path) {
  if (StaysBelow(path, folder)) return home.path() + "/" + path;
  return DamagedCatalog(
      home, "it lists a file outside of its " + std::string(folder) + " folder: '" + path + "'");
}

Error DamagedCatalog(const Home& home, const std::string& what) {
  return Error{
      ErrorCode::kDamaged,
      "the catalog of home " + home.path() + " is damaged: " + what,
      {},
      "paisql verify --home " + home.path() +
          " tells more; put a saved copy of the whole home back, or choose another --home"};
}

}  // namespace paisql::store
