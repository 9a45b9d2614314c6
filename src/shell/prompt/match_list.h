#pragma once

// The list of words that Tab shows below an entry. Pure.

#include <string>
#include <vector>

namespace paisql::shell {

// In columns, read downwards; what does not fit is counted in the last row. Of paths the last name
// is shown.
std::vector<std::string> MatchRows(const std::vector<std::string>& words, bool paths, int columns,
                                   int rows);

}  // namespace paisql::shell
