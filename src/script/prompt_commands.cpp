#include "script/prompt_commands.h"

#include <algorithm>

#include "base/text.h"

namespace paisql::script {

namespace {

struct PromptCommand {
  std::string_view name;
  std::string_view cure;
};

constexpr std::string_view kAtPromptOnly = "a script has nothing like it";

constexpr PromptCommand kPromptCommands[] = {
    {"\\i", "a script writes: source FILE;"},
    {"\\?", "a script writes: HELP;"},
    {"\\e", kAtPromptOnly},
    {"history", kAtPromptOnly},
    {"\\h", "a script writes: HELP topic;"},
    {"\\d", "a script writes: SHOW TABLES; or DESC name;"},
    {"\\d+", "a script writes: DESC name;"},
    {"\\dt", "a script writes: SHOW TABLES; or SHOW TABLES LIKE 'pattern';"},
    {"\\dv", "a script writes: SHOW VIEWS; or SHOW VIEWS LIKE 'pattern';"},
    {"\\df", "a script writes: SHOW FUNCTIONS; or SHOW FUNCTIONS LIKE 'pattern';"},
    {"\\l", "a script writes: SHOW PROJECTS;"},
    {"\\watch", "a script runs again when a scheduler starts it again"},
    {"\\chart", kAtPromptOnly},
    {"\\peek", "a script writes: TUNNEL UPLOAD FILE table -create; and SELECT * FROM table;"},
    {"\\format", "a script writes: SET paisql.format=NAME;"},
    {"\\g", "write it after a statement, in place of its semicolon"},
    {"\\G", "write it after a statement, in place of its semicolon"},
    {"\\gx", "write it after a statement, in place of its semicolon"},
    {"\\pager", "a script has no pager"},
    {"\\x", "a script writes: SET paisql.expanded=on;"},
    {"\\q", "a script writes: quit;"},
    // Commands of other clients.
    {"\\timing", "a script's statements are announced with their times"},
    {"\\set", "a script writes: SETVAR name=value;"},
    {"\\echo", "a script writes: SELECT 'text';"},
    {"\\c", "a script writes: USE project;"},
    {"\\copy", "a script writes: TUNNEL UPLOAD FILE table; or TUNNEL DOWNLOAD table FILE;"},
    {"\\o", "a script writes \\g > FILE after a statement"},
};

std::string_view NameIn(std::string_view text) {
  return text.substr(0, text.find_first_of(" \t\r\n;"));
}

// The one command that a script has, too.
bool IsInclude(std::string_view text) { return NameIn(text) == "\\i"; }

}  // namespace

std::string CommandHint(std::string_view statement) {
  const std::string_view text = Trim(statement);
  const std::string_view name = NameIn(text);
  const auto* const known = std::ranges::find_if(
      kPromptCommands, [name](const PromptCommand& one) { return one.name == name; });
  if (known != std::end(kPromptCommands)) {
    return std::string(name) + " belongs to the prompt: " + std::string(known->cure);
  }
  if (!name.starts_with('\\')) return "";
  return "a line that begins with \\ belongs to the prompt; in a script \\i FILE alone stands so, "
         "and "
         "statements end with a semicolon";
}

void AddCommandHint(std::string_view statement, Error& error) {
  const size_t begin = error.range.begin;
  if (!error.range.known() || begin >= statement.size()) return;
  if (begin > 0 && (statement[begin - 1] != '\n' || statement[begin] != '\\')) return;
  if (begin > 0 && IsInclude(statement.substr(begin))) {
    error.hint = "the statement in front of \\i lacks its semicolon";
    return;
  }
  std::string hint = CommandHint(statement.substr(begin));
  if (!hint.empty()) error.hint = std::move(hint);
}

}  // namespace paisql::script
