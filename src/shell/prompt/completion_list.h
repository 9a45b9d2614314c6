#pragma once

// The list that Tab shows below an entry. Pure.

#include <string>
#include <vector>

#include "completion/completion.h"

namespace paisql::shell {

// First the signatures. Then an item a row with what is known of it, or, where these are more than
// fit, the items alone in columns, read downwards; what still does not fit is counted in the last
// row. No row is wider than columns - 1.
std::vector<std::string> CompletionRows(const completion::Completions& completions, int columns,
                                        int rows);

}  // namespace paisql::shell
