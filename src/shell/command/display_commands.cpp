#include "shell/command/handlers.h"

#include <unistd.h>

#include "base/text.h"
#include "render/error_report.h"
#include "script/destination/paged_output.h"
#include "script/silent_sink.h"
#include "terminal/terminal.h"

namespace paisql::shell {

namespace {

constexpr const char* kFormatSetting = "paisql.format";
constexpr const char* kExpandedSetting = "paisql.expanded";
constexpr const char* kPagerSetting = "paisql.pager";

}  // namespace

int ChangeSetting(const std::string& name, const std::string& value, CommandContext& context) {
  script::SilentSink sink;  // a SET that nobody typed answers nothing
  syntax::StatementText statement;
  statement.text = "SET " + name + "=" + value;
  const Result<session::Outcome> outcome = context.session.Execute(statement, sink);
  if (outcome.ok()) return script::kExitDone;
  // Without its place: that is one of a text that nobody has seen.
  Error error = outcome.error();
  error.range = {};
  render::ReportStyle style;
  style.color = terminal::WantsColor(STDERR_FILENO);
  style.columns = terminal::MessageColumns();
  style.language = context.session.Language();
  std::string report = render::ReportError(error, statement, style);
  if (report.ends_with('\n')) report.pop_back();
  terminal::PrintLine(report);
  return script::kExitFailed;
}

int SetFormat(const std::string& arguments, CommandContext& context) {
  if (!arguments.empty()) {
    const int status = ChangeSetting(kFormatSetting, arguments, context);
    if (status != script::kExitDone) return status;
  }
  terminal::PrintLine("format: " + std::string(render::FormatName(context.sink.format())));
  if (arguments.empty()) terminal::PrintLine("there are " + Join(render::FormatNames(), ", "));
  return script::kExitDone;
}

int SetExpanded(const std::string& arguments, CommandContext& context) {
  const bool on = EqualsIgnoreCase(context.session.Setting(kExpandedSetting), "on");
  const std::string value = !arguments.empty() ? arguments : on ? "auto" : "on";
  const int status = ChangeSetting(kExpandedSetting, value, context);
  if (status == script::kExitDone)
    terminal::PrintLine("expanded: " + context.session.Setting(kExpandedSetting));
  return status;
}

int SetPager(const std::string& arguments, CommandContext& context) {
  if (!arguments.empty()) {
    const int status = ChangeSetting(kPagerSetting, arguments, context);
    if (status != script::kExitDone) return status;
  }
  const std::string command = script::PagerCommand(context.session.Setting(kPagerSetting));
  terminal::PrintLine("pager: " + (command.empty() ? std::string("off") : command));
  return script::kExitDone;
}

int ExplainEnding(const std::string&, CommandContext& context) {
  return RefuseUse("there is no statement in front of it", "SELECT 1 \\g format=csv > one.csv",
                   context);
}

}  // namespace paisql::shell
