#include "pai/classic/graphs/graph_components.h"

#include <vector>

#include "pai/classic/graphs/community_components.h"
#include "pai/classic/graphs/structure_components.h"

namespace paisql::pai {

std::span<const Component> GraphComponents() {
  static const std::vector<Component> components = [] {
    std::vector<Component> all;
    for (const std::span<const Component> rows :
         {GraphStructureComponents(), GraphCommunityComponents()}) {
      all.insert(all.end(), rows.begin(), rows.end());
    }
    return all;
  }();
  return components;
}

}  // namespace paisql::pai
