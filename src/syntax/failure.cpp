#include "syntax/failure.h"

#include <utility>

namespace paisql::syntax {

namespace {

constexpr size_t kMaxShownBytes = 60;

}  // namespace

void Fail(ErrorCode code, const SourceRange& range, std::string detail, std::string hint) {
  throw SyntaxFailure{Error{code, std::move(detail), range, std::move(hint)}};
}

void FailLimit(Limit limit, const SourceRange& range) {
  throw SyntaxFailure{LimitError(limit, ErrorCode::kParse, range)};
}

std::string InvalidToken(std::string_view token) {
  size_t length = token.find('\n');
  if (length == std::string_view::npos) length = token.size();
  if (length > kMaxShownBytes) {
    length = kMaxShownBytes;
    // A character of several bytes is kept whole.
    while (length > 0 && (static_cast<unsigned char>(token[length]) & 0xC0) == 0x80) --length;
  }
  std::string text = "invalid token '";
  text += token.substr(0, length);
  if (length < token.size()) text += "…";
  return text + "'";
}

}  // namespace paisql::syntax
