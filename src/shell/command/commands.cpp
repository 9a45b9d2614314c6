#include "shell/command/commands.h"

#include <fmt/format.h>

#include "base/text.h"
#include "shell/terminal/terminal.h"

namespace paisql::shell {

namespace {

int Quit(const std::string&, CommandContext& context) {
  context.quit = true;
  return kExitDone;
}

int IncludeFile(const std::string& path, CommandContext& context) {
  return context.runner.Run({"", "\\i " + path}, context.quit);
}

int ListCommands(const std::string&, CommandContext&) {
  for (const Command& command : Commands()) {
    std::string names = Join(Split(std::string(command.names), '|'), " ");
    if (!command.arguments.empty()) names += " " + std::string(command.arguments);
    PrintLine(fmt::format("  {:<30} {}", names, command.help));
  }
  return kExitDone;
}

// In the order of \?.
constexpr Command kCommands[] = {
    {"\\i", "FILE", "runs the statements of a file, as `source FILE;` does", IncludeFile},
    {"\\?", "", "lists the commands that need no semicolon", ListCommands},
    {"\\q|quit|exit|q", "", "leaves", Quit},
};

// "\dt+ x" is "\dt+" and "x".
std::pair<std::string_view, std::string_view> FirstWord(std::string_view text) {
  const size_t end = std::min(text.find_first_of(" \t\n"), text.size());
  return {text.substr(0, end), Trim(text.substr(end))};
}

}  // namespace

std::span<const Command> Commands() { return kCommands; }

std::optional<CalledCommand> FindCommand(std::string_view text) {
  std::string_view line = Trim(text);
  const bool backslash = line.starts_with('\\');
  if (line.find('\n') != std::string_view::npos && !backslash) return std::nullopt;
  if (!backslash && line.ends_with(';')) line = Trim(line.substr(0, line.size() - 1));
  const auto [name, arguments] = FirstWord(line);
  for (const Command& command : Commands()) {
    for (const std::string& spelling : Split(std::string(command.names), '|')) {
      if (backslash ? spelling != name : !EqualsIgnoreCase(spelling, name)) continue;
      // "exit now" is no command: it is the beginning of a statement, or a mistake in one.
      if (!backslash && command.arguments.empty() && !arguments.empty()) continue;
      return CalledCommand{&command, std::string(name), std::string(arguments)};
    }
  }
  if (!backslash) return std::nullopt;
  return CalledCommand{nullptr, std::string(name), std::string(arguments)};
}

int RunCommand(const CalledCommand& called, CommandContext& context) {
  if (called.command != nullptr) return called.command->run(called.arguments, context);
  PrintLine(fmt::format("FAILED: there is no command {}", called.name));
  PrintLine("hint: \\? lists the commands");
  return kExitFailed;
}

}  // namespace paisql::shell
