#include "shell/drawing/highlight.h"

#include <algorithm>

#include "base/text.h"
#include "syntax/lexer/token_classes.h"

namespace paisql::shell {

namespace {

using syntax::ClassedToken;
using syntax::TokenClass;

// A text up to this length is walked over whole for each key.
constexpr size_t kShortBytes = size_t{128} << 10;
constexpr size_t kPlaceBytes = size_t{64} << 10;

Style StyleOf(TokenClass token) {
  switch (token) {
    case TokenClass::kKeyword:
      return Style::kKeyword;
    case TokenClass::kString:
    case TokenClass::kUnclosedString:
      return Style::kString;
    case TokenClass::kNumber:
      return Style::kNumber;
    case TokenClass::kComment:
    case TokenClass::kUnclosedComment:
      return Style::kComment;
    case TokenClass::kUnknown:
    case TokenClass::kBackslashed:
      return Style::kError;
    default:
      return Style::kPlain;
  }
}

bool Ends(const ClassedToken& token) {
  return token.kind == TokenClass::kSemicolon || token.kind == TokenClass::kEnding;
}

Open OpenWithin(std::string_view text, const ClassedToken& token) {
  switch (token.kind) {
    case TokenClass::kComment:
    case TokenClass::kUnclosedComment:
      return Open::kComment;
    case TokenClass::kQuotedName:
    case TokenClass::kUnclosedName:
      return Open::kBackQuote;
    case TokenClass::kCode:
    case TokenClass::kUnclosedCode:
      return Open::kCode;
    case TokenClass::kString:
    case TokenClass::kUnclosedString:
      return text[token.begin] == '"' ? Open::kDoubleQuote : Open::kQuote;
    default:
      return Open::kStatement;
  }
}

// One walk over the tokens that makes all that is asked for.
class Walk {
 public:
  Walk(std::string_view text, size_t from, size_t cursor, const std::vector<size_t>& lines,
       Highlights& made)
      : text_(text), from_(from), cursor_(cursor), lines_(lines), made_(made) {}

  void Token(const ClassedToken& token, size_t& depth) {
    Opens(token, depth);
    Style style = StyleOf(token.kind);
    if (token.kind == TokenClass::kOpening) {
      open_.push_back(token.begin);
      if (text_[token.begin] == '(') ++depth;
    } else if (token.kind == TokenClass::kClosing) {
      style = Close(token, depth);
    } else if (Ends(token)) {
      open_.clear();
      depth = 0;
    }
    if (token.end <= from_ || style == Style::kPlain) return;
    // A quote that a further line has not closed is what one looks for.
    if (syntax::IsUnclosed(token.kind) && token.end == text_.size() &&
        text_.find('\n', token.begin) != std::string_view::npos) {
      const size_t quote = token.kind == TokenClass::kUnclosedComment ? 2 : 1;
      made_.ranges.push_back({token.begin, token.begin + quote, Style::kError});
      made_.ranges.push_back({token.begin + quote, token.end, style});
      return;
    }
    made_.ranges.push_back({token.begin, token.end, style});
  }

  void Command(size_t begin) {
    const size_t end = std::min(text_.find_first_of(" \t\n", begin), text_.size());
    if (end > from_) made_.ranges.push_back({begin, end, Style::kCommand});
  }

  void End(size_t depth) {
    while (line_ < lines_.size()) {
      made_.opens.push_back(Between(depth));
      ++line_;
    }
    for (const size_t place : matches_) {
      made_.ranges.push_back({place, place + 1, Style::kMatch});
    }
    std::sort(made_.ranges.begin(), made_.ranges.end(),
              [](const StyledRange& a, const StyledRange& b) { return a.begin < b.begin; });
  }

 private:
  static Open Between(size_t depth) { return depth > 0 ? Open::kParenthesis : Open::kStatement; }

  void Opens(const ClassedToken& token, size_t depth) {
    for (; line_ < lines_.size(); ++line_) {
      const size_t place = lines_[line_];
      const bool ends_here = syntax::IsUnclosed(token.kind) && place == token.end;
      if (place >= token.end && !ends_here) return;
      const Open within = place > token.begin ? OpenWithin(text_, token) : Open::kStatement;
      made_.opens.push_back(within == Open::kStatement ? Between(depth) : within);
    }
  }

