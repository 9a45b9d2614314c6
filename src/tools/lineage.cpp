#include "tools/tools.h"

#include <unistd.h>

#include <algorithm>
#include <utility>

#include "base/display/amounts.h"
#include "base/process/piped_process.h"
#include "base/process/probe.h"
#include "render/error_report.h"
#include "render/output.h"
#include "script/check/lineage_text.h"
#include "script/check/script_checker.h"
#include "script/options/session_options.h"
#include "script/runner.h"
#include "terminal/terminal.h"
#include "tools/script_order.h"

namespace paisql::tools {

namespace {

int FailWith(const Error& error, int status) {
  render::PrintError(error);
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

Result<std::string> Written(const std::vector<script::StatementFlow>& flows,
                            const script::Flags& flags) {
  switch (flags.lineage_form.value_or(script::LineageForm::kText)) {
    case script::LineageForm::kText:
      return script::LineageText(flows, flags.columns);
    case script::LineageForm::kJson:
      return script::LineageJson(flows);
    case script::LineageForm::kDot:
      return script::LineageGraph(flows, flags.columns);
    case script::LineageForm::kSvg:
      return Draw(script::LineageGraph(flows, flags.columns));
  }
  PAISQL_UNREACHABLE("a form of a lineage that nobody writes");
}

// A statement that reads and writes nothing does not belong to a lineage.
std::vector<script::StatementFlow> Moving(std::vector<script::StatementFlow> flows) {
  std::erase_if(flows, [](const script::StatementFlow& moved) {
    return moved.flow.reads.empty() && moved.flow.writes.empty() && moved.flow.functions.empty();
  });
  return flows;
}

}  // namespace

int RunLineage(const script::Flags& flags, session::SessionOptions options) {
  const Result<std::vector<script::Input>> inputs = SpreadFolders(flags.inputs);
  if (!inputs.ok()) {
    terminal::PrintLine("paisql: " + inputs.error().detail);
    return script::kExitUsage;
  }
  Result<std::vector<script::ScriptFile>> files = script::ReadInputs(*inputs, true);
  if (!files.ok()) {
    terminal::PrintLine("paisql: " + files.error().detail);
    return script::kExitUsage;
  }
  options.check_only = true;
  const Result<std::unique_ptr<session::Session>> session =
      session::Session::Open(std::move(options));
  if (!session.ok()) return FailWith(session.error(), script::kExitEnvironment);
  script::ScriptChecker checker(**session);
  for (const script::ScriptFile& file : MakersFirst(*std::move(files))) checker.Check(file);

  const Result<std::string> text = Written(Moving(checker.flows()), flags);
  if (!text.ok()) return FailWith(text.error(), script::kExitEnvironment);
  render::Output output(STDOUT_FILENO);
  output.buffer() = *text;
  const Status written = output.Flush();
  if (!written.ok() && !output.closed()) {
    terminal::PrintLine("paisql: " + written.error().detail);
    return script::kExitEnvironment;
  }
  size_t errors = 0;
  for (const script::Finding& finding : checker.findings()) {
    if (!finding.error) continue;
    ++errors;
    const std::string line = script::FindingText(finding);
    terminal::PrintLine(line.substr(0, line.size() - 1));
  }
  if (errors > 0) terminal::PrintLine(Counted(errors, "error") + ": their statements are left out");
  return errors == 0 ? script::kExitDone : script::kExitFailed;
}

}  // namespace paisql::tools
