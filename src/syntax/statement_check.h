#pragma once

// Checks the tokens before the parser runs: nothing is left open, nothing nests deeper than the
// parser's recursion stands, no full-width punctuation was typed.

#include "syntax/lexer/token_list.h"

namespace paisql::syntax {

// Fails at the first such place.
void CheckTokens(const TokenList& tokens);

// The bracket that is still open at the end of the statement (the innermost one), or an unknown
// range.
SourceRange OpenBracket(const TokenList& tokens);

}  // namespace paisql::syntax
