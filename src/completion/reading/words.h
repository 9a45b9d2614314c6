#pragma once

// Words of a command line, separated by blanks; quotes keep blanks together. Private to this room.

#include <string>
#include <string_view>
#include <vector>

namespace paisql::completion {

struct RawWord {
  size_t begin = 0;  // in the text
  std::string_view text;
  char quote = 0;  // that is open at its end

  // Without its quotes.
  std::string Plain() const;
};

// The words of text[begin, end); the last one, which may be empty, is the one at its end.
std::vector<RawWord> RawWords(std::string_view text, size_t begin, size_t end);

}  // namespace paisql::completion
