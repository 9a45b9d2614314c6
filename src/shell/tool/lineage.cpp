#include "shell/tool/lineage.h"

#include <unistd.h>

#include <algorithm>
#include <utility>

#include "base/display/amounts.h"
#include "base/process/piped_process.h"
#include "shell/installation.h"
#include "shell/render/error_report.h"
#include "shell/render/output.h"
#include "shell/script/runner.h"
#include "shell/terminal/terminal.h"
#include "shell/tool/lineage_text.h"
#include "shell/tool/probe.h"
#include "shell/tool/script_checker.h"
#include "shell/tool/script_order.h"

namespace paisql::shell {

namespace {

int Fail(const Error& error, int status) {
  PrintError(error);
  return status;
}

// Graphviz draws it.
Result<std::string> Draw(const std::string& graph) {
  const std::string program = FindProgram("dot");
  if (program.empty()) {
    return Error{ErrorCode::kEnvironment,
                 "an SVG is drawn by Graphviz, which this machine does not have",
                 {},
                 "apt install graphviz adds it; --format dot needs nothing"};
  }
  SpawnOptions options;
  options.command = {program, "-Tsvg"};
  options.environment = EnvironmentWith({});
  PAISQL_ASSIGN(PipedAnswer answer, RunPiped(std::move(options), graph));
  if (answer.status == 0) return std::move(answer.bytes);
  return Error{ErrorCode::kEnvironment,
               "Graphviz could not draw the lineage",
               {},
               "--format dot gives what it was told"};
}

Result<std::string> Written(const std::vector<StatementFlow>& flows, const Flags& flags) {
  switch (flags.lineage_form.value_or(LineageForm::kText)) {
    case LineageForm::kText:
      return LineageText(flows, flags.columns);
    case LineageForm::kJson:
      return LineageJson(flows);
    case LineageForm::kDot:
      return LineageGraph(flows, flags.columns);
    case LineageForm::kSvg:
      return Draw(LineageGraph(flows, flags.columns));
  }
  PAISQL_UNREACHABLE("a form of a lineage that nobody writes");
}

// What reads and writes nothing is no part of a lineage.
std::vector<StatementFlow> Moving(std::vector<StatementFlow> flows) {
  std::erase_if(flows, [](const StatementFlow& moved) {
    return moved.flow.reads.empty() && moved.flow.writes.empty();
  });
  return flows;
}

}  // namespace

int RunLineage(const Flags& flags, session::SessionOptions options) {
  const Result<std::vector<Input>> inputs = SpreadFolders(flags.inputs);
  if (!inputs.ok()) {
    PrintLine("paisql: " + inputs.error().detail);
    return kExitUsage;
  }
  Result<std::vector<ScriptFile>> files = ReadInputs(*inputs, true);
  if (!files.ok()) {
    PrintLine("paisql: " + files.error().detail);
    return kExitUsage;
  }
  options.check_only = true;
  const Result<std::unique_ptr<session::Session>> session =
      session::Session::Open(std::move(options));
  if (!session.ok()) return Fail(session.error(), kExitEnvironment);
  ScriptChecker checker(**session);
  for (const ScriptFile& file : MakersFirst(*std::move(files))) checker.Check(file);

  const Result<std::string> text = Written(Moving(checker.flows()), flags);
  if (!text.ok()) return Fail(text.error(), kExitEnvironment);
  Output output(STDOUT_FILENO);
  output.buffer() = *text;
  const Status written = output.Flush();
  if (!written.ok() && !output.closed()) {
    PrintLine("paisql: " + written.error().detail);
    return kExitEnvironment;
  }
  size_t errors = 0;
  for (const Finding& finding : checker.findings()) {
    if (!finding.error) continue;
    ++errors;
    const std::string line = FindingText(finding);
    PrintLine(line.substr(0, line.size() - 1));
  }
  if (errors > 0) PrintLine(Counted(errors, "error") + ": their statements are no part of this");
  return errors == 0 ? kExitDone : kExitFailed;
}

}  // namespace paisql::shell
