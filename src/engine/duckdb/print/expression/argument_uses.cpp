#include "engine/duckdb/print/expression/argument_uses.h"

#include <algorithm>
#include <cctype>
#include <functional>
#include <string>
#include <vector>

#include "base/text.h"
#include "engine/duckdb/macros/macros.h"

namespace paisql::engine {
namespace {

using WordTest = std::function<bool(std::string_view)>;

struct Uses {
  size_t count = 0;
  bool in_lambda = false;
};

Uses FindUses(std::string_view text, const WordTest& wanted);

Uses UsesOfParameter(const Macro& macro, size_t index) {
  const std::vector<std::string> names = Split(macro.parameters, ',');
  if (index >= names.size()) return {1, false};
  const std::string_view name = Trim(names[index]);
  return FindUses(macro.body, [&](std::string_view word) { return word == name; });
}

// A bracket that is open: of a macro's call, or any other.
struct Open {
  const Macro* macro = nullptr;
  size_t argument = 0;
  bool lambda = false;  // one has begun in it
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

Uses FindUses(std::string_view text, const WordTest& wanted) {
  std::vector<Open> open(1);
  const Macro* called = nullptr;
  Uses uses;
  for (size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (IsWordCharacter(c)) {
      const std::string_view word = WordAt(text, at);
      at += word.size();
      called = FindMacro(word);
      if (word == "lambda") open.back().lambda = true;
      if (!wanted(word)) continue;
      size_t times = 1;
      for (const Open& one : open) {
        uses.in_lambda = uses.in_lambda || one.lambda;
        if (one.macro == nullptr) continue;
        const Uses inside = UsesOfParameter(*one.macro, one.argument);
        times *= inside.count;
        uses.in_lambda = uses.in_lambda || inside.in_lambda;
      }
      uses.count += times;
      continue;
    }
    if (c == '\'') {
      at = std::min(text.find('\'', at + 1), text.size() - 1);
    } else if (c == '(' || c == '[' || c == '{') {
      open.push_back({c == '(' ? called : nullptr});
    } else if ((c == ')' || c == ']' || c == '}') && open.size() > 1) {
      open.pop_back();
    } else if (c == ',') {
      ++open.back().argument;
    }
    called = nullptr;
    ++at;
  }
  return uses;
}

Uses UsesOf(std::string_view text, size_t number) {
  const std::string name = "$" + std::to_string(number);
  return FindUses(text, [&](std::string_view word) {
    if (word == name || word == "$*") return true;
    if (word.size() < 3 || word.front() != '$' || word.back() != '*') return false;
    return std::stoul(std::string(word.substr(1, word.size() - 2))) <= number;
  });
}

}  // namespace

size_t UsesOfArgument(std::string_view text, size_t number) { return UsesOf(text, number).count; }

bool StandsInLambda(std::string_view text, size_t number) { return UsesOf(text, number).in_lambda; }

}  // namespace paisql::engine
