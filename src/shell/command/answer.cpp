#include "shell/command/answer.h"

#include <unistd.h>

#include <cstdio>

#include "shell/render/error_report.h"
#include "shell/terminal/terminal.h"

namespace paisql::shell {

int RunAside(const std::string& text, CommandContext& context) {
  return context.runner.RunAside({"", text}, context.quit);
}

int Report(const Result<session::Outcome>& outcome, CommandContext& context) {
  if (outcome.ok() || context.sink.output_closed()) return kExitDone;
  ReportStyle style;
  style.color = WantsColor(STDERR_FILENO);
  style.language = context.session.Language();
  Error error = outcome.error();
  error.range = {};
  const std::string report = ReportError(error, {}, style);
  std::fwrite(report.data(), 1, report.size(), stderr);
  return kExitFailed;
}

int RefuseUse(const std::string& problem, const std::string& use, const CommandContext& context) {
  const messages::Language language = context.session.Language();
  PrintLine("FAILED: " + messages::Translate(language, problem));
  PrintLine(messages::Translate(language, "hint:") + " " + messages::Translate(language, use));
  return kExitFailed;
}

}  // namespace paisql::shell
