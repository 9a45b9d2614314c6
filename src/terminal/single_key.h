#pragma once

// One key of a terminal, without the end of a line: for questions that are answered by one letter.

#include <termios.h>

#include <optional>
#include <stop_token>
#include <string_view>

namespace paisql::terminal {

// The key that means that no more keys come: the terminal has gone, or its input has ended.
inline constexpr char kNoKey = '\0';

// The terminal gives each key as it is pressed, and shows none, as long as this lives; what was
// typed before does not count. Afterwards the terminal is as it was.
class SingleKey {
 public:
  explicit SingleKey(int terminal);
  ~SingleKey();
  SingleKey(const SingleKey&) = delete;
  SingleKey& operator=(const SingleKey&) = delete;

  // Waits for one of the keys (a letter in either case, given in lower case); others are passed
  // over. nullopt when it is stopped.
  std::optional<char> Read(std::string_view keys, const std::stop_token& stop);

 private:
  int terminal_;
  termios before_ = {};
  bool known_;
};

}  // namespace paisql::terminal
