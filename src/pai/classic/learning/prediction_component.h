#pragma once

// The component prediction.

#include <span>

#include "pai/component.h"

namespace paisql::pai {

std::span<const Component> PredictionComponents();

}  // namespace paisql::pai
