#pragma once

// Text for people in the layout of the platform's client. Widths are terminal columns, so that
// Chinese text lines up.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "session/answer.h"

namespace paisql::session {

// The text on one line, each run of blanks and control characters as one blank, cut to the width.
std::string OneLine(std::string_view text, size_t width);
// The text with its control characters as \n, \t, \x1B, so that it moves no cursor.
std::string Visible(std::string_view text);

// Lines of DESC: a frame is "+" 84 dashes "+", and a line "| … |". On a terminal that is narrower
// it is as wide as the terminal, or as its longest line.
class Frame {
 public:
  // 0: no terminal.
  explicit Frame(int columns) : columns_(columns) {}
  void Rule();
  // "| label value |", filled to the frame's width.
  void Line(std::string_view text);
  void Field(std::string_view label, std::string_view value);  // the value begins at column 26
  std::string Take() const;

 private:
  int columns_;
  std::vector<std::optional<std::string>> lines_;  // nullopt is a rule
};

// A box of the client: column width max(10, widest cell), a blank after every cell.
std::string Box(const Answer& answer);
// One line a row, its cells separated by blanks.
std::string Lines(const Answer& answer);

}  // namespace paisql::session
