#pragma once

// What the builders of statements made of words share.

#include <string>
#include <vector>

#include "syntax/lexer/words.h"

namespace paisql::syntax {

// "invalid token 'x', expect one of <expected>" at the word.
[[noreturn]] void FailAt(const CommandWord& word, const std::string& expected, std::string hint);

// Takes IF EXISTS, or IF NOT EXISTS, off the words' front.
bool TakeCondition(std::vector<CommandWord>& words, bool negated);

}  // namespace paisql::syntax
