#pragma once

// Where a parenthesis of SQL ends.

#include <optional>
#include <string_view>

namespace paisql::syntax {

// The bytes up to and with the ')' that closes the '(' with which the text begins; those in quotes
// and comments do not count. nullopt where none closes it.
std::optional<size_t> ClosedLength(std::string_view text);

}  // namespace paisql::syntax
