#include "syntax/statement_check.h"

#include <string>
#include <vector>

#include "base/text.h"
#include "syntax/failure.h"
#include "syntax/lexer/full_width.h"
#include "syntax/parser.h"

namespace paisql::syntax {

namespace {

// How much of a statement is made of the words of a command line, in which brackets need not match.
enum class Wording { kSql, kWords, kPai };

// CREATE, ALTER, DROP, READ or COPY of what is named by words.
bool NamesNoTable(const TokenList& tokens) {
  if (tokens.count() < 2) return false;
  const size_t type = tokens.TypeAt(1);
  return type == Lexer::RESOURCE || type == Lexer::BUCKET || type == Lexer::ROLE ||
         type == Lexer::MODEL || type == Lexer::OFFLINEMODEL || type == Lexer::SERVICE ||
         type == Lexer::VOLUME;
}

Wording WordingOf(const TokenList& tokens) {
  switch (tokens.TypeAt(0)) {
    case Lexer::PAI:
      return Wording::kPai;
    case Lexer::ADD:
      return tokens.count() > 1 && tokens.TypeAt(1) == Lexer::TABLE ? Wording::kSql
                                                                    : Wording::kWords;
    case Lexer::CREATE:
    case Lexer::ALTER:
    case Lexer::DROP:
    case Lexer::READ:
    case Lexer::COPY:
      return NamesNoTable(tokens) ? Wording::kWords : Wording::kSql;
    case Lexer::SET:
    case Lexer::UNSET:
    case Lexer::SETVAR:
    case Lexer::UNSETVAR:
    case Lexer::ALIAS:
    case Lexer::DEPLOY:
    case Lexer::START:
    case Lexer::STOP:
    case Lexer::RELEASE:
    case Lexer::SWITCH:
    case Lexer::ROLLBACK:
    case Lexer::GRANT:
    case Lexer::REVOKE:
    case Lexer::OSS:
    case Lexer::FS:
    case Lexer::TUNNEL:
    case Lexer::GET:
    case Lexer::PUT:
    case Lexer::REMOVE:
    case Lexer::WAIT:
    case Lexer::STATUS:
    case Lexer::KILL:
    case Lexer::LOG:
    case Lexer::RERUN:
    case Lexer::HELP:
    case Lexer::H:
      return Wording::kWords;
    default:
      return Wording::kSql;
  }
}

const char* UnclosedName(size_t type) {
  switch (type) {
    case Lexer::UNCLOSED_STRING:
      return "string not closed";
    case Lexer::UNCLOSED_BACKQUOTE:
      return "back-tick not closed";
    case Lexer::UNCLOSED_COMMENT:
      return "comment not closed";
    case Lexer::UNCLOSED_CODE:
      return "code block not closed, expect '#END CODE'";
    default:
      return nullptr;
  }
}

void RefuseFullWidth(const TokenList& tokens, size_t i, Wording wording) {
  const char meaning = FullWidthMeaning(tokens.TextAt(i));
  // A file's name may hold such characters; a quote or a semicolon was certainly meant as one.
  const bool structural = meaning == ';' || meaning == '"' || meaning == '\'';
  if (wording == Wording::kWords && !structural) return;
  Fail(ErrorCode::kParse, tokens.RangeAt(i), InvalidToken(tokens.TextAt(i)),
       std::string("this is full-width punctuation: type the ASCII character ") + meaning);
}

// The nesting at one place of a statement: open brackets, CASE, and what recurses without a
// bracket.
class Nesting {
 public:
  explicit Nesting(const TokenList& tokens) : tokens_(tokens) {}

  void Visit(size_t i) {
    const size_t type = tokens_.TypeAt(i);
    if (!IsPrefix(type)) prefixes_ = 0;
    switch (type) {
      case Lexer::LEFT_PAREN:
        Open(i, Lexer::RIGHT_PAREN);
        break;
      case Lexer::LEFT_BRACKET:
        Open(i, Lexer::RIGHT_BRACKET);
        break;
      case Lexer::CASE:
        Open(i, Lexer::END);
        break;
      case Lexer::LT:
        if (i > 0 && IsNestedTypeName(tokens_.TextAt(i - 1))) Open(i, Lexer::GT);
        break;
      case Lexer::GT:
        if (!open_.empty() && open_.back().closer == Lexer::GT) Close(Lexer::GT);
        break;
      case Lexer::RIGHT_PAREN:
      case Lexer::RIGHT_BRACKET:
      case Lexer::END:
        Close(type);
        break;
      // NOT NOT a, - - a, x -> y -> a: each takes what follows as its operand.
      case Lexer::NOT:
      case Lexer::MINUS_SIGN:
      case Lexer::PLUS:
      case Lexer::TILDE:
        ++prefixes_;
        break;
      case Lexer::ARROW:
        ++arrows_;
        break;
      case Lexer::COMMA:
        arrows_ = 0;
        break;
      default:
        break;
    }
    if (open_.size() + static_cast<size_t>(outer_ + prefixes_ + arrows_) >
        ValueOf(Limit::kNesting)) {
      FailLimit(Limit::kNesting, tokens_.RangeAt(i));
    }
  }

  SourceRange InnermostOpen() const {
    for (auto entry = open_.rbegin(); entry != open_.rend(); ++entry) {
      if (entry->closer != Lexer::GT) return tokens_.RangeAt(entry->token);
    }
    return {};
  }

 private:
  struct Bracket {
    size_t token;
    size_t closer;
    int arrows;  // of the level outside
  };

  static bool IsPrefix(size_t type) {
    return type == Lexer::NOT || type == Lexer::MINUS_SIGN || type == Lexer::PLUS ||
           type == Lexer::TILDE;
  }

  static bool IsNestedTypeName(std::string_view text) {
    return EqualsIgnoreCase(text, "array") || EqualsIgnoreCase(text, "map") ||
           EqualsIgnoreCase(text, "struct");
  }

  void Open(size_t i, size_t closer) {
    open_.push_back({i, closer, arrows_});
    outer_ += arrows_;
    arrows_ = 0;
  }

  // A bracket that does not match is the parser's to report; what nests inside is closed with it.
  void Close(size_t closer) {
    while (!open_.empty()) {
      const Bracket bracket = open_.back();
      if (bracket.closer != closer && bracket.closer != Lexer::GT) return;
      open_.pop_back();
      arrows_ = bracket.arrows;
      outer_ -= bracket.arrows;
      if (bracket.closer == closer) return;
    }
  }

  const TokenList& tokens_;
  std::vector<Bracket> open_;
  int outer_ = 0;
  int prefixes_ = 0;
  int arrows_ = 0;
};

}  // namespace

void CheckTokens(const TokenList& tokens) {
  const Wording wording = WordingOf(tokens);
  Nesting nesting(tokens);
  for (size_t i = 0; i + 1 < tokens.count(); ++i) {
    const size_t type = tokens.TypeAt(i);
    if (const char* unclosed = UnclosedName(type)) {
      Fail(ErrorCode::kParse, tokens.RangeAt(i), unclosed);
    }
    if (type == Lexer::FULL_WIDTH) RefuseFullWidth(tokens, i, wording);
    if (wording == Wording::kSql) nesting.Visit(i);
  }
}

SourceRange OpenBracket(const TokenList& tokens) {
  if (WordingOf(tokens) != Wording::kSql) return {};
  Nesting nesting(tokens);
  for (size_t i = 0; i + 1 < tokens.count(); ++i) nesting.Visit(i);
  return nesting.InnermostOpen();
}

}  // namespace paisql::syntax
