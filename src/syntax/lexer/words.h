#pragma once

// Words of a command line made of the lexer's tokens: tokens without a blank between them are one
// word.

#include <string>
#include <string_view>
#include <vector>

#include "syntax/lexer/token_list.h"
#include "syntax/word.h"

namespace paisql::syntax {

// A quoted string, or a run of other tokens. `text` is what stands in the statement, a string's
// quotes left out.
struct WordPiece {
  std::string_view text;
  bool quoted = false;
  SourceRange range;
};

struct CommandWord {
  std::vector<WordPiece> pieces;
  SourceRange range;
};

// The words of the tokens [first, last).
std::vector<CommandWord> CommandWords(const TokenList& tokens, size_t first, size_t last);

// Whether the word is this keyword, not in quotes; letter case does not matter.
bool IsWord(const CommandWord& word, std::string_view text);

// The pieces joined, quotes removed and escapes resolved.
Word ToWord(const CommandWord& word);
std::vector<Word> ToWords(const std::vector<CommandWord>& words);

// The text after the byte at `begin` up to the statement's end, as it is written, with a blank for
// each comment; `first` is a token that does not lie after `begin`.
std::string ValueText(const TokenList& tokens, size_t first, size_t begin);

}  // namespace paisql::syntax
