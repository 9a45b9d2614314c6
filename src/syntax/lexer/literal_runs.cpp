#include "syntax/lexer/literal_runs.h"

#include "syntax/lexer/position.h"
#include "syntax/lexer/scanner.h"

namespace paisql::syntax {
namespace {

bool IsNumber(size_t type) { return type == Lexer::INTEGER_VALUE || type == Lexer::NUMBER_VALUE; }

bool IsLiteral(size_t type) {
  return IsNumber(type) || type == Lexer::STRING_VALUE || type == Lexer::NULL_ ||
         type == Lexer::TRUE || type == Lexer::FALSE;
}

}  // namespace

void LiteralRuns::Pass(const VisibleToken& token) {
  anchor_ = token.range.begin;
  add_(token);
}

void LiteralRuns::Leave() {
  for (const VisibleToken& token : ready_) Pass(token);
  for (const VisibleToken& token : held_) Pass(token);
  ready_.clear();
  held_.clear();
  place_ = Place::kOutside;
}

void LiteralRuns::TakeOutside(const VisibleToken& token) {
  Pass(token);
  const bool opens = token.type == Lexer::LEFT_PAREN;
  if (opens && (place_ == Place::kBehindIn || place_ == Place::kBehindValues)) {
    rows_ = place_ == Place::kBehindValues;
    place_ = Place::kInList;
    step_ = Step::kCell;
    elements_ = 0;
  } else if (token.type == Lexer::IN) {
    place_ = Place::kBehindIn;
  } else if (token.type == Lexer::VALUES) {
    place_ = Place::kBehindValues;
  } else {
    place_ = Place::kOutside;
  }
}

// Whether the list goes on with the token.
bool LiteralRuns::GoesOn(size_t type) {
  switch (step_) {
    case Step::kRow:
      step_ = Step::kCell;
      return type == Lexer::LEFT_PAREN;
    case Step::kCell:
      if (type == Lexer::MINUS_SIGN || type == Lexer::PLUS) {
        step_ = Step::kSigned;
        return true;
      }
      step_ = Step::kBehindCell;
      return IsLiteral(type);
    case Step::kSigned:
      step_ = Step::kBehindCell;
      return IsNumber(type);
    case Step::kBehindCell:
      step_ = Step::kCell;
      if (rows_ && type == Lexer::RIGHT_PAREN) {
        step_ = Step::kBehindRow;
        return true;
      }
      return type == Lexer::COMMA;
    case Step::kBehindRow:
      step_ = Step::kRow;
      return type == Lexer::COMMA;
  }
  return false;
}

// The held tokens are one more element. The one before it joins the run.
void LiteralRuns::EndElement() {
  ++elements_;
  if (!ready_.empty()) {
    const SourceRange range = Span(ready_.front().range, ready_.back().range);
    LiteralRun& run = runs_[anchor_];
    run.range = run.elements == 0 ? range : Span(run.range, range);
    run.rows = rows_;
    ++run.elements;
  }
  ready_.swap(held_);
  held_.clear();
}

void LiteralRuns::Take(const VisibleToken& token) {
  if (place_ != Place::kInList) return TakeOutside(token);
  const bool separates = step_ == (rows_ ? Step::kBehindRow : Step::kBehindCell);
  if (!GoesOn(token.type)) {
    Leave();
    return TakeOutside(token);
  }
  const bool holds = elements_ >= kPlainElements;
  if (separates && holds) EndElement();
  if (separates && !holds) ++elements_;
  if (elements_ >= kPlainElements) {
    held_.push_back(token);
  } else {
    Pass(token);
  }
}

}  // namespace paisql::syntax
