#include "terminal/line_answer.h"

#include <unistd.h>

#include <array>
#include <cerrno>

#include "base/text.h"
#include "terminal/wait_for_input.h"

namespace paisql::terminal {

LineAnswer::LineAnswer(int terminal)
    : terminal_(terminal), known_(tcgetattr(terminal, &before_) == 0) {
  if (!known_) return;
  termios mode = before_;
  mode.c_lflag |= ICANON | ECHO;
  // Only Ctrl-C stays a signal: the others would leave the terminal in this mode.
  mode.c_cc[VSUSP] = _POSIX_VDISABLE;
  mode.c_cc[VQUIT] = _POSIX_VDISABLE;
  tcflush(terminal, TCIFLUSH);
  tcsetattr(terminal, TCSANOW, &mode);
}

LineAnswer::~LineAnswer() {
  if (known_) tcsetattr(terminal_, TCSANOW, &before_);
}

std::string LineAnswer::Read(const std::stop_token& stop) {
  std::string line;
  std::array<char, 256> bytes;
  while (WaitForInputUnless(terminal_, stop)) {
    const ssize_t count = read(terminal_, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return "";  // Ctrl-D, or nobody is there any more
    line.append(bytes.data(), static_cast<size_t>(count));
    if (const size_t end = line.find('\n'); end != std::string::npos) return line.substr(0, end);
  }
  // An unfinished answer is not the beginning of the next entry.
  tcflush(terminal_, TCIFLUSH);
  return "";
}

bool MeansYes(std::string_view answer) {
  const std::string_view word = Trim(answer);
  return EqualsIgnoreCase(word, "y") || EqualsIgnoreCase(word, "yes") || word == "是";
}

}  // namespace paisql::terminal
