#pragma once

// Reads the answer to a question: a line of a terminal, which is shown, may be corrected, and ends
// with Enter.

#include <termios.h>

#include <stop_token>
#include <string>
#include <string_view>

namespace paisql::terminal {

// Drops what was typed before the question. The line without its end; "" when it is stopped, and
// when the terminal has gone.
class LineAnswer {
 public:
  explicit LineAnswer(int terminal);
  ~LineAnswer();
  LineAnswer(const LineAnswer&) = delete;
  LineAnswer& operator=(const LineAnswer&) = delete;

  std::string Read(const std::stop_token& stop);

 private:
  int terminal_;
  termios before_ = {};
  bool known_;
};

// "y" and "yes", in either letter case, and the same in Chinese.
bool MeansYes(std::string_view answer);

}  // namespace paisql::terminal
