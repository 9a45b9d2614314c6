#include "shell/tool/check.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "base/display/amounts.h"
#include "base/redact.h"
#include "session/session.h"
#include "shell/render/error_report.h"
#include "shell/render/output.h"
#include "shell/script/first_check.h"
#include "shell/script/inputs.h"
#include "shell/script/program.h"
#include "shell/script/prompt_commands.h"
#include "shell/script/runner.h"
#include "shell/script/silent_sink.h"
#include "shell/terminal/terminal.h"
#include "types/value_text.h"

namespace paisql::shell {

namespace {

struct Finding {
  bool error = false;
  FilePlace place;
  std::string code;  // "" for a warning: the platform numbers none
  std::string message;
  std::string hint;
  size_t statement = 0;  // its number in the file
};

struct KeptWarning {
  SourceRange range;
  std::string text;
};

// Keeps what a statement warns of; there are no rows.
class WarningSink : public SilentSink {
 public:
  void Warning(const SourceRange& range, std::string_view text) override {
    warnings_.push_back({range, std::string(text)});
  }
  std::vector<KeptWarning> Take() { return std::exchange(warnings_, {}); }

 private:
  std::vector<KeptWarning> warnings_;
};

bool Earlier(const Finding& left, const Finding& right) {
  return left.place.line != right.place.line ? left.place.line < right.place.line
                                             : left.place.column < right.place.column;
}

class Checker {
 public:
  Checker(session::Session& session, std::vector<Finding>& findings)
      : session_(session), findings_(findings) {}

  // True when the script says that nothing follows.
  bool Check(const ScriptFile& file) {
    ProgramBuilder builder({.parse = false});
    builder.Add(file.script,
                std::make_shared<const Source>(Source{file.script.source, file.folder, true}));
    const Program program = builder.Take();
    for (const Problem& problem : program.problems) {
      AddError(problem.error, problem.statement, problem.source->name, 0);
    }
    for (const Step& step : program.steps) {
      const size_t first = findings_.size();
      session_.SetScriptFolder(step.source->folder);
      const Status ending = CheckEnding(step, session_, nullptr);
      const Result<session::Outcome> outcome = session_.Execute(step.statement, sink_);
      for (const KeptWarning& warning : sink_.Take()) {
        findings_.push_back({false, PlaceInFile(warning.range, step.statement, step.source->name),
                             "", warning.text, "", step.number});
      }
      if (!ending.ok()) {
        AddError(ending.error(), step.statement, step.source->name, step.number);
      }
      if (!outcome.ok()) {
        Error first = outcome.error();
        AddCommandHint(step.statement.text, first);
        AddError(first, step.statement, step.source->name, step.number);
        for (const Error& other : outcome.error().others) {
          AddError(other, step.statement, step.source->name, step.number);
        }
      }
      std::stable_sort(findings_.begin() + static_cast<std::ptrdiff_t>(first), findings_.end(),
                       Earlier);
      if (outcome.ok() && outcome->quit) return true;
    }
    return false;
  }

 private:
  void AddError(const Error& error, const syntax::StatementText& statement,
                const std::string& source, size_t number) {
    const std::string general(ErrorCodeText(error.code));
    findings_.push_back(
        {true, PlaceInFile(error.range, statement, source), std::string(ErrorCodeName(error.code)),
         error.detail.empty() ? general : Redact(error.detail), Redact(error.hint), number});
  }

  session::Session& session_;
  std::vector<Finding>& findings_;
  WarningSink sink_;
};

void AppendText(const Finding& finding, std::string& out) {
  out += finding.place.ToString() + (finding.error ? ": error: " : ": warning: ");
  if (!finding.code.empty()) out += finding.code + " ";
  out += OneLine(finding.message) + "\n";
  if (!finding.hint.empty()) out += "  hint: " + OneLine(finding.hint) + "\n";
}

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
    for (const Finding& finding : findings) AppendText(finding, out);
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

int RunCheck(const std::vector<ScriptFile>& files, Format format, session::SessionOptions options) {
  options.check_only = true;
  Result<std::unique_ptr<session::Session>> session = session::Session::Open(std::move(options));
  if (!session.ok()) {
    PrintLine("FAILED: " + session.error().ToString());
    if (!session.error().hint.empty()) PrintLine("hint: " + session.error().hint);
    return kExitEnvironment;
  }
  std::vector<Finding> findings;
  Checker checker(**session, findings);
  for (const ScriptFile& file : files) {
    if (checker.Check(file)) break;
  }
  Output output(STDOUT_FILENO);
  output.buffer() = Print(findings, format);
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
