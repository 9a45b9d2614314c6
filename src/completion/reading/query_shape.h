#pragma once

// The shape of a statement that need not be whole: which brackets belong together, and where the
// queries, their parts and their FROM lie. Tokens alone decide, no grammar. Private to this room.

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "completion/reading/place.h"

namespace paisql::completion {

// Tokens [begin, end) with nothing around them but one pair of brackets.
struct Range {
  size_t begin = 0;
  size_t end = 0;
};

template <size_t count>
bool IsOneOf(const Token& token, const std::array<const char*, count>& words) {
  if (token.kind != syntax::TokenClass::kKeyword) return false;
  for (const char* word : words) {
    if (token.Is(word)) return true;
  }
  return false;
}

// A word after which a FROM has ended, such as WHERE.
bool BeginsClause(const Token& token);

// Over tokens that outlive it.
class QueryShape {
 public:
  explicit QueryShape(const std::vector<Token>& tokens) : tokens_(tokens) {}

  size_t size() const { return tokens_.size(); }
  const Token& At(size_t i) const { return tokens_[i]; }
  // Whether the word stands there, within the range.
  bool Has(size_t i, const Range& range, std::string_view word) const {
    return i < range.end && tokens_[i].Is(word);
  }
  // How deep in brackets the range's own tokens lie.
  int DepthOf(const Range& range) const;

  // The index of the bracket that closes the one at `open`, or the end.
  size_t CloseOf(size_t open, size_t end) const;
  // The place after the brackets that open there, within the range.
  size_t BehindBrackets(size_t open, const Range& range) const;
  // The names between brackets; The last argument becomes the word that follows them.
  std::vector<std::string> NamesIn(size_t open, size_t end, size_t& behind) const;

  // The groups around a token, from the innermost to the whole statement.
  std::vector<Range> GroupsAround(size_t at) const;
  bool BeginsQuery(const Range& range) const;
  // A query of WITH or FROM, which sees nothing of the one around it.
  bool StandsAlone(const Range& range) const;
  // The parts of a query that UNION and its like join, and the branches of a multi-insert; at least
  // one.
  std::vector<Range> ArmsOf(const Range& range) const;
  // Where the arm's FROM stands, or its end.
  size_t FromOf(const Range& arm) const;

 private:
  const std::vector<Token>& tokens_;
};

}  // namespace paisql::completion
