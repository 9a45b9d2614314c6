#include "script/check/first_check.h"

#include <string>
#include <utility>
#include <vector>

#include "script/prompt_commands.h"
#include "script/resume.h"
#include "script/silent_sink.h"
#include "syntax/parser.h"
#include "syntax/script.h"

namespace paisql::script {

namespace {

// Keeps what only running can tell.
class DoubtSink : public SilentSink {
 public:
  struct Doubt {
    SourceRange range;
    std::string text;
  };

  void Unknown(const SourceRange& range, std::string_view text) override {
    doubts_.push_back({range, std::string(text)});
  }
  std::vector<Doubt> Take() { return std::exchange(doubts_, {}); }

 private:
  std::vector<Doubt> doubts_;
};

}  // namespace

Status CheckEnding(const Step& step, session::Session& check, const Reporter* reporter) {
  const std::string& ending = step.statement.ending;
  if (ending.empty()) return Status::Ok();
  const bool made = variables::MayHoldVariables(ending);
  Result<variables::Substituted> text = check.Substitute(ending);
  if (!text.ok()) return PlacedAtEnding(std::move(text).error(), step);
  const auto failed = [&](Error error) {
    if (made) error.range = {};
    return PlacedAtEnding(text->secrets.Mask(std::move(error)), step);
  };
  const Result<OutputRequest> request = ParseOutputRequest(text->text);
  if (!request.ok()) return failed(request.error());
  const Status accepted = reporter != nullptr ? reporter->Accepts(*request) : Status::Ok();
  return accepted.ok() ? accepted : Status(failed(accepted.error()));
}

namespace {

// The tables that the statement reads and writes with the values that its variables have now.
session::TouchedTables Touched(const Step& step, session::Session& check) {
  if (step.parsed != nullptr) return session::FindTouchedTables(*step.parsed);
  const Result<variables::Substituted> text = check.Substitute(step.statement.text);
  if (!text.ok()) return {};
  session::TouchedTables touched;
  if (step.statement.kind == syntax::StatementText::Kind::kScript) {
    const Result<syntax::Script> script = syntax::ParseScript(text->text);
    if (!script.ok()) return {};
    touched = session::FindTouchedTables(*script);
  } else {
    const Result<syntax::StatementPtr> parsed = syntax::ParseStatement(text->text);
    if (!parsed.ok() || *parsed == nullptr) return {};
    touched = session::FindTouchedTables(**parsed);
  }
  for (std::string& name : touched.reads) name = text->secrets.Mask(name);
  for (std::string& name : touched.writes) name = text->secrets.Mask(name);
  return touched;
}

}  // namespace

Mistakes CheckProgram(const Program& program, size_t from, session::Session& check,
                      Reporter& reporter, std::vector<session::TouchedTables>* touched) {
  Mistakes mistakes;
  DoubtSink sink;
  for (const Step& step : program.steps) {
    if (step.number < from && !SetsState(step)) continue;
    check.SetScriptFolder(step.source->folder);
    if (touched != nullptr) {
      touched->resize(step.number);
      touched->back() = Touched(step, check);
    }
    // Before the statement, as the run does.
    const Status ending = CheckEnding(step, check, &reporter);
    const Result<session::Outcome> outcome =
        check.Execute(step.statement, sink, {step.parsed.get(), nullptr});
    for (const DoubtSink::Doubt& doubt : sink.Take()) reporter.Doubt(step, doubt.range, doubt.text);
    if (!outcome.ok() || !ending.ok()) {
      ++mistakes.all;
      if (step.number >= from) ++mistakes.to_run;
      Error error = outcome.ok() ? ending.error() : outcome.error();
      AddCommandHint(step.statement.text, error);
      if (!outcome.ok() && !ending.ok()) error.others.push_back(ending.error());
      reporter.Failed(step, 0, error, 0, false);
    } else if (outcome->quit) {
      break;
    }
  }
  return mistakes;
}

}  // namespace paisql::script
