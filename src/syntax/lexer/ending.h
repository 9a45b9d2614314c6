#pragma once

// What ends a statement instead of a semicolon. Pure.

#include <cstddef>
#include <string_view>

namespace paisql::syntax {

// Where \g, \G or \gx at this backslash stops, which is behind the last byte of its line; 0 when
// the word is another one. That the backslash stands behind a statement, outside quotes and
// comments, is for the caller to know.
size_t StatementEndingStop(std::string_view text, size_t backslash);

}  // namespace paisql::syntax
