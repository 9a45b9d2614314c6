#pragma once

// Finds what is wrong with a pipeline as a graph: unknown components, edges that do not fit,
// circles, inputs and parameters that are missing. Pure.

#include <vector>

#include "designer/check/finding.h"
#include "designer/code/wiring.h"

namespace paisql::designer {

std::vector<Finding> CheckGraph(const Pipeline& pipeline, const Wiring& wiring);

}  // namespace paisql::designer
