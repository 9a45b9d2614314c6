#pragma once

// A text cut into tokens by the one lexer, for those who look at text that is still being typed:
// completion and whatever shows the text. Any text has tokens, without gaps. Pure, safe from any
// thread.

#include <cstddef>
#include <string_view>
#include <vector>

namespace paisql::syntax {

enum class TextTokenKind {
  kBlank,
  kComment,  // closed, or up to the end of its line; hints too
  kUnclosedComment,
  kKeyword,
  kName,
  kQuotedName,  // in back-ticks
  kUnclosedName,
  kString,
  kUnclosedString,
  kNumber,
  kVariable,
  kSymbol,  // operators and punctuation
  kSemicolon,
  kOther,  // what no statement has, and blocks of code
};

struct TextToken {
  TextTokenKind kind = TextTokenKind::kOther;
  size_t begin = 0;
  size_t end = 0;

  // Whether a parser would see it.
  bool visible() const {
    return kind != TextTokenKind::kBlank && kind != TextTokenKind::kComment &&
           kind != TextTokenKind::kUnclosedComment;
  }
};

std::vector<TextToken> TextTokens(std::string_view text);

}  // namespace paisql::syntax
