#pragma once

// DuckDB's account of a statement in the plan's own terms.

#include "engine/bindings.h"
#include "engine/duckdb/report/profile.h"
#include "engine/report.h"

namespace paisql::engine {

// Which operators of the plan ran as operators of their own, found from the top of both trees
// downwards as long as they have one shape, and for scans also by their files.
void MatchOperators(const plan::Relation& root, const Bindings& bindings, const ProfileNode& top,
                    ExecutionReport& report);

// The operators that ran, with tables and columns by the plan's names.
void ListExecuted(const plan::Relation& root, const Bindings& bindings, const ProfileNode& top,
                  ExecutionReport& report);

// The topmost operator that makes the plan's rows: without what writes them to a file.
const ProfileNode& BelowCopy(const ProfileNode& top);
const ProfileNode& BelowCopy(ProfileNode&& top) = delete;  // what it gives is a part of top

}  // namespace paisql::engine
