#pragma once

// The rows of Alink's script components: a user's main(task_config) on the rows of a table
// (docs/alink.md). Private to pai.

#include <span>
#include <string>

#include "pai/component.h"

namespace paisql::pai {

std::span<const Component> AlinkComponents();
// Its predictors and Keras components, in alink_model_components.cpp.
std::span<const Component> AlinkModelComponents();
// Its stream components, a user's main(task_config) on rows as they come (docs/alink-streams.md),
// in alink_stream_components.cpp.
std::span<const Component> AlinkStreamComponents();

// {"algorithm": {"parameter": default}} of all Alink's components, as the JSON that the getters of
// operators read (python/paisql/alink/statement_defaults.py).
std::string AlinkDefaultsJson();

}  // namespace paisql::pai
