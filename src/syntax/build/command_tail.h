#pragma once

// Shared by the builders of statements made of words.

#include <cstddef>
#include <string>
#include <vector>

#include "syntax/lexer/words.h"
#include "syntax/statement.h"

namespace paisql::syntax {

// "invalid token 'x', expect one of <expected>" at the word.
[[noreturn]] void FailAt(const CommandWord& word, const std::string& expected, std::string hint);

// Takes IF EXISTS, or IF NOT EXISTS, off the words' front.
bool TakeCondition(std::vector<CommandWord>& words, bool negated);

// PROPERTIES ('name'='value', …) at the end of a command that is read as words.

// Whether the word is PROPERTIES, with or without what stands in its brackets.
bool BeginsProperties(const CommandWord& word);

// The properties from words[first], which begins them, to the last word. Anything else there is a
// syntax error whose hint is `form`; it tells nothing of the values, which may be secrets.
std::vector<WordProperty> ReadProperties(const std::vector<CommandWord>& words, size_t first,
                                         const char* form);

}  // namespace paisql::syntax
