#pragma once

// Clauses that have no effect here, and statements that are others in another spelling. The parser
// knows none of them: when it has refused a statement, the tokens are changed and read again.

#include <vector>

#include "syntax/lexer/token_list.h"
#include "syntax/statement.h"

namespace paisql::syntax {

// Whether the statement, at whose token `stopped` the parser has stopped, is to be read again: then
// its tokens have been changed, and `notes` says what of it has no effect.
bool Respell(TokenList& tokens, size_t stopped, std::vector<StatementNote>& notes);

}  // namespace paisql::syntax
