#pragma once

// Types made of the rows of PAI components. Private to the catalog.

#include <vector>

#include "designer/catalog/node_type.h"

namespace paisql::designer {

void AddPaiTypes(std::vector<NodeType>& types, std::vector<TypeGroup>& groups);

}  // namespace paisql::designer
