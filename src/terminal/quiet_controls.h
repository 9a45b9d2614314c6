#pragma once

// As long as one lives, the terminal does not show the control characters that are typed: a ^C that
// ends a statement would stand in the line where its message begins. Nor does it throw away what
// was written and not yet shown when Ctrl-C is pressed, as the end of the entry's own line.

#include <termios.h>

namespace paisql::terminal {

class QuietControls {
 public:
  explicit QuietControls(int terminal);
  ~QuietControls();
  QuietControls(const QuietControls&) = delete;
  QuietControls& operator=(const QuietControls&) = delete;

 private:
  int terminal_;
  bool changed_ = false;
};

}  // namespace paisql::terminal
