#pragma once

// Reads an entry that is being typed, by the lexer: colours, errors, the bracket that belongs to
// the one at the cursor, and what is open where a line begins.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "shell/drawing/style.h"

namespace paisql::shell {

// The kinds of text that wait for their end where a line begins.
enum class Open { kStatement, kParenthesis, kQuote, kDoubleQuote, kBackQuote, kComment, kCode };

// "->", "(>", "'>", …
std::string_view LabelOf(Open open);

struct Highlights {
  std::vector<StyledRange> ranges;  // in order, none over another
  std::vector<Open> opens;          // one for each of the lines asked for
};

// Remembers the tokens' state at places of a long text, so that a key costs what is seen of it and
// not its length.
class Highlighter {
 public:
  // Looks at text[from, to). `cursor` is a place in the text, or its length + 1 for none. `lines`
  // are places where lines begin, in order, within from..to.
  Highlights Look(std::string_view text, size_t from, size_t to, size_t cursor,
                  const std::vector<size_t>& lines);

 private:
  struct Place {
    size_t offset = 0;
    size_t depth = 0;  // of parentheses
    bool begins_statement = true;
  };

  void Forget(std::string_view text);
  Place Before(std::string_view text, size_t from);

  std::string seen_;           // the text that places_ are about, when it is long
  std::vector<Place> places_;  // at least kPlaceBytes apart
};

}  // namespace paisql::shell
