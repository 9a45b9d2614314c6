#pragma once

// Text as a terminal may get it: nothing in it moves the cursor or turns the reading direction, and
// it takes the columns that it is given. All functions are pure.

#include <string>
#include <string_view>

namespace paisql::render {

// Appends a cell's text on one line: control characters and what else a terminal would obey as \n,
// \t, \x1B, \u202E; bytes that are not UTF-8 as \xE4.
void AppendShown(std::string_view text, std::string& out);

// Every character outside ASCII as one '?' for each of its columns: for terminals that know no
// UTF-8. Frames of boxes and the mark of what was cut become their likes in ASCII, as wide as they.
std::string ToAscii(std::string_view text);

}  // namespace paisql::render