  Style Close(const ClassedToken& token, size_t& depth) {
    if (text_[token.begin] == ')') {
      if (depth == 0) return Style::kError;
      --depth;
    }
    if (open_.empty()) return Style::kPlain;  // it was opened in front of the walk
    const size_t opening = open_.back();
    open_.pop_back();
    // The bracket under the cursor, or else the one that was typed last.
    for (const size_t place : {cursor_, cursor_ - 1}) {
      if (place != opening && place != token.begin) continue;
      if (place == cursor_ || matches_.empty()) matches_ = {opening, token.begin};
    }
    return Style::kPlain;
  }

  std::string_view text_;
  size_t from_;
  size_t cursor_;
  const std::vector<size_t>& lines_;
  Highlights& made_;
  size_t line_ = 0;
  std::vector<size_t> open_;
  std::vector<size_t> matches_;
};

}  // namespace

std::string_view SequenceOf(Style style) {
  switch (style) {
    case Style::kPlain:
      return "";
    case Style::kPrompt:
      return "\033[1;32m";
    case Style::kLabel:
    case Style::kComment:
    case Style::kControl:
    case Style::kSuggestion:
      return "\033[90m";
    case Style::kKeyword:
      return "\033[1;35m";
    case Style::kString:
      return "\033[32m";
    case Style::kNumber:
      return "\033[36m";
    case Style::kCommand:
      return "\033[1m";
    case Style::kMatch:
      return "\033[7m";
    case Style::kError:
      return "\033[4;31m";
  }
  return "";
}

std::string_view LabelOf(Open open) {
  switch (open) {
    case Open::kStatement:
      return "->";
    case Open::kParenthesis:
      return "(>";
    case Open::kQuote:
      return "'>";
    case Open::kDoubleQuote:
      return "\">";
    case Open::kBackQuote:
      return "`>";
    case Open::kComment:
      return "/*>";
    case Open::kCode:
      return "#>";
  }
  return "->";
}

Highlights Highlighter::Look(std::string_view text, size_t from, size_t to, size_t cursor,
                             const std::vector<size_t>& lines) {
  Highlights made;
  Place place;
  if (text.size() <= kShortBytes) {
    seen_.clear();
    places_.clear();
    to = text.size();
  } else {
    Forget(text);
    place = Before(text, from);
  }
  Walk walk(text, from, cursor, lines, made);
  while (place.offset < to) {
    syntax::TokenWalk tokens(text, place.offset, to, place.begins_statement);
    place.offset = to;
    ClassedToken token;
    bool begins = tokens.begins_statement();
    while (tokens.Next(token)) {
      // Where a statement may begin a backslash is for the shell, with the rest of its line.
      if (begins && token.kind == TokenClass::kBackslashed) {
        walk.Command(token.begin);
        place = {std::min(text.find('\n', token.begin), to), 0, true};
        break;
      }
      walk.Token(token, place.depth);
      begins = tokens.begins_statement();
    }
  }
  walk.End(place.depth);
  return made;
}

// The places after the first change are wrong now. One that lies before it may be, too, when its
// token was ended by text far after it; that shows wrong colours at the worst.
void Highlighter::Forget(std::string_view text) {
  const auto changed =
      std::mismatch(seen_.begin(), seen_.end(), text.begin(), text.end()).first - seen_.begin();
  const auto unchanged = static_cast<size_t>(changed);
  while (!places_.empty() && places_.back().offset >= unchanged) places_.pop_back();
  if (unchanged != seen_.size() || unchanged != text.size()) seen_ = text;
}

Highlighter::Place Highlighter::Before(std::string_view text, size_t from) {
  Place place = places_.empty() ? Place() : places_.back();
  if (place.offset + kPlaceBytes < from) {
    syntax::TokenWalk tokens(text, place.offset, text.size(), place.begins_statement);
    ClassedToken token;
    size_t depth = place.depth;
    while (place.offset + kPlaceBytes < from && tokens.Next(token)) {
      if (Ends(token)) depth = 0;
      if (text[token.begin] == '(' && token.kind == TokenClass::kOpening) ++depth;
      if (text[token.begin] == ')' && token.kind == TokenClass::kClosing && depth > 0) --depth;
      if (token.end < place.offset + kPlaceBytes || token.end > from) continue;
      place = {token.end, depth, tokens.begins_statement()};
      places_.push_back(place);
    }
  }
  for (size_t i = places_.size(); i > 0; --i) {
    if (places_[i - 1].offset <= from) return places_[i - 1];
  }
  return {};
}

}  // namespace paisql::shell
