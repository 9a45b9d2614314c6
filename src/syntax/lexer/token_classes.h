#pragma once

// Classes of the parts of a text, for code that looks at text that is still being typed:
// highlighting and completion. The tokens are those of the one lexer; any text has some, without
// gaps. Pure, safe from any thread.

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

namespace paisql::syntax {

enum class TokenClass {
  kBlank,
  kComment,  // closed, or up to the end of its line; hints too
  kKeyword,
  kName,
  kQuotedName,
  kFunction,  // a name with a parenthesis after it
  kString,
  kNumber,
  kVariable,
  kSymbol,
  kOpening,  // ( and [
  kClosing,  // ) and ]
  kSemicolon,
  kCode,         // a block of #CODE
  kEnding,       // \g and its like after a statement, with the rest of the line
  kBackslashed,  // another backslash and the text after it: not part of a statement
  kUnknown,      // what no statement has outside quotes; full-width punctuation
  // Opened and not closed: it reaches to the end of the text.
  kUnclosedComment,
  kUnclosedString,
  kUnclosedName,
  kUnclosedCode,
};

inline bool IsUnclosed(TokenClass token) { return token >= TokenClass::kUnclosedComment; }

struct ClassedToken {
  TokenClass kind = TokenClass::kBlank;
  size_t begin = 0;
  size_t end = 0;

  // Whether a parser would see it.
  bool visible() const {
    return kind != TokenClass::kBlank && kind != TokenClass::kComment &&
           kind != TokenClass::kUnclosedComment;
  }
};

// The tokens of the whole text, each judged by itself: none is a kFunction or a kEnding. The field
// in `t.1a` is a symbol and a name.
std::vector<ClassedToken> TextTokens(std::string_view text);

// Walks over the tokens of text[from, to). `from` must be a place where a token begins, such as the
// end of one that was walked over before.
class TokenWalk {
 public:
  TokenWalk(std::string_view text, size_t from, size_t to, bool begins_statement);
  ~TokenWalk();
  TokenWalk(const TokenWalk&) = delete;
  TokenWalk& operator=(const TokenWalk&) = delete;

  // False at the end.
  bool Next(ClassedToken& token);
  // Whether a statement may begin where the last token ended.
  bool begins_statement() const { return begins_statement_; }

 private:
  struct Tokens;
  std::unique_ptr<Tokens> tokens_;
  std::string_view text_;
  size_t from_;
  size_t to_;
  bool begins_statement_;
};

}  // namespace paisql::syntax
