#pragma once

// Texts as SQL spells them: the other way round from literal_text.h.

#include <string>
#include <string_view>

namespace paisql::syntax {

// The name in back-ticks, so that one that is a word of the language comes back as a name.
std::string QuoteName(std::string_view name);
// The text as a string literal of SQL.
std::string QuoteLiteral(std::string_view text);

}  // namespace paisql::syntax
