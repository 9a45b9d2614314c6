#pragma once

// Components that train boosted trees: xgboost and ps_smart.

#include <span>

#include "pai/component.h"

namespace paisql::pai {

std::span<const Component> BoostingComponents();

}  // namespace paisql::pai
