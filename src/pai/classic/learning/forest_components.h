#pragma once

// Components that learn from columns of numbers and of categories alike: random forests, naive
// Bayes, and the importance of a forest's columns.

#include <span>

#include "pai/component.h"

namespace paisql::pai {

std::span<const Component> ForestComponents();

}  // namespace paisql::pai
