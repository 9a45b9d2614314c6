#include "syntax/lexer/token_list.h"

#include <algorithm>

#include "syntax/failure.h"
#include "syntax/lexer/position.h"

namespace paisql::syntax {

TokenList::TokenList(std::string_view text, Leash* leash, Lists lists, const TextPlace& begin)
    : text_(text), leash_(leash), scanner_(text, begin.offset) {
  PositionCursor cursor(text, begin.offset, begin.line, begin.column);
  ScannedToken token;
  VisibleToken last;
  LiteralRuns runs([this](const VisibleToken& visible) { Add(visible.type, visible.range); });
  const auto take = [&](size_t type, const SourceRange& range) {
    last = {type, range};
    if (lists == Lists::kShortened) {
      runs.Take(last);
    } else {
      Add(type, range);
    }
  };
  while (scanner_.Next(token)) {
    GoOn();
    if (token.visible()) {
      // a.50_x and f(x).5d: the text after a name is its field, not a number.
      if (IsField(token, last)) {
        take(Lexer::DOT, cursor.Range(token.begin, token.begin + 1));
        token.type = Lexer::IDENTIFIER;
        ++token.begin;
      }
      // The parser knows one NOT, so that what may stand somewhere names it by its word.
      if (token.type == Lexer::BANG) token.type = Lexer::NOT;
      take(token.type, cursor.Range(token.begin, token.end));
    } else if (token.type == Lexer::HINT && last.range.known()) {
      runs.Leave();
      hints_.push_back({tokens_.size() - 1, cursor.Range(token.begin, token.end)});
    }
  }
  runs.Leave();
  runs_ = runs.TakeRuns();
  // The end of the input is reported just after the last token, where something is missing.
  SourceRange end{begin.offset, begin.offset, begin.line, begin.column};
  if (!tokens_.empty()) {
    const SourceRange range = RangeAt(tokens_.size() - 1);
    end = SubRange(text, range, range.end - range.begin, 0);
  }
  Add(antlr4::Token::EOF, end);
}

// Whether the token after `last` is a dot and a name that begins with a digit.
bool TokenList::IsField(const ScannedToken& token, const VisibleToken& last) const {
  if (token.type == Lexer::DIGIT_FIELD) return true;
  if (token.type != Lexer::NUMBER_VALUE || text_[token.begin] != '.' || !last.range.known()) {
    return false;
  }
  if (last.range.end != token.begin) return false;
  const std::string_view text = text_.substr(token.begin, token.end - token.begin);
  const bool plain = text.find_first_not_of("0123456789", 1) == std::string_view::npos;
  const bool sign = text.find_first_of("+-") != std::string_view::npos;
  return !plain && !sign &&
         (last.type == Lexer::IDENTIFIER || last.type == Lexer::BACKQUOTED ||
          last.type == Lexer::RIGHT_PAREN || last.type == Lexer::RIGHT_BRACKET);
}

const LiteralRun* TokenList::RunBehind(const antlr4::Token* token) const {
  if (runs_.empty()) return nullptr;
  const auto found = runs_.find(token->getStartIndex());
  return found == runs_.end() ? nullptr : &found->second;
}

void TokenList::Add(size_t type, const SourceRange& range) {
  auto token = std::make_unique<antlr4::CommonToken>(
      std::pair<antlr4::TokenSource*, antlr4::CharStream*>(nullptr, &scanner_.stream()), type,
      antlr4::Token::DEFAULT_CHANNEL, range.begin, range.end - 1);
  token->setLine(static_cast<size_t>(range.line));
  token->setCharPositionInLine(static_cast<size_t>(range.column - 1));
  token->setTokenIndex(tokens_.size());
  tokens_.push_back(std::move(token));
}

void TokenList::Cut(size_t begin, size_t end) {
  tokens_.erase(tokens_.begin() + static_cast<ssize_t>(begin),
                tokens_.begin() + static_cast<ssize_t>(end));
  for (size_t i = begin; i < tokens_.size(); ++i) tokens_[i]->setTokenIndex(i);
  for (HintToken& hint : hints_) {
    if (hint.behind >= end) {
      hint.behind -= end - begin;
    } else if (hint.behind >= begin) {
      hint.behind = begin == 0 ? 0 : begin - 1;
    }
  }
  position_ = 0;
}

void TokenList::Stop() const { throw SyntaxFailure{leash_->Reason(SourceRange{0, 0, 1, 1})}; }

SourceRange TokenList::RangeOf(const antlr4::Token* token) {
  return SourceRange{token->getStartIndex(), token->getStopIndex() + 1,
                     static_cast<int>(token->getLine()),
                     static_cast<int>(token->getCharPositionInLine()) + 1};
}

std::string_view TokenList::TextOf(const antlr4::Token* token) const {
  if (token->getType() == antlr4::Token::EOF) return "<EOF>";
  return text_.substr(token->getStartIndex(), token->getStopIndex() + 1 - token->getStartIndex());
}

void TokenList::consume() {
  GoOn();
  if (position_ + 1 < tokens_.size()) ++position_;
}

antlr4::Token* TokenList::LT(ssize_t offset) {
  if (offset < 0) {
    const auto back = static_cast<size_t>(-offset);
    return back > position_ ? nullptr : tokens_[position_ - back].get();
  }
  const size_t index = position_ + static_cast<size_t>(std::max<ssize_t>(offset, 1)) - 1;
  return tokens_[std::min(index, tokens_.size() - 1)].get();
}

std::string TokenList::getText(const antlr4::misc::Interval& interval) {
  return getText(get(static_cast<size_t>(interval.a)), get(static_cast<size_t>(interval.b)));
}

std::string TokenList::getText(antlr4::RuleContext* context) {
  return getText(context->getSourceInterval());
}

std::string TokenList::getText(antlr4::Token* start, antlr4::Token* stop) {
  return std::string(TextOf(SourceRange{start->getStartIndex(), stop->getStopIndex() + 1, 0, 0}));
}

}  // namespace paisql::syntax
