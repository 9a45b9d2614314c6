#include "tools/tools.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "base/display/amounts.h"
#include "render/error_report.h"
#include "render/output.h"
#include "script/check/script_checker.h"
#include "script/runner.h"
#include "terminal/terminal.h"
#include "tools/script_order.h"
#include "types/value_text.h"

namespace paisql::tools {

namespace {

void AppendJson(const script::Finding& finding, std::string& out) {
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
  text("message", render::OneLine(finding.message));
  text("hint", render::OneLine(finding.hint));
  out += fmt::format("\"statement\": {}}}", finding.statement);
}

std::string Print(const std::vector<script::Finding>& findings, render::Format format) {
  std::string out;
  if (format != render::Format::kJson) {
    for (const script::Finding& finding : findings) out += script::FindingText(finding);
    return out;
  }
  out = "[";
  for (const script::Finding& finding : findings) {
    out += out.size() == 1 ? "\n" : ",\n";
    AppendJson(finding, out);
  }
  return out + (findings.empty() ? "]\n" : "\n]\n");
}

}  // namespace

int RunCheck(const script::Flags& flags, session::SessionOptions options) {
  bool one_run = true;
  const Result<std::vector<script::ScriptFile>> files = ReadScripts(flags.inputs, &one_run);
  if (!files.ok()) {
    terminal::PrintLine("paisql: " + files.error().detail);
    return script::kExitUsage;
  }
  options.check_only = true;
  Result<std::unique_ptr<session::Session>> session = session::Session::Open(std::move(options));
  if (!session.ok()) {
    render::PrintError(session.error());
    return script::kExitEnvironment;
  }
  script::ScriptChecker checker(**session);
  for (const script::ScriptFile& file : *files) {
    if (checker.Check(file) && one_run) break;
  }
  const std::vector<script::Finding>& findings = checker.findings();
  render::Output output(STDOUT_FILENO);
  output.buffer() = Print(findings, flags.format.value_or(render::Format::kTable));
  const Status written = output.Flush();
  if (!written.ok() && !output.closed()) {
    terminal::PrintLine("paisql: " + written.error().detail);
    return script::kExitEnvironment;
  }
  const auto errors = static_cast<size_t>(std::count_if(
      findings.begin(), findings.end(), [](const script::Finding& f) { return f.error; }));
  terminal::PrintLine(Counted(errors, "error") + ", " +
                      Counted(findings.size() - errors, "warning"));
  return errors == 0 ? script::kExitDone : script::kExitFailed;
}

}  // namespace paisql::tools
