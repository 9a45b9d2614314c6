#include "syntax/literal_text_run.h"

#include "syntax/build/literal.h"
#include "syntax/lexer/position.h"
#include "syntax/lexer/scanner.h"
#include "syntax/query.h"

namespace paisql::syntax {
namespace {

// The visible tokens of a run.
class RunReader {
 public:
  RunReader(std::string_view text, const SourceRange& range)
      : range_(range), text_(text), scanner_(text), cursor_(text) {}

  bool Next() {
    ScannedToken token;
    do {
      if (!scanner_.Next(token)) return false;
    } while (!token.visible());
    type_ = token.type;
    token_text_ = text_.substr(token.begin, token.end - token.begin);
    const SourceRange place = cursor_.Range(token.begin, token.end);
    place_ = {range_.begin + token.begin, range_.begin + token.end, range_.line + place.line - 1,
              place.line == 1 ? range_.column + place.column - 1 : place.column};
    return true;
  }

  size_t type() const { return type_; }
  const SourceRange& place() const { return place_; }
  std::string_view token_text() const { return token_text_; }

  // The literal, perhaps with a sign, that begins with the current token.
  ExpressionPtr Literal() {
    if (type_ != Lexer::MINUS_SIGN && type_ != Lexer::PLUS) {
      return MakeLiteral(type_, token_text_, place_);
    }
    auto unary = std::make_unique<Unary>();
    unary->op = type_ == Lexer::MINUS_SIGN ? UnaryOperator::kMinus : UnaryOperator::kPlus;
    const SourceRange sign = place_;
    Next();
    unary->operand = MakeLiteral(type_, token_text_, place_);
    unary->range = Span(sign, place_);
    return unary;
  }

 private:
  SourceRange range_;
  std::string_view text_;
  Scanner scanner_;
  PositionCursor cursor_;
  size_t type_ = 0;
  SourceRange place_;
  std::string_view token_text_;
};

}  // namespace

bool LiteralTextRun::ForEachItem(const std::function<bool(const Expression& item)>& take) const {
  RunReader reader(text_, range_);
  while (reader.Next()) {
    if (reader.type() == Lexer::COMMA) continue;
    if (!take(*reader.Literal())) return false;
  }
  return true;
}

bool LiteralTextRun::ForEachRow(const std::function<bool(const ValuesRow& row)>& take) const {
  RunReader reader(text_, range_);
  ValuesRow row;
  bool inside = false;
  while (reader.Next()) {
    if (reader.type() == Lexer::LEFT_PAREN) {
      inside = true;
      row.range = reader.place();
    } else if (reader.type() == Lexer::RIGHT_PAREN) {
      inside = false;
      row.range = Span(row.range, reader.place());
      if (!take(row)) return false;
      row.cells.clear();
    } else if (inside && reader.type() != Lexer::COMMA) {
      row.cells.push_back(reader.Literal());
    }
  }
  return true;
}

void InList::ForEach(const std::function<bool(const Expression& item)>& take) const {
  for (size_t i = 0; i < items.size(); ++i) {
    if (i > 0 && i == middle.run_at && !middle.run.ForEachItem(take)) return;
    if (!take(*items[i])) return;
  }
}

void ValuesRelation::ForEach(const std::function<bool(const ValuesRow& row)>& take) const {
  for (size_t i = 0; i < rows.size(); ++i) {
    if (i > 0 && i == middle.run_at && !middle.run.ForEachRow(take)) return;
    if (!take(rows[i])) return;
  }
}

}  // namespace paisql::syntax
