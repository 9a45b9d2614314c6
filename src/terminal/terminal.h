#pragma once

// Says what the three standard streams are, and whether they want colour.

#include <string>
#include <string_view>

namespace paisql::terminal {

bool IsTerminal(int descriptor);

// A terminal on which the cursor can be moved: not "dumb".
bool HasCursor(int descriptor);

// On such a terminal, unless NO_COLOR is set.
bool WantsColor(int descriptor);

// The characters that a terminal shows, by the environment's locale (LC_ALL, else LC_CTYPE, else
// LANG).
enum class Charset { kUtf8, kUnsaid, kOther };
Charset CharsetOfLocale();

// The size that a terminal has now; it may be resized at any time.
struct Screen {
  int columns = 80;
  int rows = 24;
  bool color = false;
};
Screen ScreenOf(int descriptor);

enum class Color { kRed, kGreen, kCyan, kBold };

// The text in the colour when colour is on, else the text.
std::string Paint(std::string_view text, Color color, bool on);

// The columns that messages on standard error are folded to; 0 where nobody reads them on a screen.
int MessageColumns();

// Writes a whole line to standard error.
void PrintLine(std::string_view line);
// The same of sentences, which a terminal gets folded between words.
void PrintMessage(std::string_view text);

}  // namespace paisql::terminal
