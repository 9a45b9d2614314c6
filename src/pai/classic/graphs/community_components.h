#pragma once

// Groups of vertices: how good they are, and how they are found.

#include <span>

#include "pai/component.h"

namespace paisql::pai {

std::span<const Component> GraphCommunityComponents();

}  // namespace paisql::pai
