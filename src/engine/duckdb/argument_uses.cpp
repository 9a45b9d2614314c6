#include "engine/duckdb/argument_uses.h"

#include <algorithm>
#include <cctype>
#include <functional>
#include <string>
#include <vector>

#include "base/text.h"
#include "functions/duckdb_macros.h"

namespace paisql::engine {
namespace {

using functions::DuckdbMacro;
using WordTest = std::function<bool(std::string_view)>;

size_t CountUses(std::string_view text, const WordTest& wanted);

size_t UsesOfParameter(const DuckdbMacro& macro, size_t index) {
  const std::vector<std::string> names = Split(macro.parameters, ',');
  if (index >= names.size()) return 1;
  const std::string_view name = Trim(names[index]);
  return CountUses(macro.body, [&](std::string_view word) { return word == name; });
}

// A bracket that is open: of a macro's call, or any other.
struct Open {
  const DuckdbMacro* macro = nullptr;
  size_t argument = 0;
};

bool IsWordCharacter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$';
}

// The word at `at`; "$2*" and "$*" are words.
std::string_view WordAt(std::string_view text, size_t at) {
  size_t end = at;
  while (end < text.size() && IsWordCharacter(text[end])) ++end;
  if (text[at] == '$' && end < text.size() && text[end] == '*') ++end;
  return text.substr(at, end - at);
}

size_t CountUses(std::string_view text, const WordTest& wanted) {
  std::vector<Open> open;
  const DuckdbMacro* called = nullptr;
  size_t uses = 0;
  for (size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (IsWordCharacter(c)) {
      const std::string_view word = WordAt(text, at);
      at += word.size();
      called = functions::FindDuckdbMacro(word);
      if (!wanted(word)) continue;
      size_t times = 1;
      for (const Open& one : open) {
        if (one.macro != nullptr) times *= UsesOfParameter(*one.macro, one.argument);
      }
      uses += times;
      continue;
    }
    if (c == '\'') {
      at = std::min(text.find('\'', at + 1), text.size() - 1);
    } else if (c == '(' || c == '[' || c == '{') {
      open.push_back({c == '(' ? called : nullptr});
    } else if ((c == ')' || c == ']' || c == '}') && !open.empty()) {
      open.pop_back();
    } else if (c == ',' && !open.empty()) {
      ++open.back().argument;
    }
    called = nullptr;
    ++at;
  }
  return uses;
}

}  // namespace

size_t UsesOfArgument(std::string_view text, size_t number) {
  const std::string name = "$" + std::to_string(number);
  return CountUses(text, [&](std::string_view word) {
    if (word == name || word == "$*") return true;
    if (word.size() < 3 || word.front() != '$' || word.back() != '*') return false;
    return std::stoul(std::string(word.substr(1, word.size() - 2))) <= number;
  });
}

}  // namespace paisql::engine
