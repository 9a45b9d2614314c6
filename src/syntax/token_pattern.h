#pragma once

// Patterns of words over the tokens of a statement, for tables of statements and clauses that need
// no rule of the grammar. A pattern is words separated by blanks:
//
//   WORD, A|B   that word, or one of them, in any case; also punctuation, as "." and "("
//   [ … ]       the part between the brackets, or nothing
//   …           any tokens, as few as possible
//   $           the end of the statement
//   ^           nothing; marks a place (TokenMatch::mark)
//   name        a qualified name          spec    nothing or PARTITION (…)
//   group       (…) with all inside       specs   PARTITION (…), several of them, or nothing
//   string, number, variable, word        a token of that kind; word is a name or a keyword
//   bracket     [
//   rest        up to an INSERT outside of brackets, or to the end

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "syntax/lexer/token_list.h"

namespace paisql::syntax {

// Tokens [begin, end).
struct TokenSpan {
  size_t begin = 0;
  size_t end = 0;
  bool empty() const { return begin == end; }
};

struct TokenMatch {
  TokenSpan all;
  size_t mark = 0;       // of '^'; without one, where the match begins
  size_t last_word = 0;  // the last token that a WORD of the pattern matched
  std::string words;     // the words of the pattern in upper case, "…" for what is between
  TokenSpan name;        // the first `name`
  TokenSpan group;       // the first `group`
  TokenSpan spec;        // the first `spec` or `specs`
  std::optional<size_t> number;  // the last `number`
};

// The pattern at token `begin`.
std::optional<TokenMatch> MatchAt(const TokenList& tokens, std::string_view pattern, size_t begin);

// The pattern over the whole statement.
std::optional<TokenMatch> MatchStatement(const TokenList& tokens, std::string_view pattern);

// The first match that holds the token at which the parser stopped.
std::optional<TokenMatch> MatchAround(const TokenList& tokens, std::string_view pattern,
                                      size_t stopped);

}  // namespace paisql::syntax
