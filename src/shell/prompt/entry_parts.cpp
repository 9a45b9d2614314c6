#include "shell/prompt/entry.h"

#include <algorithm>

#include "base/text.h"
#include "syntax/lexer/token_classes.h"

namespace paisql::shell {

namespace {

using syntax::ClassedToken;
using syntax::TokenClass;

// The one command that may stand after a statement which nothing else has ended.
constexpr std::string_view kWatch = "\\watch";

class Cutter {
 public:
  explicit Cutter(std::string_view entry) : entry_(entry) {}

  std::vector<EntryPart> Cut() {
    while (at_ < entry_.size()) Walk();
    return std::move(parts_);
  }

 private:
  size_t LineEnd(size_t place) const { return std::min(entry_.find('\n', place), entry_.size()); }

  bool IsFirstOfLine(size_t place) const {
    const size_t newline = place == 0 ? std::string_view::npos : entry_.rfind('\n', place - 1);
    const size_t line = newline == std::string_view::npos ? 0 : newline + 1;
    return Trim(entry_.substr(line, place - line)).empty();
  }

  // Up to the next command, or to the end.
  void Walk() {
    syntax::TokenWalk tokens(entry_, at_, entry_.size(), true);
    ClassedToken token;
    bool between = true;
    bool any = false;
    size_t statement = at_;  // where the last one begins
    while (tokens.Next(token)) {
      if (token.kind == TokenClass::kBlank || token.kind == TokenClass::kComment) continue;
      if (between && IsCommand(token)) return TakeCommand(token.begin, any, {});
      if (token.kind == TokenClass::kEnding && entry_.substr(token.begin).starts_with(kWatch)) {
        const std::string_view watched = entry_.substr(statement, token.begin - statement);
        any = !Trim(entry_.substr(at_, statement - at_)).empty();
        return TakeCommand(token.begin, any, watched);
      }
      if (between) statement = token.begin;
      between = tokens.begins_statement();
      any = true;
    }
    if (any) parts_.push_back({entry_.substr(at_), std::nullopt});
    at_ = entry_.size();
  }

  bool IsCommand(const ClassedToken& token) const {
    if (token.kind == TokenClass::kBackslashed) return true;
    const bool word = token.kind == TokenClass::kName || token.kind == TokenClass::kKeyword ||
                      token.kind == TokenClass::kUnknown || token.kind == TokenClass::kSymbol;
    if (!word || !IsFirstOfLine(token.begin)) return false;
    return FindCommand(entry_.substr(token.begin, LineEnd(token.begin) - token.begin)).has_value();
  }

  // `any`: statements stand in front of it.
  void TakeCommand(size_t begin, bool any, std::string_view watched) {
    const size_t front = begin - watched.size();
    if (any) parts_.push_back({entry_.substr(at_, front - at_), std::nullopt});
    const size_t end = LineEnd(begin);
    const std::string_view line = entry_.substr(begin, end - begin);
    parts_.push_back({line, FindCommand(line), Trim(watched)});
    at_ = std::min(end + 1, entry_.size());
  }

  std::string_view entry_;
  size_t at_ = 0;
  std::vector<EntryPart> parts_;
};

}  // namespace

std::vector<EntryPart> EntryParts(std::string_view entry) { return Cutter(entry).Cut(); }

}  // namespace paisql::shell
