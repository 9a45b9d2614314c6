#pragma once

// Statements of MaxCompute that are known by name and not offered yet.

#include "syntax/lexer/token_list.h"

namespace paisql::syntax {

// Fails with kUnsupported, "statement CLONE is not supported", when the statement is one of them or
// has an unsupported part. Call after the parser has refused the statement at the token
// `stopped`.
void RefuseUnsupported(const TokenList& tokens, size_t stopped);

}  // namespace paisql::syntax
