#pragma once

// Where the cursor stands: its statement as tokens, the word that is being typed, and whether that
// lies in quotes or in a comment. Private to this room.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "syntax/lexer/token_classes.h"

namespace paisql::completion {

struct Token {
  syntax::TokenClass kind = syntax::TokenClass::kUnknown;
  size_t begin = 0;
  size_t end = 0;
  std::string_view text;
  int depth = 0;  // how many brackets are open in front of it

  bool Is(std::string_view word) const;  // in any letter case
  bool IsName() const {
    return kind == syntax::TokenClass::kName || kind == syntax::TokenClass::kQuotedName;
  }
  // Operators and punctuation.
  bool IsSymbol() const {
    return kind == syntax::TokenClass::kSymbol || kind == syntax::TokenClass::kOpening ||
           kind == syntax::TokenClass::kClosing;
  }
  // Letters: a name or a keyword.
  bool IsWord() const { return IsName() || kind == syntax::TokenClass::kKeyword; }
  std::string Name() const;  // without back-ticks
};

enum class Inside { kNothing, kComment, kString, kQuotedName };

struct Place {
  std::string_view text;  // all that is typed
  size_t cursor = 0;
  size_t statement_begin = 0;
  // Visible tokens of the statement: those in front of the word, then those after the cursor.
  std::vector<Token> tokens;
  size_t before = 0;  // how many of them stand in front of the word
  size_t word_begin = 0;
  std::string typed;  // the word as far as it is typed, without the quote that opens it
  Inside inside = Inside::kNothing;
  char quote = 0;              // that opens the string
  bool closed_behind = false;  // a quote of that kind stands right after the cursor

  // The statement up to the word.
  std::string_view front() const {
    return text.substr(statement_begin, word_begin - statement_begin);
  }
  // The i-th token in front of the word, 1 being the nearest; nullptr when there are not so many.
  const Token* Back(size_t i) const { return i <= before ? &tokens[before - i] : nullptr; }
};

// Whether there is a token and it is this word.
inline bool Is(const Token* token, std::string_view word) {
  return token != nullptr && token->Is(word);
}

Place PlaceOf(std::string_view text, size_t cursor);

// The bracket that opens the innermost group around the word: the token's index, or npos.
size_t OpenBracketOf(const Place& place);

}  // namespace paisql::completion
