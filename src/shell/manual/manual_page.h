#pragma once

// The manual page paisql(1). Flags, tools and commands of the prompt come from their tables; what
// else it says is short, and names the pages of docs/ that say more. The file man/paisql.1 is what
// this function returns, and a test holds it to it.

#include <string>

namespace paisql::shell {

// In the macros of man(7).
std::string ManualPage();

}  // namespace paisql::shell
