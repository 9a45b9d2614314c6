#pragma once

// The classic components of graphs: learners that train nothing.

#include <span>

#include "pai/component.h"

namespace paisql::pai {

std::span<const Component> GraphComponents();

}  // namespace paisql::pai
