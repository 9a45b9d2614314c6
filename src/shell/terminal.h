#pragma once

// What the three standard streams are, and whether colour is wanted.

#include <string>
#include <string_view>

namespace paisql::shell {

bool IsTerminal(int descriptor);

// On a terminal that is not "dumb", unless NO_COLOR is set.
bool WantsColor(int descriptor);

enum class Color { kRed, kGreen, kBold };

// The text in the colour when colour is on, else the text.
std::string Paint(std::string_view text, Color color, bool on);

// Writes a whole line to standard error.
void PrintLine(std::string_view line);

}  // namespace paisql::shell
