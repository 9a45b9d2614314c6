#include "script/state_statements.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <string_view>

#include "base/text.h"

namespace paisql::script {

namespace {

// The words with which such statements begin; ALIAS and SETVAR name values for later statements.
constexpr std::string_view kWords[] = {"SET", "UNSET", "USE", "SETVAR", "ALIAS"};

}  // namespace

bool SetsState(const Step& step) {
  const std::string& text = step.statement.text;
  const auto end = std::ranges::find_if(
      text, [](unsigned char c) { return std::isspace(c) != 0 || c == ';' || c == '('; });
  const std::string_view word(text.data(), static_cast<size_t>(end - text.begin()));
  return std::ranges::any_of(kWords,
                             [&](std::string_view one) { return EqualsIgnoreCase(one, word); });
}

}  // namespace paisql::script
