#pragma once

// Components that train linear models: logistic regression, linear regression, and the importance
// of their columns.

#include <span>

#include "pai/component.h"

namespace paisql::pai {

std::span<const Component> LinearComponents();

}  // namespace paisql::pai
