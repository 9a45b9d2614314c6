#include "syntax/lexer.h"

#include "syntax/position.h"
#include "syntax/scanner.h"

namespace paisql::syntax {

namespace {

TokenClass ClassOf(size_t type) {
  if (type >= Lexer::ADD && type <= Lexer::WITHIN) return TokenClass::kKeyword;
  if (type >= Lexer::EQ && type <= Lexer::SEMICOLON) return TokenClass::kOperator;
  switch (type) {
    case Lexer::LINE_COMMENT:
    case Lexer::BLOCK_COMMENT:
    case Lexer::UNCLOSED_COMMENT:
      return TokenClass::kComment;
    case Lexer::HINT:
      return TokenClass::kHint;
    case Lexer::STRING_VALUE:
    case Lexer::UNCLOSED_STRING:
    case Lexer::BINARY_VALUE:
    case Lexer::CODE_BLOCK:
    case Lexer::UNCLOSED_CODE:
      return TokenClass::kString;
    case Lexer::INTEGER_VALUE:
    case Lexer::NUMBER_VALUE:
      return TokenClass::kNumber;
    case Lexer::IDENTIFIER:
    case Lexer::BACKQUOTED:
    case Lexer::UNCLOSED_BACKQUOTE:
    case Lexer::VARIABLE:
      return TokenClass::kIdentifier;
    default:
      return TokenClass::kUnknown;
  }
}

bool IsUnclosed(size_t type) {
  return type == Lexer::UNCLOSED_STRING || type == Lexer::UNCLOSED_COMMENT ||
         type == Lexer::UNCLOSED_BACKQUOTE || type == Lexer::UNCLOSED_CODE;
}

}  // namespace

std::vector<Token> Tokenize(std::string_view text) {
  std::vector<Token> tokens;
  Scanner scanner(text);
  PositionCursor cursor(text);
  ScannedToken token;
  while (scanner.Next(token)) {
    if (token.type == Lexer::BLANK || token.type == Lexer::LINE_CONTINUATION) continue;
    tokens.push_back(Token{ClassOf(token.type), cursor.Range(token.begin, token.end)});
  }
  return tokens;
}

std::vector<StatementText> SplitStatements(std::string_view script) {
  std::vector<StatementText> statements;
  Scanner scanner(script);
  PositionCursor cursor(script);
  size_t begin = 0;
  size_t end = 0;  // of the last visible token; 0 while there is none

  const auto finish = [&](bool terminated) {
    if (end > 0) {
      cursor.AdvanceTo(begin);
      statements.push_back(StatementText{std::string(script.substr(begin, end - begin)), begin,
                                         cursor.line(), cursor.column(), terminated});
    }
    end = 0;
  };

  ScannedToken token;
  while (scanner.Next(token)) {
    if (!token.visible()) continue;
    if (token.type == Lexer::SEMICOLON) {
      finish(true);
      continue;
    }
    if (end == 0) begin = token.begin;
    end = token.end;
  }
  finish(false);
  return statements;
}

bool IsComplete(std::string_view text) {
  Scanner scanner(text);
  ScannedToken token;
  size_t last = Lexer::SEMICOLON;
  while (scanner.Next(token)) {
    if (IsUnclosed(token.type)) return false;
    if (token.visible()) last = token.type;
  }
  return last == Lexer::SEMICOLON;
}

}  // namespace paisql::syntax
