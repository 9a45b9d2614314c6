#pragma once

// `(ds|pt)?+.+` in a select list: a regular expression over column names, in Java's syntax with
// greedy, lazy and possessive repetitions (the possessive ones make "all but ds and pt"
// expressible).

#include <string_view>

#include "base/result.h"

namespace paisql::analysis {

// True when a quoted name holds a character that only a pattern would.
bool LooksLikePattern(std::string_view text);

// Whether the pattern matches a whole name, letter case aside; kSemantic for a broken pattern or
// one that needs more than a bounded number of steps. The error's range is left to the caller.
Result<bool> MatchesColumnPattern(std::string_view pattern, std::string_view name);

}  // namespace paisql::analysis
