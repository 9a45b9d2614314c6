#pragma once

// What edges alone say of a graph: ranks, paths, parts, triangles.

#include <span>

#include "pai/component.h"

namespace paisql::pai {

std::span<const Component> GraphStructureComponents();

}  // namespace paisql::pai
