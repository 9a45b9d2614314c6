#include "terminal/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "base/display/columns.h"
#include "base/system/locale.h"

namespace paisql::terminal {

bool IsTerminal(int descriptor) { return isatty(descriptor) == 1; }

bool HasCursor(int descriptor) {
  const char* terminal = std::getenv("TERM");
  if (terminal == nullptr || std::string_view(terminal) == "dumb") return false;
  return IsTerminal(descriptor);
}

bool WantsColor(int descriptor) {
  const char* no_color = std::getenv("NO_COLOR");
  if (no_color != nullptr && *no_color != '\0') return false;
  return HasCursor(descriptor);
}

Charset CharsetOfLocale() {
  const std::string locale = LocaleOf("LC_CTYPE");
  if (locale.empty()) return Charset::kUnsaid;
  return NamesUtf8(locale) ? Charset::kUtf8 : Charset::kOther;
}

Screen ScreenOf(int descriptor) {
  Screen screen;
  screen.color = WantsColor(descriptor);
  winsize size = {};
  // A terminal that does not know its size says 0.
  if (ioctl(descriptor, TIOCGWINSZ, &size) != 0) return screen;
  if (size.ws_col > 0) screen.columns = size.ws_col;
  if (size.ws_row > 0) screen.rows = size.ws_row;
  return screen;
}

std::string Paint(std::string_view text, Color color, bool on) {
  if (!on) return std::string(text);
  const char* code = color == Color::kRed     ? "\033[1;31m"
                     : color == Color::kGreen ? "\033[1;32m"
                     : color == Color::kCyan  ? "\033[1;36m"
                                              : "\033[1m";
  return code + std::string(text) + "\033[0m";
}

int MessageColumns() { return IsTerminal(STDERR_FILENO) ? ScreenOf(STDERR_FILENO).columns : 0; }

void PrintLine(std::string_view line) {
  // One call, so that lines of several processes do not mix.
  const std::string whole = std::string(line) + "\n";
  std::fwrite(whole.data(), 1, whole.size(), stderr);
}

void PrintMessage(std::string_view text) {
  std::string folded = FoldedLines(text, MessageColumns());
  if (folded.ends_with('\n')) folded.pop_back();
  PrintLine(folded);
}

}  // namespace paisql::terminal
