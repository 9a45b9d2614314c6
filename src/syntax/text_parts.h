#pragma once

// Parts of a longer text, as a script is made of them. They end with the text, or before its end;
// `begin` is where they begin, and ranges count in the whole text. Private to this room.

#include <memory>
#include <string_view>

#include "base/leash.h"
#include "base/result.h"
#include "syntax/lexer/lexer.h"
#include "syntax/script.h"

namespace paisql::syntax {

// The error of a text that is too long or no valid UTF-8. The others take only what passes here.
Status CheckStatementText(std::string_view text);

Result<StatementPtr> ParseStatementAt(std::string_view text, const TextPlace& begin,
                                      Leash* leash = nullptr);
Result<std::unique_ptr<AssignStep>> ParseAssignAt(std::string_view text, const TextPlace& begin,
                                                  Leash* leash = nullptr);
// The steps from this byte of the text on.
Result<Script> ParseScriptAt(std::string_view text, size_t begin, Leash* leash = nullptr);
// As much as is one expression, which ends at `end`.
Result<ExpressionPtr> ParseExpressionAt(std::string_view text, const TextPlace& begin, size_t& end);

}  // namespace paisql::syntax
