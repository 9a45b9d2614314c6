#include "syntax/token_list.h"

#include <algorithm>

#include "syntax/position.h"

namespace paisql::syntax {

TokenList::TokenList(std::string_view text) : text_(text), scanner_(text) {
  PositionCursor cursor(text);
  ScannedToken token;
  while (scanner_.Next(token)) {
    if (token.visible()) {
      Add(token.type, cursor.Range(token.begin, token.end));
    } else if (token.type == Lexer::HINT && !tokens_.empty()) {
      hints_.push_back({tokens_.size() - 1, cursor.Range(token.begin, token.end)});
    }
  }
  // The end of the input is reported just behind the last token, where something is missing.
  SourceRange end{0, 0, 1, 1};
  if (!tokens_.empty()) {
    const SourceRange last = RangeAt(tokens_.size() - 1);
    end = SubRange(text, last, last.end - last.begin, 0);
  }
  Add(antlr4::Token::EOF, end);
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
