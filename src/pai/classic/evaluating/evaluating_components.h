#pragma once

// The classic components that compare predictions with what is true: SQL that the session runs.

#include <span>

#include "pai/component.h"

namespace paisql::pai {

std::span<const Component> EvaluatingComponents();

}  // namespace paisql::pai
