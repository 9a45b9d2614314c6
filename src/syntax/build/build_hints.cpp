// Hints: the entries of /*+ mapjoin(a, b) skewjoin(c(k)((1),(2))) */ after SELECT.

#include "base/text.h"
#include "syntax/build/tree_builder.h"
#include "syntax/lexer/position.h"

namespace paisql::syntax {

namespace {

bool IsNameCharacter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

bool IsBlank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// Whether a name is known and what it takes is decided by the analysis; here nothing fails.
class HintReader {
 public:
  HintReader(std::string_view statement, const SourceRange& range)
      : statement_(statement),
        range_(range),
        at_(statement.find('+', range.begin) + 1),
        end_(range.end - 2) {}

  std::vector<Hint> Read() {
    std::vector<Hint> hints;
    for (SkipBlanks(); at_ < end_; SkipBlanks()) {
      const size_t begin = at_;
      while (at_ < end_ && IsNameCharacter(statement_[at_])) ++at_;
      if (at_ == begin) {
        ++at_;
        continue;
      }
      Hint hint;
      hint.name = ToLower(statement_.substr(begin, at_ - begin));
      SkipBlanks();
      if (At('(')) ReadArguments(hint);
      hint.range = RangeOf(begin, at_);
      hints.push_back(std::move(hint));
    }
    return hints;
  }

 private:
  bool At(char c) const { return at_ < end_ && statement_[at_] == c; }

  void SkipBlanks() {
    while (at_ < end_ && IsBlank(statement_[at_])) ++at_;
  }

  SourceRange RangeOf(size_t begin, size_t end) const {
    return SubRange(statement_, range_, begin - range_.begin, end - begin);
  }

  void ReadArguments(Hint& hint) {
    const size_t open = at_;
    const size_t close = GroupEnd();
    do {
      ++at_;
      SkipBlanks();
    } while (ReadArgument(hint) && At(','));
    const bool complete = close > open && at_ + 1 == close && At(')');
    if (!complete) hint.malformed = RangeOf(at_, at_ + 1);
    at_ = close > open ? close : end_;
  }

  // a, a.b or `a`, and what follows in parentheses.
  bool ReadArgument(Hint& hint) {
    const size_t begin = at_;
    Hint::Argument argument;
    for (; at_ < end_; ++at_) {
      const char c = statement_[at_];
      if (!IsNameCharacter(c) && c != '.' && c != '`' && (c & 0x80) == 0) break;
      if (c != '`') argument.name += c;
    }
    if (at_ == begin) return false;
    argument.range = RangeOf(begin, at_);
    SkipBlanks();
    while (At('(')) {
      const size_t end = GroupEnd();
      if (end == at_) return false;
      argument.groups.emplace_back(statement_.substr(at_, end - at_));
      at_ = end;
      SkipBlanks();
    }
    hint.arguments.push_back(std::move(argument));
    return true;
  }

  // After the parenthesis that closes the one here; here when there is none. Quotes hide them.
  size_t GroupEnd() const {
    int depth = 0;
    char quote = 0;
    for (size_t i = at_; i < end_; ++i) {
      const char c = statement_[i];
      if (quote != 0) {
        if (c == quote) quote = 0;
      } else if (c == '"' || c == '\'') {
        quote = c;
      } else if (c == '(') {
        ++depth;
      } else if (c == ')' && --depth == 0) {
        return i + 1;
      }
    }
    return at_;
  }

  std::string_view statement_;
  const SourceRange& range_;
  size_t at_;
  size_t end_;
};

}  // namespace

std::vector<Hint> TreeBuilder::HintsBehind(size_t token) const {
  std::vector<Hint> hints;
  for (const TokenList::HintToken& hint : tokens_.hints()) {
    if (hint.behind != token) continue;
    for (Hint& entry : HintReader(tokens_.text(), hint.range).Read()) {
      hints.push_back(std::move(entry));
    }
  }
  return hints;
}

}  // namespace paisql::syntax
