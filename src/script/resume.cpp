#include "script/resume.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <sstream>
#include <string_view>

#include "base/secrets/redact.h"
#include "base/text.h"

namespace paisql::script {

namespace {

constexpr std::string_view kBegins[] = {"--from", "-k", "--skip-to"};

bool IsPlain(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
         std::string_view("_-./=:,+@%").find(c) != std::string_view::npos;
}

}  // namespace

std::string ShellQuoted(std::string_view word) {
  if (!word.empty() && std::ranges::all_of(word, IsPlain)) return std::string(word);
  std::string quoted = "'";
  for (const char c : word) {
    if (c == '\'') {
      quoted += "'\\''";
    } else {
      quoted += c;
    }
  }
  return quoted + "'";
}

std::string ResumeCommand(const std::vector<std::string>& command, size_t number) {
  std::vector<std::string> kept;
  for (size_t i = 0; i < command.size(); ++i) {
    const std::string_view word = command[i];
    const std::string_view name = word.substr(0, word.find('='));
    if (std::ranges::find(kBegins, name) != std::end(kBegins)) {
      if (name == word) ++i;  // its value is the next word
      continue;
    }
    kept.push_back(command[i]);
  }
  std::string line;
  for (const std::string& word : RedactArguments(kept)) line += ShellQuoted(word) + " ";
  return line + "--from " + std::to_string(number);
}

bool HidesSecrets(const std::vector<std::string>& command) {
  return RedactArguments(command) != command;
}

namespace {

// The words with which such statements begin; ALIAS and SETVAR name values for later statements.
constexpr std::string_view kWords[] = {"SET", "UNSET", "USE", "SETVAR", "ALIAS"};

// CREATE TEMPORARY MACRO, DROP TEMPORARY MACRO
bool IsOfMacro(const std::string& text) {
  std::istringstream words(text);
  std::string verb;
  std::string temporary;
  std::string macro;
  words >> verb >> temporary >> macro;
  return (EqualsIgnoreCase(verb, "CREATE") || EqualsIgnoreCase(verb, "DROP")) &&
         EqualsIgnoreCase(temporary, "TEMPORARY") && EqualsIgnoreCase(macro, "MACRO");
}

}  // namespace

bool SetsState(const Step& step) {
  const std::string& text = step.statement.text;
  const auto end = std::ranges::find_if(
      text, [](unsigned char c) { return std::isspace(c) != 0 || c == ';' || c == '('; });
  const std::string_view word(text.data(), static_cast<size_t>(end - text.begin()));
  if (IsOfMacro(text)) return true;
  return std::ranges::any_of(kWords,
                             [&](std::string_view one) { return EqualsIgnoreCase(one, word); });
}

}  // namespace paisql::script
