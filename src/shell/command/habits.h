#pragma once

// What other clients call their commands, and how the same is done here.

#include <string>
#include <string_view>

namespace paisql::shell {

// The cure for a command that we do not have; "" for one that nobody knows.
std::string CureOfHabit(std::string_view name);

}  // namespace paisql::shell
