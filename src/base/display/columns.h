#pragma once

// Texts in so many columns of a terminal, as base/text.h counts them: a Chinese character has two.
// All functions are pure.

#include <cstddef>
#include <string>
#include <string_view>

namespace paisql {

// The text with blanks behind it, or before it; a longer text stays whole.
std::string Pad(std::string_view text, size_t columns);
std::string PadLeft(std::string_view text, size_t columns);

// The text when it fits, else its beginning and the mark, together as wide: where half a wide
// character would be, a blank stands.
std::string CutTo(std::string_view text, int columns, std::string_view mark = "…");

}  // namespace paisql
