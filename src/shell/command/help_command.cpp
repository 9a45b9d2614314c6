#include "shell/command/help_command.h"

namespace paisql::shell {

int ShowHelp(const std::string& topic, CommandContext& context) {
  bool quit = false;
  const std::string text = topic.empty() ? "HELP" : "HELP " + topic;
  return context.runner.Run({"", text.ends_with(';') ? text : text + ";"}, quit);
}

}  // namespace paisql::shell
