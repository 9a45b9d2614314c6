#pragma once

// Generalized linear models, whose model is a table: glm and glm_predict.

#include <span>

#include "pai/component.h"

namespace paisql::pai {

std::span<const Component> GlmComponents();

}  // namespace paisql::pai
