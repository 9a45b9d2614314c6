#include "shell/script/first_check.h"

#include <string>
#include <utility>
#include <vector>

#include "shell/script/silent_sink.h"
#include "shell/script/state_statements.h"

namespace paisql::shell {

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

size_t CheckProgram(const Program& program, size_t from, session::Session& check,
                    Reporter& reporter) {
  size_t failed = 0;
  DoubtSink sink;
  for (const Step& step : program.steps) {
    if (step.number < from && !SetsState(step)) continue;
    check.SetScriptFolder(step.source->folder);
    const Result<session::Outcome> outcome =
        check.Execute(step.statement, sink, {step.parsed.get(), nullptr});
    for (const DoubtSink::Doubt& doubt : sink.Take()) reporter.Doubt(step, doubt.range, doubt.text);
    if (!outcome.ok()) {
      ++failed;
      reporter.Failed(step, 0, outcome.error(), 0, false);
    } else if (outcome->quit) {
      break;
    }
  }
  return failed;
}

}  // namespace paisql::shell
