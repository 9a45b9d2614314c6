#include "syntax/lexer/token_classes.h"

#include "syntax/lexer/ending.h"
#include "syntax/lexer/scanner.h"

namespace paisql::syntax {

namespace {

TokenClass OtherClass(size_t type) {
  switch (type) {
    case Lexer::BLANK:
    case Lexer::LINE_CONTINUATION:
      return TokenClass::kBlank;
    case Lexer::LINE_COMMENT:
    case Lexer::HINT:
    case Lexer::BLOCK_COMMENT:
      return TokenClass::kComment;
    case Lexer::UNCLOSED_COMMENT:
      return TokenClass::kUnclosedComment;
    case Lexer::STRING_VALUE:
    case Lexer::BINARY_VALUE:
      return TokenClass::kString;
    case Lexer::UNCLOSED_STRING:
      return TokenClass::kUnclosedString;
    case Lexer::INTEGER_VALUE:
    case Lexer::NUMBER_VALUE:
      return TokenClass::kNumber;
    case Lexer::BACKQUOTED:
      return TokenClass::kQuotedName;
    case Lexer::UNCLOSED_BACKQUOTE:
      return TokenClass::kUnclosedName;
    case Lexer::CODE_BLOCK:
      return TokenClass::kCode;
    case Lexer::UNCLOSED_CODE:
      return TokenClass::kUnclosedCode;
    case Lexer::IDENTIFIER:
    case Lexer::DIGIT_FIELD:
      return TokenClass::kName;
    case Lexer::VARIABLE:
    case Lexer::SUBSTITUTION:
      return TokenClass::kVariable;
    case Lexer::LEFT_PAREN:
    case Lexer::LEFT_BRACKET:
      return TokenClass::kOpening;
    case Lexer::RIGHT_PAREN:
    case Lexer::RIGHT_BRACKET:
      return TokenClass::kClosing;
    case Lexer::SEMICOLON:
      return TokenClass::kSemicolon;
    case Lexer::BACKSLASHED:
      return TokenClass::kBackslashed;
    case Lexer::FULL_WIDTH:
    case Lexer::UNKNOWN:
      return TokenClass::kUnknown;
    default:
      return TokenClass::kSymbol;
  }
}

TokenClass ClassOf(size_t type) {
  if (type >= Lexer::ADD && type <= Lexer::WITHIN) return TokenClass::kKeyword;
  return OtherClass(type);
}

}  // namespace

std::vector<ClassedToken> TextTokens(std::string_view text) {
  std::vector<ClassedToken> tokens;
  Scanner scanner(text);
  ScannedToken token;
  bool begins = true;  // a statement may begin here
  while (true) {
    if (begins) scanner.BeginStatement();
    if (!scanner.Next(token)) return tokens;
    if (token.type == Lexer::DIGIT_FIELD) {
      tokens.push_back({TokenClass::kSymbol, token.begin, token.begin + 1});
      tokens.push_back({TokenClass::kName, token.begin + 1, token.end});
    } else {
      tokens.push_back({ClassOf(token.type), token.begin, token.end});
    }
    if (token.visible()) begins = token.type == Lexer::SEMICOLON;
  }
}

struct TokenWalk::Tokens {
  explicit Tokens(std::string_view text) : scanner(text) {}
  Scanner scanner;
};

TokenWalk::TokenWalk(std::string_view text, size_t from, size_t to, bool begins_statement)
    : tokens_(std::make_unique<Tokens>(text.substr(from, to - from))),
      text_(text),
      from_(from),
      to_(to),
      begins_statement_(begins_statement) {}

TokenWalk::~TokenWalk() = default;

bool TokenWalk::Next(ClassedToken& token) {
  if (begins_statement_) tokens_->scanner.BeginStatement();
  ScannedToken scanned;
  if (!tokens_->scanner.Next(scanned)) return false;
  token = {ClassOf(scanned.type), from_ + scanned.begin, from_ + scanned.end};
  if (token.kind == TokenClass::kName && token.end < to_ && text_[token.end] == '(') {
    token.kind = TokenClass::kFunction;
  }
  if (token.kind == TokenClass::kBackslashed && !begins_statement_) {
    if (const size_t stop = StatementEndingStop(text_.substr(0, to_), token.begin); stop > 0) {
      token = {TokenClass::kEnding, token.begin, stop};
      tokens_->scanner.SkipTo(stop - from_);
    }
  }
  if (scanned.visible()) {
    begins_statement_ = token.kind == TokenClass::kSemicolon || token.kind == TokenClass::kEnding;
  }
  return true;
}

}  // namespace paisql::syntax
