#include "syntax/token_pattern.h"

#include <algorithm>
#include <cctype>

#include "base/text.h"
#include "syntax/lexer/lexer.h"

namespace paisql::syntax {

namespace {

constexpr std::string_view kGap = "…";

// Whether the element is a word or punctuation of the statement, not a slot or a sign of ours.
bool IsLiteral(std::string_view element) {
  element = element.substr(0, element.find('|'));
  return std::isupper(static_cast<unsigned char>(element.front())) != 0 || element == "." ||
         element == "," || element == "(" || element == ")" || element == ":" || element == "?" ||
         element == "+" || element == "*" || element == "/" || element == "-" || element == "->" ||
         element == "<" || element == "@" || element == "{" || element == "_UTF8";
}

class Matcher {
 public:
  Matcher(const TokenList& tokens, std::string_view pattern, size_t begin)
      : tokens_(tokens), elements_(Split(pattern, ' ')) {
    match_.all.begin = match_.mark = match_.last_word = begin;
  }

  bool Run() { return From(0, match_.all.begin); }
  TokenMatch Take() {
    // Tokens left out at the end are not a part of the statement's name.
    if (EndsWithGap()) match_.words.resize(match_.words.size() - kGap.size() - 1);
    return std::move(match_);
  }

 private:
  bool EndsWithGap() const {
    const std::string end = " " + std::string(kGap);
    return match_.words.size() > end.size() &&
           match_.words.compare(match_.words.size() - end.size(), end.size(), end) == 0;
  }

  bool AtEnd(size_t i) const { return i + 1 >= tokens_.count(); }

  // The elements from `k` match the tokens from `i`. What they note is taken back when they do not.
  bool From(size_t k, size_t i) {
    if (k == elements_.size()) {
      match_.all.end = i;
      return true;
    }
    const TokenMatch before = match_;
    if (Element(k, i)) return true;
    match_ = before;
    return false;
  }

  bool Element(size_t k, size_t i) {
    const std::string& element = elements_[k];
    if (element == "]") return From(k + 1, i);
    if (element == "[") {
      if (From(k + 1, i)) return true;
      return From(Closing(k) + 1, i);
    }
    if (element == "$") return AtEnd(i) && From(k + 1, i);
    if (element == "^") {
      match_.mark = i;
      return From(k + 1, i);
    }
    if (element == kGap || element == "rest") {
      NoteGap();
      return Gap(element == "rest", k, i);
    }
    if (IsLiteral(element)) return Literal(element, i) && From(k + 1, i + 1);
    const std::optional<size_t> end = Slot(element, i);
    return end.has_value() && From(k + 1, *end);
  }

  size_t Closing(size_t k) const {
    int depth = 0;
    for (; k < elements_.size(); ++k) {
      if (elements_[k] == "[") ++depth;
      if (elements_[k] == "]" && --depth == 0) break;
    }
    return k;
  }

  bool Gap(bool rest, size_t k, size_t i) {
    const size_t end = tokens_.count() - 1;
    if (rest) {
      int depth = 0;
      for (; i < end; ++i) {
        if (tokens_.TypeAt(i) == Lexer::LEFT_PAREN) ++depth;
        if (tokens_.TypeAt(i) == Lexer::RIGHT_PAREN) --depth;
        if (depth == 0 && tokens_.TypeAt(i) == Lexer::INSERT) break;
      }
      return From(k + 1, i);
    }
    if (k + 1 == elements_.size()) return From(k + 1, end);
    for (; i <= end; ++i) {
      if (From(k + 1, i)) return true;
    }
    return false;
  }

  bool Literal(const std::string& element, size_t i) {
    if (AtEnd(i)) return false;
    for (const std::string& word : Split(element, '|')) {
      if (!EqualsIgnoreCase(tokens_.TextAt(i), word)) continue;
      if (!match_.words.empty()) match_.words += ' ';
      match_.words += word;
      match_.last_word = i;
      return true;
    }
    return false;
  }

  void NoteGap() {
    const std::string end = " " + std::string(kGap);
    if (match_.words.empty() || EndsWithGap()) return;
    match_.words += end;
  }

