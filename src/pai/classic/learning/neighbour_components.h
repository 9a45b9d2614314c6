#pragma once

// knn, which tells the class of rows by the rows that are nearest to them.

#include <span>

#include "pai/component.h"

namespace paisql::pai {

std::span<const Component> NeighbourComponents();

}  // namespace paisql::pai
