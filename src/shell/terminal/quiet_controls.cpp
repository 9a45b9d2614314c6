#include "shell/terminal/quiet_controls.h"

namespace paisql::shell {

namespace {

// Others may change the mode meanwhile, so only this of it is touched.
bool SetEcho(int terminal, bool on) {
  termios mode = {};
  if (tcgetattr(terminal, &mode) != 0) return false;
  const bool was = (mode.c_lflag & ECHOCTL) != 0;
  if (was == on) return false;
  if (on) {
    mode.c_lflag |= ECHOCTL;
  } else {
    mode.c_lflag &= ~static_cast<tcflag_t>(ECHOCTL);
  }
  return tcsetattr(terminal, TCSANOW, &mode) == 0;
}

}  // namespace

QuietControls::QuietControls(int terminal)
    : terminal_(terminal), changed_(SetEcho(terminal, false)) {}

QuietControls::~QuietControls() {
  if (changed_) SetEcho(terminal_, true);
}

}  // namespace paisql::shell
