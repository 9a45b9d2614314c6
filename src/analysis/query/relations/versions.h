#pragma once

// The versions of a table that a statement means. Private to this room.

#include <vector>

#include "analysis/context/state.h"
#include "store/versions.h"
#include "syntax/query.h"

namespace paisql::analysis {

// The kept versions of a transactional table, at least one; kSemantic for any other table. They
// belong to the state.
Result<const std::vector<store::DataVersion>*> VersionsOf(State& state, const store::Table& table,
                                                          const SourceRange& range);

// The version of an AS OF clause.
Result<store::DataVersion> VersionAt(State& state, const store::Table& table,
                                     const syntax::TableVersion& version, const SourceRange& range);

}  // namespace paisql::analysis
