#pragma once

// PROPERTIES ('name'='value', …) at the end of a command that is read as words.

#include <cstddef>
#include <vector>

#include "syntax/lexer/words.h"
#include "syntax/statement.h"

namespace paisql::syntax {

// Whether the word is PROPERTIES, with or without what stands in its brackets.
bool BeginsProperties(const CommandWord& word);

// The properties from words[first], which begins them, to the last word. Anything else there is a
// syntax error whose hint is `form`; it tells nothing of the values, which may be secrets.
std::vector<WordProperty> ReadProperties(const std::vector<CommandWord>& words, size_t first,
                                         const char* form);

}  // namespace paisql::syntax
