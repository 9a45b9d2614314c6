#include "flow/flow_command.h"

#include <unistd.h>

#include <filesystem>
#include <utility>

#include "base/system/clock.h"
#include "base/text.h"
#include "flow/flow_scripts.h"
#include "flow/flow_verbs.h"
#include "nodes/read/read_flow.h"
#include "render/error_report.h"
#include "render/output.h"
#include "script/options/session_options.h"
#include "script/resume.h"
#include "script/runner.h"
#include "terminal/interrupts.h"
#include "terminal/terminal.h"
#include "types/time/zone.h"

namespace paisql::flow {

namespace {

struct VerbRow {
  std::string_view name;
  int (*run)(const FlowCall& call);
};

constexpr VerbRow kVerbs[] = {
    {"check", FlowCheck},   {"run", FlowRunVerb},   {"status", FlowStatus},
    {"log", FlowLog},       {"graph", FlowGraph},   {"new", FlowNew},
    {"import", FlowImport}, {"export", FlowExport}, {"schedule", FlowSchedule},
};

int FailFlowUsage(const std::string& detail) {
  terminal::PrintLine("paisql: " + detail);
  terminal::PrintLine("paisql flow --help shows the verbs");
  return script::kExitUsage;
}

}  // namespace

int RunFlowCommand(const std::vector<std::string>& arguments, const std::string& program) {
  Result<FlowFlags> flags = ParseFlowFlags(arguments);
  if (!flags.ok()) return FailFlowUsage(flags.error().detail);
  if (flags->help) return PrintFlowText(FlowHelp());
  if (!terminal::InstallInterrupts()) {
    terminal::PrintLine("paisql: the system has no file descriptors left: allow more (ulimit -n)");
    return script::kExitEnvironment;
  }
  terminal::InterruptOnTermination();
  Result<session::SessionOptions> options = script::MakeSessionOptions(flags->common, false);
  if (!options.ok()) return FailFlowUsage(options.error().detail);
  // Nodes run in other folders.
  std::error_code failure;
  const std::filesystem::path home = std::filesystem::absolute(options->home_path, failure);
  // By this name what a run has started is found again: the one that the home gives itself.
  std::filesystem::path real = std::filesystem::weakly_canonical(home, failure);
  if (failure) real = home.lexically_normal();
  options->home_path = real.string();
  options->remote = flags->remote;
  if (flags->verb == "worker") return RunFlowWorker(flags->common, *options);
  std::vector<std::string> command = {program};
  command.insert(command.end(), arguments.begin(), arguments.end());
  const FlowCall call{*std::move(flags), *std::move(options), std::move(command)};
  for (const VerbRow& row : kVerbs) {
    if (row.name == call.flags.verb) return row.run(call);
  }
  PAISQL_UNREACHABLE("a verb that nobody runs");
}

TimeZone SessionZone(const FlowCall& call) {
  std::string name = "Asia/Shanghai";
  for (const auto& [key, value] : call.options.settings) {
    if (EqualsIgnoreCase(key, "odps.sql.timezone")) name = value;
  }
  Result<TimeZone> zone = TimeZone::Load(name);
  return zone.ok() ? *std::move(zone) : TimeZone();
}

int FailFlow(const Error& error, int status) {
  render::PrintError(error);
  return status;
}

int PrintFlowText(const std::string& text) {
  render::Output output(STDOUT_FILENO);
  output.buffer() = text;
  const Status written = output.Flush();
  if (written.ok() || output.closed()) return script::kExitDone;
  terminal::PrintLine("paisql: " + written.error().detail);
  return script::kExitEnvironment;
}

Result<nodes::Flow> ReadFlowOf(const FlowCall& call, std::vector<nodes::Problem>& problems) {
  Result<nodes::Flow> flow = nodes::ReadFlow(call.flags.words.front(), problems);
  if (flow.ok() && !call.flags.common.project.empty()) flow->project.clear();
  return flow;
}

nodes::RunMoment MomentOf(const FlowCall& call) {
  nodes::RunMoment moment;
  const std::string now = SessionZone(call).FormatMicros(NowMicros());
  moment.today = variables::ReadBizdate(now.substr(0, 10)).value_or(0);
  const script::Flags& common = call.flags.common;
  if (!common.cyctime.empty()) moment.cyctime = variables::ReadCyctime(common.cyctime);
  const variables::Schedule schedule =
      variables::MakeSchedule(variables::ReadBizdate(common.bizdate), moment.cyctime, moment.today);
  moment.bizdate = schedule.bizdate;
  moment.defined = common.variables;
  return moment;
}

Result<std::unique_ptr<store::FlowBook>> OpenBook(const FlowCall& call) {
  PAISQL_ASSIGN(const store::Home home, store::Home::Open(call.options.home_path));
  return store::FlowBook::Open(home);
}

std::string ProgramText(const FlowCall& call) {
  std::string text = script::ShellQuoted(call.command.front());
  const script::Flags& common = call.flags.common;
  if (!common.home.empty()) text += " --home " + script::ShellQuoted(common.home);
  return text + " flow";
}

}  // namespace paisql::flow
