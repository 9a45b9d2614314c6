#include "shell/tool/check.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "base/display/amounts.h"
#include "shell/render/error_report.h"
#include "shell/render/output.h"
#include "shell/script/runner.h"
#include "shell/terminal/terminal.h"
#include "shell/tool/script_checker.h"
#include "shell/tool/script_order.h"
#include "types/value_text.h"

namespace paisql::shell {

namespace {

void AppendJson(const Finding& finding, std::string& out) {
  const auto text = [&](std::string_view key, std::string_view value) {
    out += fmt::format("\"{}\": ", key);
    AppendJsonString(value, out);
    out += ", ";
  };
  out += "{";
  text("file", finding.place.source);
  out += fmt::format("\"line\": {}, \"column\": {}, ", finding.place.line, finding.place.column);
  text("severity", finding.error ? "error" : "warning");
  text("code", finding.code);
  text("message", OneLine(finding.message));
  text("hint", OneLine(finding.hint));
  out += fmt::format("\"statement\": {}}}", finding.statement);
}

std::string Print(const std::vector<Finding>& findings, Format format) {
  std::string out;
  if (format != Format::kJson) {
    for (const Finding& finding : findings) out += FindingText(finding);
    return out;
  }
  out = "[";
  for (const Finding& finding : findings) {
    out += out.size() == 1 ? "\n" : ",\n";
    AppendJson(finding, out);
  }
  return out + (findings.empty() ? "]\n" : "\n]\n");
}

}  // namespace

int RunCheck(const Flags& flags, session::SessionOptions options) {
  bool one_run = true;
  const Result<std::vector<ScriptFile>> files = ReadScripts(flags.inputs, &one_run);
  if (!files.ok()) {
    PrintLine("paisql: " + files.error().detail);
    return kExitUsage;
  }
  options.check_only = true;
  Result<std::unique_ptr<session::Session>> session = session::Session::Open(std::move(options));
  if (!session.ok()) {
    PrintError(session.error());
    return kExitEnvironment;
  }
  ScriptChecker checker(**session);
  for (const ScriptFile& file : *files) {
    if (checker.Check(file) && one_run) break;
  }
  const std::vector<Finding>& findings = checker.findings();
  Output output(STDOUT_FILENO);
  output.buffer() = Print(findings, flags.format.value_or(Format::kTable));
  const Status written = output.Flush();
  if (!written.ok() && !output.closed()) {
    PrintLine("paisql: " + written.error().detail);
    return kExitEnvironment;
  }
  const auto errors = static_cast<size_t>(
      std::count_if(findings.begin(), findings.end(), [](const Finding& f) { return f.error; }));
  PrintLine(Counted(errors, "error") + ", " + Counted(findings.size() - errors, "warning"));
  return errors == 0 ? kExitDone : kExitFailed;
}

}  // namespace paisql::shell