  // The first token after the slot.
  std::optional<size_t> Slot(const std::string& element, size_t i) {
    const size_t begin = i;
    if (element == "spec" || element == "specs") {
      const std::optional<size_t> end = Specs(i, element == "specs");
      if (end.has_value() && *end > begin) NoteGap();
      if (end.has_value() && match_.spec.empty()) match_.spec = {begin, *end};
      return end;
    }
    if (AtEnd(i)) return std::nullopt;
    NoteGap();
    if (element == "name") {
      const std::optional<size_t> end = Name(i);
      if (end.has_value() && match_.name.empty()) match_.name = {begin, *end};
      return end;
    }
    if (element == "group") {
      const std::optional<size_t> end = Group(i);
      if (end.has_value() && match_.group.empty()) match_.group = {begin, *end};
      return end;
    }
    if (element == "number") match_.number = i;
    return Is(element, i) ? std::optional<size_t>(i + 1) : std::nullopt;
  }

  bool Is(std::string_view element, size_t i) const {
    const size_t type = tokens_.TypeAt(i);
    if (element == "string") return type == Lexer::STRING_VALUE;
    if (element == "number") return type == Lexer::INTEGER_VALUE;
    if (element == "variable") return type == Lexer::VARIABLE;
    if (element == "bracket") return type == Lexer::LEFT_BRACKET;
    return IsName(i);  // word
  }

  bool IsName(size_t i) const {
    if (AtEnd(i)) return false;
    const unsigned char first = static_cast<unsigned char>(tokens_.TextAt(i).front());
    const size_t type = tokens_.TypeAt(i);
    return type == Lexer::BACKQUOTED || type == Lexer::IDENTIFIER || std::isalpha(first) != 0;
  }

  std::optional<size_t> Name(size_t i) const {
    if (!IsName(i)) return std::nullopt;
    ++i;
    while (!AtEnd(i) && tokens_.TypeAt(i) == Lexer::DOT && IsName(i + 1)) i += 2;
    return i;
  }

  std::optional<size_t> Group(size_t i) const {
    if (AtEnd(i) || tokens_.TypeAt(i) != Lexer::LEFT_PAREN) return std::nullopt;
    int depth = 0;
    for (; !AtEnd(i); ++i) {
      if (tokens_.TypeAt(i) == Lexer::LEFT_PAREN) ++depth;
      if (tokens_.TypeAt(i) == Lexer::RIGHT_PAREN && --depth == 0) return i + 1;
    }
    return std::nullopt;
  }

  std::optional<size_t> Specs(size_t i, bool several) const {
    if (AtEnd(i) || tokens_.TypeAt(i) != Lexer::PARTITION) return i;
    std::optional<size_t> end = Group(i + 1);
    while (several && end.has_value() && !AtEnd(*end)) {
      size_t next = *end;
      if (tokens_.TypeAt(next) == Lexer::COMMA) ++next;
      if (AtEnd(next) || tokens_.TypeAt(next) != Lexer::PARTITION) break;
      end = Group(next + 1);
    }
    return end;
  }

  const TokenList& tokens_;
  const std::vector<std::string> elements_;
  TokenMatch match_;
};

// Tells most patterns apart by their first word, before anything is made of them.
bool MayBegin(const TokenList& tokens, std::string_view pattern, size_t begin) {
  std::string_view first = pattern.substr(0, pattern.find(' '));
  if (!IsLiteral(first)) return true;
  if (begin + 1 >= tokens.count()) return false;
  const std::string_view text = tokens.TextAt(begin);
  while (true) {
    const size_t bar = first.find('|');
    if (EqualsIgnoreCase(text, first.substr(0, bar))) return true;
    if (bar == std::string_view::npos) return false;
    first.remove_prefix(bar + 1);
  }
}

}  // namespace

std::optional<TokenMatch> MatchAt(const TokenList& tokens, std::string_view pattern, size_t begin) {
  if (!MayBegin(tokens, pattern, begin)) return std::nullopt;
  Matcher matcher(tokens, pattern, begin);
  if (!matcher.Run()) return std::nullopt;
  return matcher.Take();
}

std::optional<TokenMatch> MatchStatement(const TokenList& tokens, std::string_view pattern) {
  return MatchAt(tokens, std::string(pattern) + " $", 0);
}

std::optional<TokenMatch> MatchAround(const TokenList& tokens, std::string_view pattern,
                                      size_t stopped) {
  // Phrases are short; what begins far before the place is about something else.
  constexpr size_t kFarthest = 64;
  const size_t first = stopped - std::min(stopped, kFarthest);
  for (size_t begin = first; begin <= stopped; ++begin) {
    std::optional<TokenMatch> match = MatchAt(tokens, pattern, begin);
    if (match.has_value() && match->all.end > stopped) return match;
  }
  return std::nullopt;
}

}  // namespace paisql::syntax
