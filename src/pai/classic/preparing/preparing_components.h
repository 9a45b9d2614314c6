#pragma once

// The classic components that prepare tables: SQL that the session runs.

#include <span>

#include "pai/component.h"

namespace paisql::pai {

std::span<const Component> PreparingComponents();

}  // namespace paisql::pai
