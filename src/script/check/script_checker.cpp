#include "script/check/script_checker.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "base/secrets/redact.h"
#include "script/check/first_check.h"
#include "script/program.h"
#include "script/prompt_commands.h"
#include "script/silent_sink.h"

namespace paisql::script {

namespace {

struct KeptWarning {
  SourceRange range;
  std::string text;
};

// Keeps what a statement warns of and what it moves; there are no rows.
class KeepingSink : public SilentSink {
 public:
  void Warning(const SourceRange& range, std::string_view text) override {
    warnings_.push_back({range, std::string(text)});
  }
  bool WantsFlow() const override { return true; }
  void Flow(const session::DataFlow& flow) override { flows_.push_back(flow); }

  std::vector<KeptWarning> TakeWarnings() { return std::exchange(warnings_, {}); }
  std::vector<session::DataFlow> TakeFlows() { return std::exchange(flows_, {}); }

 private:
  std::vector<KeptWarning> warnings_;
  std::vector<session::DataFlow> flows_;
};

bool Earlier(const Finding& left, const Finding& right) {
  return left.place.line != right.place.line ? left.place.line < right.place.line
                                             : left.place.column < right.place.column;
}

}  // namespace

std::string FindingText(const Finding& finding) {
  std::string text = finding.place.ToString() + (finding.error ? ": error: " : ": warning: ");
  if (!finding.code.empty()) text += finding.code + " ";
  text += render::OneLine(finding.message) + "\n";
  if (!finding.hint.empty()) text += "  hint: " + render::OneLine(finding.hint) + "\n";
  return text;
}

bool ScriptChecker::Check(const ScriptFile& file) {
  ProgramBuilder builder({.parse = false});
  builder.Add(file.script, std::make_shared<const Source>(
                               Source{file.script.source, file.folder, true, file.whole}));
  const Program program = builder.Take();
  for (const Problem& problem : program.problems) {
    AddError(problem.error, problem.statement, problem.source->name, 0);
  }
  KeepingSink sink;
  for (const Step& step : program.steps) {
    const size_t first = findings_.size();
    session_.SetScriptFolder(step.source->folder);
    const Status ending = CheckEnding(step, session_, nullptr);
    const Result<session::Outcome> outcome = session_.Execute(step.statement, sink);
    for (session::DataFlow& flow : sink.TakeFlows()) {
      flows_.push_back({render::PlaceInFile({}, step.statement, step.source->name), step.number,
                        std::move(flow)});
    }
    for (const KeptWarning& warning : sink.TakeWarnings()) {
      findings_.push_back({false,
                           render::PlaceInFile(warning.range, step.statement, step.source->name),
                           "", Redact(warning.text), "", step.number});
    }
    if (!ending.ok()) AddError(ending.error(), step.statement, step.source->name, step.number);
    if (!outcome.ok()) {
      Error error = outcome.error();
      AddCommandHint(step.statement.text, error);
      AddError(error, step.statement, step.source->name, step.number);
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

void ScriptChecker::AddError(const Error& error, const syntax::StatementText& statement,
                             const std::string& source, size_t number) {
  const std::string general(ErrorCodeText(error.code));
  findings_.push_back({true, render::PlaceInFile(error.range, statement, source),
                       std::string(ErrorCodeName(error.code)),
                       error.detail.empty() ? general : Redact(error.detail), Redact(error.hint),
                       number});
}

}  // namespace paisql::script
