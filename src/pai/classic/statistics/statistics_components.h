#pragma once

// The classic components that describe tables and test hypotheses: SQL that the session runs.

#include <span>

#include "pai/component.h"

namespace paisql::pai {

std::span<const Component> StatisticsComponents();

}  // namespace paisql::pai
