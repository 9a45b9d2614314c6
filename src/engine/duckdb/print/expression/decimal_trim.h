#pragma once

// Which columns of a result show their DECIMALs without zeros at the end of the fraction.

#include <vector>

#include "engine/engine.h"
#include "plan/relation.h"

namespace paisql::engine {

// One for each output column. With the setting all of them; without it those of constants, because
// odps.sql.decimal.tostring.trimzero acts on values that come from tables only.
std::vector<bool> TrimmedColumns(const plan::Relation& root, const ExecutionSettings& settings);

}  // namespace paisql::engine
