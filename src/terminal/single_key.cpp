#include "terminal/single_key.h"

#include <unistd.h>

#include <cerrno>

#include "terminal/wait_for_input.h"

namespace paisql::terminal {

namespace {

constexpr char kEscape = '\033';

char LowerCase(char key) { return key >= 'A' && key <= 'Z' ? static_cast<char>(key + 32) : key; }

}  // namespace

SingleKey::SingleKey(int terminal)
    : terminal_(terminal), known_(tcgetattr(terminal, &before_) == 0) {
  if (!known_) return;
  termios mode = before_;
  mode.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
  mode.c_cc[VMIN] = 1;
  mode.c_cc[VTIME] = 0;
  // Only Ctrl-C stays a signal: the others would leave the terminal in this mode.
  mode.c_cc[VSUSP] = _POSIX_VDISABLE;
  mode.c_cc[VQUIT] = _POSIX_VDISABLE;
  tcflush(terminal, TCIFLUSH);
  tcsetattr(terminal, TCSANOW, &mode);
}

SingleKey::~SingleKey() {
  if (known_) tcsetattr(terminal_, TCSANOW, &before_);
}

std::optional<char> SingleKey::Read(std::string_view keys, const std::stop_token& stop) {
  while (WaitForInputUnless(terminal_, stop)) {
    char key = 0;
    const ssize_t count = read(terminal_, &key, 1);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return kNoKey;
    key = LowerCase(key);
    if (keys.find(key) == std::string_view::npos) continue;
    // An arrow key is an escape with more after it, which would be typed at the next prompt.
    if (key == kEscape) tcflush(terminal_, TCIFLUSH);
    return key;
  }
  return std::nullopt;
}

}  // namespace paisql::terminal
