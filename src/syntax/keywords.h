#pragma once

// The keywords of the grammar, for whoever shows them apart from names. Pure, safe from any thread.

#include <string>
#include <vector>

namespace paisql::syntax {

// In upper case, sorted. Some of them may be names, too.
std::vector<std::string> Keywords();

}  // namespace paisql::syntax
