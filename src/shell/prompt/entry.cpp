#include "shell/prompt/entry.h"

#include "base/text.h"
#include "syntax/lexer/lexer.h"
#include "syntax/lexer/token_classes.h"

namespace paisql::shell {

using syntax::ClassedToken;
using syntax::TokenClass;

namespace {

void AddStatements(std::string_view trimmed, std::vector<std::string>& entries) {
  const size_t before = entries.size();
  syntax::TokenWalk tokens(trimmed, 0, trimmed.size(), true);
  ClassedToken token;
  size_t begin = 0;
  bool any = false;  // a visible token since then
  while (tokens.Next(token)) {
    if (token.kind == TokenClass::kBlank || token.kind == TokenClass::kComment) continue;
    if (token.kind != TokenClass::kSemicolon && token.kind != TokenClass::kEnding) {
      any = true;
    } else if (any) {
      entries.emplace_back(Trim(trimmed.substr(begin, token.end - begin)));
      begin = token.end;
      any = false;
    }
  }
  const std::string_view rest = trimmed.substr(begin);
  if (any || entries.size() == before) {
    if (!Trim(rest).empty()) entries.emplace_back(Trim(rest));
  } else {
    entries.back() += rest;  // a comment after the last one
  }
}

}  // namespace

bool IsWholeEntry(std::string_view text) {
  const std::vector<EntryPart> parts = EntryParts(text);
  if (parts.empty()) return syntax::IsComplete(text);
  const EntryPart& last = parts.back();
  const std::string_view behind =
      text.substr(static_cast<size_t>(last.text.data() + last.text.size() - text.data()));
  return syntax::IsComplete(last.command.has_value() ? behind : last.text);
}

std::vector<std::string> HistoryEntries(std::string_view entry) {
  std::vector<std::string> entries;
  const std::vector<EntryPart> parts = EntryParts(entry);
  for (const EntryPart& part : parts) {
    if (!part.command.has_value()) {
      AddStatements(Trim(part.text), entries);
      continue;
    }
    const char* const begin = part.statement.empty() ? part.text.data() : part.statement.data();
    entries.emplace_back(
        Trim({begin, static_cast<size_t>(part.text.data() + part.text.size() - begin)}));
  }
  if (parts.empty() && !Trim(entry).empty()) entries.emplace_back(Trim(entry));
  return entries;
}

size_t FindEditorRequest(std::string_view text) {
  constexpr std::string_view kRequest = "\\e";
  const size_t end = text.find_last_not_of(" \t\n") + 1;
  if (!text.substr(0, end).ends_with(kRequest)) return std::string_view::npos;
  const size_t begin = end - kRequest.size();
  if (begin > 0 && text[begin - 1] != '\n' && text[begin - 1] != ' ') return std::string_view::npos;
  syntax::TokenWalk tokens(text, 0, text.size(), true);
  ClassedToken token;
  while (tokens.Next(token)) {
    if (token.begin == begin) return begin;
    if (token.begin > begin) break;
  }
  return std::string_view::npos;  // within quotes or a comment
}

}  // namespace paisql::shell
