#pragma once

// The canvas's own types: sources, SQL, what ends a pipeline. Private to the catalog.

#include <vector>

#include "designer/catalog/node_type.h"

namespace paisql::designer {

void AddOwnTypes(std::vector<NodeType>& types, std::vector<TypeGroup>& groups);

}  // namespace paisql::designer
