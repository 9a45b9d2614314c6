#pragma once

// Whether the variables of a SavedModel lie beside its graph. TensorFlow loads a graph without them
// and fails in each run. Private to the room.

#include <filesystem>
#include <protozero/data_view.hpp>

#include "base/result.h"

namespace paisql::inference {

// `graph` is the MetaGraphDef. kModel when the graph restores variables and `folder` has no
// variables/variables.index, or fewer data files than their names count. May throw
// protozero::exception for a damaged graph.
Status CheckVariables(protozero::data_view graph, const std::filesystem::path& folder);

}  // namespace paisql::inference
