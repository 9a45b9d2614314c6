#pragma once

// Clauses without effect here, and other spellings of statements. The parser does not know them:
// after it has refused a statement, the tokens are changed and parsed again.

#include <vector>

#include "syntax/lexer/token_list.h"
#include "syntax/statement.h"

namespace paisql::syntax {

// `stopped` is the token at which the parser stopped. True: the tokens have changed, so parse them
// again; `notes` says which clauses have no effect.
bool Respell(TokenList& tokens, size_t stopped, std::vector<StatementNote>& notes);

}  // namespace paisql::syntax
