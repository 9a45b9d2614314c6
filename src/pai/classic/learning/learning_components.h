#pragma once

// Components that train models, and prediction, which computes with a model of any of them. They
// run in Python (python/paisql/learners/).

#include <span>

#include "pai/component.h"

namespace paisql::pai {

std::span<const Component> LearningComponents();

}  // namespace paisql::pai
