#include "syntax/lexer/text_tokens.h"

#include "syntax/lexer/scanner.h"

namespace paisql::syntax {

namespace {

TextTokenKind KindOf(size_t type) {
  using enum TextTokenKind;
  switch (type) {
    case Lexer::BLANK:
    case Lexer::LINE_CONTINUATION:
      return kBlank;
    case Lexer::LINE_COMMENT:
    case Lexer::HINT:
    case Lexer::BLOCK_COMMENT:
      return kComment;
    case Lexer::UNCLOSED_COMMENT:
      return kUnclosedComment;
    case Lexer::STRING_VALUE:
    case Lexer::BINARY_VALUE:
      return kString;
    case Lexer::UNCLOSED_STRING:
      return kUnclosedString;
    case Lexer::INTEGER_VALUE:
    case Lexer::NUMBER_VALUE:
      return kNumber;
    case Lexer::BACKQUOTED:
      return kQuotedName;
    case Lexer::UNCLOSED_BACKQUOTE:
      return kUnclosedName;
    case Lexer::IDENTIFIER:
      return kName;
    case Lexer::VARIABLE:
      return kVariable;
    case Lexer::SEMICOLON:
      return kSemicolon;
    default:
      break;
  }
  // The grammar lists the keywords in alphabetical order, and the symbols behind each other.
  if (type >= Lexer::ADD && type <= Lexer::WITHIN) return kKeyword;
  if (type >= Lexer::EQ && type <= Lexer::RIGHT_BRACKET) return kSymbol;
  return kOther;
}

}  // namespace

std::vector<TextToken> TextTokens(std::string_view text) {
  std::vector<TextToken> tokens;
  Scanner scanner(text);
  ScannedToken token;
  bool begins = true;  // a statement may begin here
  while (true) {
    if (begins) scanner.BeginStatement();
    if (!scanner.Next(token)) return tokens;
    if (token.type == Lexer::DIGIT_FIELD) {
      tokens.push_back({TextTokenKind::kSymbol, token.begin, token.begin + 1});
      tokens.push_back({TextTokenKind::kName, token.begin + 1, token.end});
    } else {
      tokens.push_back({KindOf(token.type), token.begin, token.end});
    }
    if (token.visible()) begins = token.type == Lexer::SEMICOLON;
  }
}

}  // namespace paisql::syntax
