#pragma once

// COST SQL: how much a statement would read, in the figures by which the platform charges.

#include <vector>

#include "engine/bindings.h"
#include "plan/relation.h"
#include "session/answer.h"

namespace paisql::session {

// The bytes of the files that a plan reads.
int64_t InputBytes(const plan::Relation& root, const engine::Bindings& bindings);

// Of plans whose files are listed. Input counts the files that pruning leaves; a file that two
// scans read counts for both. Complexity follows the platform's price list: up to 3 of JOIN, GROUP
// BY, ORDER BY, DISTINCT and window functions, and one for writing, are 1.0, up to 6 are 1.5, up to
// 19 are 2.0, more are 4.0.
Answer CostOf(const std::vector<plan::Relation*>& roots, const engine::Bindings& bindings);

}  // namespace paisql::session
