#pragma once

// Finds the end of a statement other than a semicolon, and lines that are a statement. Pure.

#include <cstddef>
#include <optional>
#include <string_view>

namespace paisql::syntax {

// Where \g, \G or \gx at this backslash stops, which is after the last byte of its line; 0 when
// the word is another one. That the backslash stands after a statement, outside quotes and
// comments, is for the caller to know.
size_t StatementEndingStop(std::string_view text, size_t backslash);

// `\i FILE` where a statement begins, which ends with its line, or at a semicolon in that.
struct IncludeLine {
  size_t end = 0;  // of its text, without blanks and a comment after it; 0: the line is another one
  size_t stop = 0;  // its semicolon, its newline or the end of the text
};
IncludeLine IncludeLineAt(std::string_view text, size_t backslash);

// The bytes up to and with the ')' that closes the '(' with which the text begins; those in quotes
// and comments do not count. nullopt where none closes it.
std::optional<size_t> ClosedLength(std::string_view text);

}  // namespace paisql::syntax
