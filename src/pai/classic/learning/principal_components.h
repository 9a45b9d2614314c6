#pragma once

// PrinCompAnalysis: principal components of columns of numbers, as SQL.

#include <span>

#include "pai/component.h"

namespace paisql::pai {

std::span<const Component> PrincipalComponents();

}  // namespace paisql::pai
