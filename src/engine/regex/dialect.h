#pragma once

// The language of regular expressions: Perl's, as PCRE2 has it, with what scripts bring along from
// Java. DuckDB's RE2 reads most patterns alike and never backtracks, so it gets those.

#include <string>
#include <string_view>

namespace paisql::engine {

// Whether RE2 knows all that the pattern uses, and in the same meaning. True also for malformed
// patterns that it refuses.
bool ReadsAlikeInRe2(std::string_view pattern);

// Java's \u4e00, \p{Alpha} and \p{IsHan} in PCRE2's spelling; all else as it is.
std::string InPcreSpelling(std::string_view pattern);

}  // namespace paisql::engine
