#pragma once

// The rows of Alink's script components: a user's main(task_config) on the rows of a table
// (docs/alink.md). Private to pai.

#include <span>
#include <string>

#include "pai/algorithm/algorithms.h"

namespace paisql::pai {

std::span<const AlgorithmFamily> AlinkFamilies();
// Of its predictors and Keras components, in alink_model_algorithms.cpp.
std::span<const AlgorithmFamily> AlinkModelFamilies();

// {"algorithm": {"parameter": default}} of all Alink's components, as the JSON that the getters of
// operators read (python/paisql/alink/statement_defaults.py).
std::string AlinkDefaultsJson();

}  // namespace paisql::pai
