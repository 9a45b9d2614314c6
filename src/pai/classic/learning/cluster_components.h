#pragma once

// Components that find clusters, and what tells how good they are.

#include <span>

#include "pai/component.h"

namespace paisql::pai {

std::span<const Component> ClusterComponents();

}  // namespace paisql::pai
