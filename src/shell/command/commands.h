#pragma once

// Commands of the shell itself, which need no semicolon: a line that begins with a backslash, or
// with a dot and a word, as other clients have them, and a line that is one of the words people
// type at any prompt (help, exit, quit, …). One table has every command with its spellings,
// arguments and help; the prompt, \? and completion read it.

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "script/runner.h"
#include "script/shell_sink.h"
#include "session/session.h"
#include "shell/history/history.h"

namespace paisql::shell {

// The surroundings of a command.
struct CommandContext {
  session::Session& session;
  script::Runner& runner;
  script::ShellSink& sink;
  bool quit = false;  // set by a command that ends the session
  const History* history = nullptr;
  std::optional<std::string> edited = std::nullopt;  // what the prompt runs or shows next
  std::string home = {};                             // the folder of the session's home
};

struct Command {
  // Spellings, separated by '|', in the order of help: "\q|quit|exit". One without a backslash
  // counts when nothing but its arguments and a semicolon stands in the line.
  std::string_view names;
  std::string_view arguments;  // as help shows them; "" for a command without
  std::string_view help;
  // `arguments` are trimmed. The exit status of the program, as Runner gives it; what went wrong
  // has been told.
  int (*run)(const std::string& arguments, CommandContext& context);
};

std::span<const Command> Commands();

// A line that is a command.
struct CalledCommand {
  const Command* command = nullptr;  // null: the line has the form of one and names none
  std::string name;                  // as it was typed
  std::string arguments;
};

// nullopt when the text is not a command but a statement, or the beginning of one.
std::optional<CalledCommand> FindCommand(std::string_view text);

// Runs it; one that is unknown is told with the nearest that there is.
int RunCommand(const CalledCommand& called, CommandContext& context);

}  // namespace paisql::shell
