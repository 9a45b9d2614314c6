#include "terminal/quiet_controls.h"

namespace paisql::terminal {

namespace {

// Others may change the mode meanwhile, so only this of it is touched.
bool SetQuiet(int terminal, bool quiet) {
  termios mode = {};
  if (tcgetattr(terminal, &mode) != 0) return false;
  const bool was = (mode.c_lflag & ECHOCTL) == 0;
  if (was == quiet) return false;
  if (quiet) {
    mode.c_lflag &= ~static_cast<tcflag_t>(ECHOCTL);
    mode.c_lflag |= NOFLSH;
  } else {
    mode.c_lflag |= ECHOCTL;
    mode.c_lflag &= ~static_cast<tcflag_t>(NOFLSH);
  }
  return tcsetattr(terminal, TCSANOW, &mode) == 0;
}

}  // namespace

QuietControls::QuietControls(int terminal)
    : terminal_(terminal), changed_(SetQuiet(terminal, true)) {}

QuietControls::~QuietControls() {
  if (changed_) SetQuiet(terminal_, false);
}

}  // namespace paisql::terminal
