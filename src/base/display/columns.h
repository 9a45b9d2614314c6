#pragma once

// Texts, sentences and lists in so many columns of a terminal, as base/text.h counts them: a
// Chinese character has two. All functions are pure.

#include <cstddef>
#include <string>
#include <string_view>

namespace paisql {

// The text with blanks after it, or before it; a longer text stays whole.
std::string Pad(std::string_view text, size_t columns);
std::string PadLeft(std::string_view text, size_t columns);

// The text when it fits, else its beginning and the mark, together as wide: where half a wide
// character would be, a blank stands.
std::string CutTo(std::string_view text, int columns, std::string_view mark = "…");

// The deepest indent of a line's continuation.
size_t DeepestIndent(int columns);

// The line folded at blanks, or between wide characters, to so many columns; what goes on stands
// below the line's last column where it has several, and that leaves half of the columns, else a
// little further in than its beginning.
std::string Folded(std::string_view line, int columns);

// Each line of the text folded so; as it is where the columns are too few to fold to, or 0.
std::string FoldedLines(std::string_view text, int columns);

}  // namespace paisql
