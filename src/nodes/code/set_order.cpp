#include "nodes/code/set_order.h"

#include <algorithm>

#include "base/text.h"
#include "syntax/lexer/lexer.h"

namespace paisql::nodes {

namespace {

bool IsSetting(const std::string& statement) {
  std::string_view rest = Trim(statement);
  while (rest.starts_with("--")) {
    const size_t end = rest.find('\n');
    rest = end == std::string_view::npos ? std::string_view() : Trim(rest.substr(end));
  }
  const size_t end = std::min(rest.find_first_of(" \t\r\n"), rest.size());
  const std::string_view word = rest.substr(0, end);
  return EqualsIgnoreCase(word, "SET") || EqualsIgnoreCase(word, "USE");
}

}  // namespace

std::optional<Place> FindLateSetting(const std::string& code, const std::string& path) {
  bool other = false;
  for (const syntax::StatementText& statement : syntax::SplitStatements(code)) {
    const bool sets = IsSetting(statement.text);
    if (sets && other) return Place{path, statement.line, statement.column};
    other = other || !sets;
  }
  return std::nullopt;
}

std::string SettingsFirst(const std::string& code) {
  std::string first;
  std::string rest = code;
  for (const syntax::StatementText& statement : syntax::SplitStatements(code)) {
    if (!IsSetting(statement.text)) continue;
    first += statement.text + "; ";
    const auto begin = rest.begin() + static_cast<std::ptrdiff_t>(statement.offset);
    const auto size = std::min(statement.text.size(), rest.size() - statement.offset);
    std::replace_if(
        begin, begin + static_cast<std::ptrdiff_t>(size), [](char c) { return c != '\n'; }, ' ');
  }
  return first + rest;
}

}  // namespace paisql::nodes
