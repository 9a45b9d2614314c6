// All requests of the editor.

#include <vector>

#include "console/editor/editor_routes.h"

namespace paisql::console {

std::span<const Route> EditorRoutes() {
  static const std::vector<Route> all = [] {
    std::vector<Route> rows;
    for (const auto part : {TabRoutes(), TextRoutes(), RunRoutes(), RowRoutes()}) {
      rows.insert(rows.end(), part.begin(), part.end());
    }
    return rows;
  }();
  return all;
}

}  // namespace paisql::console
