#include "syntax/lexer/ending.h"

#include <algorithm>
#include <iterator>

#include "base/assert.h"
#include "syntax/lexer/scanner.h"

namespace paisql::syntax {

namespace {

bool IsLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

bool IsBlank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

// The words that end a statement after a backslash. No other word does: \t and \n are values of
// TUNNEL's options. \watch is a command of the prompt, which knows what to do with it.
constexpr std::string_view kEndings[] = {"g", "G", "gx", "watch"};

// True for characters in front of the backslash; false in a path such as C:\g.
bool MayEnd(char before) {
  return IsLetter(before) || (before >= '0' && before <= '9') ||
         std::string_view(" \t\r\n_'\"`)]*").find(before) != std::string_view::npos ||
         static_cast<unsigned char>(before) >= 0x80;
}

}  // namespace

size_t StatementEndingStop(std::string_view text, size_t backslash) {
  if (backslash == 0 || !MayEnd(text[backslash - 1])) return 0;
  const std::string_view behind = text.substr(backslash + 1);
  const std::string_view word = behind.substr(0, behind.find_first_of(" \t\r\n;>|"));
  if (std::find(std::begin(kEndings), std::end(kEndings), word) == std::end(kEndings)) return 0;
  return std::min(text.find('\n', backslash), text.size());
}

IncludeLine IncludeLineAt(std::string_view text, size_t backslash) {
  const std::string_view word = text.substr(backslash + 1);
  if (word.empty() || (word.front() != 'i' && word.front() != 'I')) return {};
  if (word.size() > 1 && word[1] != ';' && !IsBlank(word[1])) return {};
  const size_t line_end = std::min(text.find('\n', backslash), text.size());
  size_t at = backslash + 2;
  while (at < line_end && IsBlank(text[at])) ++at;
  // Quoted text is the file's name.
  if (at < line_end && (text[at] == '\'' || text[at] == '"')) {
    const size_t close = text.find(text[at], at + 1);
    if (close < line_end) at = close + 1;
  }
  IncludeLine line{line_end, line_end};
  for (; at < line_end; ++at) {
    const std::string_view rest = text.substr(at);
    if (rest.front() == ';') {
      line = {at, at};
      break;
    }
    if (IsBlank(text[at - 1]) && (rest.starts_with("--") || rest.starts_with("/*"))) {
      line.end = at;
      break;
    }
  }
  while (IsBlank(text[line.end - 1])) --line.end;
  return line;
}

std::optional<size_t> ClosedLength(std::string_view text) {
  PAISQL_ASSERT(text.starts_with('('), "there is a parenthesis to close");
  Scanner scanner(text);
  scanner.BeginStatement();
  ScannedToken token;
  size_t open = 0;
  while (scanner.Next(token)) {
    if (token.type == Lexer::LEFT_PAREN) ++open;
    if (token.type == Lexer::RIGHT_PAREN && --open == 0) return token.end;
  }
  return std::nullopt;
}

}  // namespace paisql::syntax
