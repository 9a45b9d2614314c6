#pragma once

// PROPERTIES ('name'='value', …) at the end of statements made of words.

#include <vector>

#include "syntax/lexer/words.h"

namespace paisql::syntax {

bool BeginsProperties(const CommandWord& word);

// `words` begin with PROPERTIES and go to the statement's end. Another form is a syntax error at
// its place that tells nothing of what stands there, which may be a secret, and has `form` as hint.
std::vector<WordProperty> ReadProperties(const std::vector<CommandWord>& words, const char* form);

}  // namespace paisql::syntax
