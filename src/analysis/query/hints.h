#pragma once

// Hints of a SELECT: which are known, what they name, and what a MAPJOIN hint allows. One machine
// joins as it likes, so the others are only checked. Private to this room.

#include "analysis/context/state.h"
#include "analysis/expression/scope.h"

namespace paisql::analysis {

// Warns of unknown hints and of names that stand for nothing in FROM; kParse for arguments of a
// known hint in a form that it has not.
Status CheckHints(State& state, const std::vector<syntax::Hint>& hints,
                  const std::vector<ScopeRelation>& relations);

// The argument of a MAPJOIN (or DISTMAPJOIN) hint that names one of the relations, else nullptr.
const syntax::Hint::Argument* MapJoinOf(const std::vector<syntax::Hint>& hints,
                                        const std::vector<ScopeRelation>& relations);

}  // namespace paisql::analysis
