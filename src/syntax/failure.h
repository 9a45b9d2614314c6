#pragma once

// How a syntax error leaves the parser and the tree builder: as an exception that ParseStatement
// and its siblings turn into an Error. It never leaves this room.

#include <string>

#include "base/error.h"
#include "base/limits.h"

namespace paisql::syntax {

struct SyntaxFailure {
  Error error;
};

[[noreturn]] void Fail(ErrorCode code, const SourceRange& range, std::string detail,
                       std::string hint = "");

// The statement exceeds a limit here.
[[noreturn]] void FailLimit(Limit limit, const SourceRange& range);

// "invalid token 'x'"; a long token is shortened.
std::string InvalidToken(std::string_view token);

}  // namespace paisql::syntax
