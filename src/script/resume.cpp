#include "script/resume.h"

#include <algorithm>
#include <cctype>

#include "base/secrets/redact.h"

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

}  // namespace paisql::script
