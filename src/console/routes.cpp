#include "base/text.h"
#include "console/route.h"

namespace paisql::console {

namespace {

constexpr std::span<const Route> (*kPages[])() = {
    AccountRoutes, DesignerRoutes, LogviewRoutes, WorkflowRoutes,
    ServiceRoutes, EditorRoutes,   TableRoutes,   ModelRoutes,
};

bool Fits(std::string_view pattern, const std::vector<std::string>& path) {
  const std::vector<std::string> parts = Split(pattern.substr(1), '/');
  if (parts.size() != path.size()) return false;
  for (size_t i = 0; i < parts.size(); ++i) {
    if (parts[i] != "{}" && parts[i] != path[i]) return false;
  }
  return true;
}

}  // namespace

std::vector<Route> AllRoutes() {
  std::vector<Route> all;
  for (const auto page : kPages) {
    const std::span<const Route> rows = page();
    all.insert(all.end(), rows.begin(), rows.end());
  }
  return all;
}

FoundRoute FindRoute(std::string_view method, const std::vector<std::string>& path) {
  FoundRoute found;
  for (const auto page : kPages) {
    for (const Route& route : page()) {
      if (!Fits(route.path, path)) continue;
      found.path_is_known = true;
      if (route.method == method) return {&route, true};
    }
  }
  return found;
}

}  // namespace paisql::console
