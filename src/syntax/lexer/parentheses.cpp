#include "syntax/lexer/parentheses.h"

#include "base/assert.h"
#include "syntax/lexer/scanner.h"

namespace paisql::syntax {

std::optional<size_t> ClosedLength(std::string_view text) {
  PAISQL_ASSERT(text.starts_with('('), "there is a parenthesis to close");
  Scanner scanner(text);
  scanner.BeginStatement();
  ScannedToken token;
  size_t open = 0;
  while (scanner.Next(token)) {
    if (token.type == Lexer::LEFT_PAREN) ++open;
    if (token.type == Lexer::RIGHT_PAREN && --open == 0) return token.end;
  }
  return std::nullopt;
}

}  // namespace paisql::syntax
