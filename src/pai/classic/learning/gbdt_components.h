#pragma once

// Components that train boosted trees as the platform's GBDT does: GBDT, gbdt_lr, and
// gbdt_importance, which tells of a model.

#include <span>

#include "pai/component.h"

namespace paisql::pai {

std::span<const Component> GbdtComponents();

}  // namespace paisql::pai
