#pragma once

// The rows of Alink's stream components: a user's main(task_config) on rows as they come
// (docs/alink-streams.md). Private to pai.

#include <span>

#include "pai/algorithm/algorithms.h"

namespace paisql::pai {

std::span<const AlgorithmFamily> AlinkStreamFamilies();

}  // namespace paisql::pai
