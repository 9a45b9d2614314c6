#pragma once

// The literal that one token is.

#include <cstddef>
#include <memory>
#include <string_view>

#include "syntax/expression.h"

namespace paisql::syntax {

// Makes the literal of a number, a text, NULL, TRUE, FALSE or X'…'. A syntax error in it is a
// SyntaxFailure.
std::unique_ptr<Literal> MakeLiteral(size_t type, std::string_view text, const SourceRange& range);

}  // namespace paisql::syntax
