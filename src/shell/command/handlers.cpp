#include "shell/command/handlers.h"

#include "render/error_report.h"

namespace paisql::shell {

int RunAside(const std::string& text, CommandContext& context) {
  return context.runner.RunAside({"", text}, context.quit);
}

int Report(const Result<session::Outcome>& outcome, CommandContext& context) {
  if (outcome.ok() || context.sink.output_closed()) return script::kExitDone;
  Error error = outcome.error();
  error.range = {};
  render::PrintError(error, context.session.Language());
  return script::kExitFailed;
}

int RefuseUse(const std::string& problem, const std::string& use, const CommandContext& context) {
  render::PrintError({ErrorCode::kInvalidCommand, problem, {}, use}, context.session.Language());
  return script::kExitFailed;
}

int ShowHelp(const std::string& topic, CommandContext& context) {
  bool quit = false;
  const std::string text = topic.empty() ? "HELP" : "HELP " + topic;
  return context.runner.Run({"", text.ends_with(';') ? text : text + ";"}, quit);
}

}  // namespace paisql::shell
