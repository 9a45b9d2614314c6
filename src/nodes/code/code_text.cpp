#include "nodes/code/code_text.h"

#include <algorithm>

#include "base/text.h"
#include "syntax/lexer/lexer.h"

namespace paisql::nodes {

std::vector<std::string> ResourceReferences(std::string_view code) {
  constexpr std::string_view kMark = "##@resource_reference{";
  std::vector<std::string> names;
  for (size_t at = code.find(kMark); at != std::string_view::npos; at = code.find(kMark, at)) {
    const size_t line = at == 0 ? 0 : code.rfind('\n', at - 1) + 1;
    const bool first = Trim(code.substr(line, at - line)).empty();
    at += kMark.size();
    const size_t end = code.find_first_of("}\n", at);
    if (!first || end == std::string_view::npos || code[end] != '}') continue;
    std::string_view name = Trim(code.substr(at, end - at));
    if (name.size() > 1 && name.front() == '"' && name.back() == '"') {
      name = name.substr(1, name.size() - 2);
    }
    const bool is_name =
        !name.empty() && name.find('/') == std::string_view::npos && name != "." && name != "..";
    if (is_name && std::ranges::find(names, name) == names.end()) names.emplace_back(name);
  }
  return names;
}

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
