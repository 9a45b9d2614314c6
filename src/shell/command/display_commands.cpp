#include "shell/command/display_commands.h"

#include <unistd.h>

#include "base/text.h"
#include "shell/command/answer.h"
#include "shell/destination/paged_output.h"
#include "shell/render/error_report.h"
#include "shell/script/silent_sink.h"
#include "shell/terminal/terminal.h"

namespace paisql::shell {

namespace {

constexpr const char* kFormatSetting = "paisql.format";
constexpr const char* kExpandedSetting = "paisql.expanded";
constexpr const char* kPagerSetting = "paisql.pager";

}  // namespace

int ChangeSetting(const std::string& name, const std::string& value, CommandContext& context) {
  SilentSink sink;  // a SET that nobody typed answers nothing
  syntax::StatementText statement;
  statement.text = "SET " + name + "=" + value;
  const Result<session::Outcome> outcome = context.session.Execute(statement, sink);
  if (outcome.ok()) return kExitDone;
  // Without its place: that is one of a text that nobody has seen.
  Error error = outcome.error();
  error.range = {};
  ReportStyle style;
  style.color = WantsColor(STDERR_FILENO);
  style.columns = MessageColumns();
  style.language = context.session.Language();
  std::string report = ReportError(error, statement, style);
  if (report.ends_with('\n')) report.pop_back();
  PrintLine(report);
  return kExitFailed;
}

int SetFormat(const std::string& arguments, CommandContext& context) {
  if (!arguments.empty()) {
    const int status = ChangeSetting(kFormatSetting, arguments, context);
    if (status != kExitDone) return status;
  }
  PrintLine("format: " + std::string(FormatName(context.sink.format())));
  if (arguments.empty()) PrintLine("there are " + Join(FormatNames(), ", "));
  return kExitDone;
}

int SetExpanded(const std::string& arguments, CommandContext& context) {
  const bool on = EqualsIgnoreCase(context.session.Setting(kExpandedSetting), "on");
  const std::string value = !arguments.empty() ? arguments : on ? "auto" : "on";
  const int status = ChangeSetting(kExpandedSetting, value, context);
  if (status == kExitDone) PrintLine("expanded: " + context.session.Setting(kExpandedSetting));
  return status;
}

int SetPager(const std::string& arguments, CommandContext& context) {
  if (!arguments.empty()) {
    const int status = ChangeSetting(kPagerSetting, arguments, context);
    if (status != kExitDone) return status;
  }
  const std::string command = PagerCommand(context.session.Setting(kPagerSetting));
  PrintLine("pager: " + (command.empty() ? std::string("off") : command));
  return kExitDone;
}

int ExplainEnding(const std::string&, CommandContext& context) {
  return RefuseUse("there is no statement in front of it", "SELECT 1 \\g format=csv > one.csv",
                   context);
}

}  // namespace paisql::shell
