#include "shell/command/commands.h"

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <cctype>

#include "base/display/columns.h"
#include "base/text.h"
#include "shell/command/handlers.h"
#include "terminal/terminal.h"

namespace paisql::shell {

namespace {

constexpr size_t kHelpColumn = 34;  // where the texts of \? begin
constexpr int kLeastColumns = 40;   // fewer hold no sentence

int Quit(const std::string&, CommandContext& context) {
  context.quit = true;
  return script::kExitDone;
}

int IncludeFile(const std::string& path, CommandContext& context) {
  return context.runner.Run({"", "\\i " + path}, context.quit);
}

int ListCommands(const std::string&, CommandContext& context) {
  const messages::Language language = context.session.Language();
  const int columns = std::max(terminal::ScreenOf(STDERR_FILENO).columns, kLeastColumns);
  for (const Command& command : Commands()) {
    std::string names = Join(Split(std::string(command.names), '|'), " ");
    if (!command.arguments.empty()) names += " " + std::string(command.arguments);
    const std::string help = messages::Translate(language, command.help);
    std::string lines = Folded(fmt::format("  {:<30}  {}", names, help), columns);
    if (DeepestIndent(columns) < kHelpColumn || names.size() + 4 > kHelpColumn) {
      lines = "  " + names + "\n" + Folded("      " + help, columns);
    }
    lines.pop_back();
    terminal::PrintLine(lines);
  }
  return script::kExitDone;
}

// In the order of \?.
constexpr Command kCommands[] = {
    {"\\i", "FILE", "runs the statements of a file, as `source FILE;` does", IncludeFile},
    {"\\?", "", "lists the commands that need no semicolon", ListCommands},
    {"\\e", "", "opens the last statement, or the one that is typed, in $EDITOR", EditLast},
    {"history", "[N|TEXT]", "lists the last N statements, or those that hold the text",
     ListHistory},
    {"\\h|help|?", "[topic]", "explains a topic; without one it lists them", ShowHelp},
    {"\\d", "[name]", "a table's columns, rows, size and partitions; without a name: the tables",
     DescribeOrList},
    {"\\d+", "name", "the same and three rows", DescribeWithRows},
    {"\\dt", "[pattern]", "the tables and views, with rows, size, partitions and comment",
     ListTables},
    {"\\dv", "[pattern]", "the views", ListViews},
    {"\\df", "[pattern]", "the functions", ListFunctions},
    {"\\l", "[pattern]", "the projects", ListProjects},
    {"\\peek", "FILE", "a CSV file's columns, their types and its first rows", LookIntoFile},
    {"\\watch", "[seconds [times]]", "the last statement again and again, until Ctrl-C", Watch},
    {"\\chart", "[bar|line|hist|scatter] [x] [y] [by column] [> file]",
     "draws the last result, also into a file .svg or .png", ChartLastResult},
    {"\\format", "[NAME]", "how rows are shown: auto, box, csv …; alone: tells how", SetFormat},
    {"\\g|\\G|\\gx", "[OPTIONS] [TARGET]", "ends a statement as ; does; \\G: one line a cell",
     ExplainEnding},
    {"\\pager", "[on|off|COMMAND]", "what shows results that do not fit the screen", SetPager},
    {"\\x", "[on|off|auto]", "one line a cell; alone: on, or back to auto", SetExpanded},
    {"\\q|quit|exit|q", "", "leaves", Quit},
};

// "\dt+ x" is "\dt+" and "x".
std::pair<std::string_view, std::string_view> FirstWord(std::string_view text) {
  const size_t end = std::min(text.find_first_of(" \t\n"), text.size());
  return {text.substr(0, end), Trim(text.substr(end))};
}

// ".tables", as other clients have commands. No statement begins so.
bool IsDotted(std::string_view line) {
  return line.size() > 1 && line.front() == '.' &&
         std::isalpha(static_cast<unsigned char>(line[1])) != 0;
}

}  // namespace

std::span<const Command> Commands() { return kCommands; }

std::optional<CalledCommand> FindCommand(std::string_view text) {
  std::string_view line = Trim(text);
  const bool backslash = line.starts_with('\\');
  const bool dotted = IsDotted(line);
  if (line.find('\n') != std::string_view::npos && !backslash) return std::nullopt;
  if (!backslash && line.ends_with(';')) line = Trim(line.substr(0, line.size() - 1));
  auto [name, arguments] = FirstWord(line);
  // Whoever is used to it ends commands with a semicolon, too.
  if (backslash && arguments.empty() && name.size() > 1 && name.ends_with(';')) {
    name.remove_suffix(1);
  }
  for (const Command& command : Commands()) {
    for (const std::string& spelling : Split(std::string(command.names), '|')) {
      if (backslash ? spelling != name : !EqualsIgnoreCase(spelling, name)) continue;
      // "exit now" is not a command: it is the beginning of a statement, or a mistake in one.
      if (!backslash && command.arguments.empty() && !arguments.empty()) continue;
      return CalledCommand{&command, std::string(name), std::string(arguments)};
    }
  }
  if (!backslash && !dotted) return std::nullopt;
  return CalledCommand{nullptr, std::string(name), std::string(arguments)};
}

int RunCommand(const CalledCommand& called, CommandContext& context) {
  if (called.command != nullptr) return called.command->run(called.arguments, context);
  std::string cure = CureOfHabit(called.name);
  std::vector<std::string> names;
  for (const Command& command : Commands()) {
    for (std::string& name : Split(std::string(command.names), '|')) {
      names.push_back(std::move(name));
    }
  }
  if (cure.empty()) cure = DidYouMean(called.name, names);
  if (cure.empty()) cure = "\\? lists the commands";
  return RefuseUse("there is no command " + called.name, cure, context);
}

}  // namespace paisql::shell
