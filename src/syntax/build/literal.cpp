#include "syntax/build/literal.h"

#include "base/text.h"
#include "syntax/lexer/scanner.h"
#include "syntax/literal_text.h"
#include "syntax/query.h"

namespace paisql::syntax {
namespace {

// The kind of a number by its suffix; the suffix is cut off.
LiteralKind CutSuffix(std::string& text) {
  switch (text.back()) {
    case 'Y':
      text.pop_back();
      return LiteralKind::kTinyint;
    case 'S':
      text.pop_back();
      return LiteralKind::kSmallint;
    case 'L':
      text.pop_back();
      return LiteralKind::kBigint;
    case 'F':
      text.pop_back();
      return LiteralKind::kFloat;
    case 'D':
      text.pop_back();
      if (text.back() != 'B') return LiteralKind::kDouble;
      text.pop_back();
      return LiteralKind::kDecimal;
    default:
      return LiteralKind::kDouble;
  }
}

}  // namespace

std::unique_ptr<Literal> MakeLiteral(size_t type, std::string_view text, const SourceRange& range) {
  auto literal = std::make_unique<Literal>();
  literal->range = range;
  switch (type) {
    case Lexer::NULL_:
      literal->literal = LiteralKind::kNull;
      break;
    case Lexer::TRUE:
    case Lexer::FALSE:
      literal->literal = LiteralKind::kBoolean;
      literal->text = ToLower(text);
      break;
    case Lexer::INTEGER_VALUE:
      literal->literal = LiteralKind::kInteger;
      literal->text = text;
      break;
    case Lexer::NUMBER_VALUE:
      literal->text = ToUpper(text);
      literal->literal = CutSuffix(literal->text);
      literal->text = ToLower(literal->text);
      break;
    case Lexer::BINARY_VALUE:
      literal->literal = LiteralKind::kBinary;
      literal->text = DecodeBinaryLiteral(text, range);
      break;
    default:
      literal->literal = LiteralKind::kString;
      literal->text = UnescapeSqlString(text, range);
      literal->double_quoted = text.starts_with('"');
  }
  return literal;
}

}  // namespace paisql::syntax
