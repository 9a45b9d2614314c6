#include "completion/reading/place.h"

#include <algorithm>

#include "base/text.h"
#include "syntax/literal_text.h"

namespace paisql::completion {

namespace {

using syntax::ClassedToken;
using syntax::TokenClass;

void Add(std::string_view text, const ClassedToken& token, std::vector<Token>& tokens, int& depth) {
  const std::string_view word = text.substr(token.begin, token.end - token.begin);
  if (word == ")") depth = std::max(0, depth - 1);
  tokens.push_back({token.kind, token.begin, token.end, word, depth});
  if (word == "(") ++depth;
}

bool IsWordKind(TokenClass kind) {
  return kind == TokenClass::kName || kind == TokenClass::kKeyword;
}

// The first token of the last statement: after a semicolon, or in a script after what is around
// its statements.
size_t StatementBegin(std::string_view text, const std::vector<ClassedToken>& tokens,
                      size_t cursor) {
  size_t first = 0;
  bool begins = true;
  bool branches = false;  // it begins with IF or LOOP
  bool assigns = false;   // it begins with a variable
  for (size_t i = 0; i < tokens.size(); ++i) {
    const ClassedToken& token = tokens[i];
    if (!token.visible()) continue;
    const std::string_view word = text.substr(token.begin, token.end - token.begin);
    const auto is = [&](std::string_view one) {
      return token.end < cursor && EqualsIgnoreCase(word, one);
    };
    if (token.kind == TokenClass::kSemicolon) {
      first = i + 1;
      begins = true;
      branches = assigns = false;
    } else if (begins && (is("BEGIN") || is("ELSE") || is("END"))) {
      first = i + 1;
    } else if (begins) {
      begins = false;
      branches = is("IF") || is("LOOP");
      assigns = token.kind == TokenClass::kVariable;
    } else if (assigns && is(":=")) {
      first = i + 1;
      begins = true;
      assigns = false;
    } else if (branches && is("BEGIN")) {
      first = i + 1;
      begins = true;
      branches = false;
    }
  }
  return first;
}

// Reads the token in front of the cursor: whether it is the word that is being typed, and what the
// cursor stands in.
bool ReadLast(const ClassedToken& last, Place& place) {
  const std::string_view word = place.text.substr(last.begin, last.end - last.begin);
  const auto take = [&](size_t skip) {
    place.word_begin = last.begin;
    place.typed = word.substr(skip);
    return true;
  };
  switch (last.kind) {
    case TokenClass::kUnclosedComment:
    case TokenClass::kUnclosedCode:  // in Python nothing is offered, either
      place.inside = Inside::kComment;
      return false;
    case TokenClass::kComment:
      if (!word.starts_with("/*")) place.inside = Inside::kComment;  // up to the line's end
      return false;
    case TokenClass::kUnclosedString:
      place.inside = Inside::kString;
      place.quote = word.front();
      return take(1);
    case TokenClass::kUnclosedName:
      place.inside = Inside::kQuotedName;
      return take(1);
    case TokenClass::kNumber:
      return take(0);
    default:
      return IsWordKind(last.kind) && take(0);
  }
}

}  // namespace

bool Token::Is(std::string_view word) const { return EqualsIgnoreCase(text, word); }

std::string Token::Name() const { return syntax::UnquoteName(text); }

Place PlaceOf(std::string_view text, size_t cursor) {
  Place place;
  place.text = text;
  place.cursor = std::min(cursor, text.size());
  place.word_begin = place.cursor;

  std::vector<ClassedToken> front = syntax::TextTokens(text.substr(0, place.cursor));
  const size_t first = StatementBegin(text, front, place.cursor);
  front.erase(front.begin(), front.begin() + static_cast<ptrdiff_t>(first));
  // The blanks in front belong to nobody.
  while (!front.empty() && !front.front().visible() && front.size() > 1) front.erase(front.begin());
  place.statement_begin = front.empty() ? place.cursor : front.front().begin;

  if (!front.empty() && ReadLast(front.back(), place)) front.pop_back();
  if (place.cursor < text.size()) {
    const char next = text[place.cursor];
    place.closed_behind = (place.inside == Inside::kString && next == place.quote) ||
                          (place.inside == Inside::kQuotedName && next == '`');
  }

  int depth = 0;
  for (const ClassedToken& token : front) {
    if (token.visible()) Add(text, token, place.tokens, depth);
  }
  place.before = place.tokens.size();
  size_t begin = place.cursor + (place.closed_behind ? 1 : 0);
  // The rest of a word whose middle the cursor stands in is not a word of its own.
  for (const ClassedToken& token : syntax::TextTokens(text.substr(begin))) {
    if (token.kind == TokenClass::kSemicolon) break;
    const bool rest = token.begin == 0 && IsWordKind(token.kind) && !place.typed.empty();
    if (token.visible() && !rest) {
      Add(text, {token.kind, token.begin + begin, token.end + begin}, place.tokens, depth);
    }
  }
  return place;
}

size_t OpenBracketOf(const Place& place) {
  int depth = 0;
  for (size_t i = place.before; i-- > 0;) {
    if (place.tokens[i].text == ")") ++depth;
    if (place.tokens[i].text == "(" && --depth < 0) return i;
  }
  return std::string::npos;
}

}  // namespace paisql::completion
