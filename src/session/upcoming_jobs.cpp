#include "session/upcoming_jobs.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "base/text.h"
#include "pai/algorithm/algorithms.h"
#include "session/state.h"
#include "syntax/parser.h"

namespace paisql::session {

namespace {

using syntax::StatementKind;

constexpr StatementKind kQuickKinds[] = {StatementKind::kEmpty, StatementKind::kSet,
                                         StatementKind::kUnset, StatementKind::kUse,
                                         StatementKind::kHelp,  StatementKind::kQuit};

// "tensorflow1" of a PAI statement that runs a script, "" of other ones and of those with mistakes;
// nullopt of a statement of another kind.
std::optional<std::string> FaceOf(const std::string& statement) {
  constexpr std::string_view kKeyword = "pai";
  const std::string_view begin = std::string_view(statement).substr(0, kKeyword.size());
  if (!EqualsIgnoreCase(begin, kKeyword)) return std::nullopt;
  const Result<syntax::StatementPtr> parsed = syntax::ParseStatement(statement);
  if (!parsed.ok()) return "";
  if ((*parsed)->kind != StatementKind::kPai) return std::nullopt;
  const auto& pai = syntax::As<syntax::PaiStatement>(**parsed);
  const auto& name = pai.name;
  if (!name.has_value() || pai.cost) return "";
  const std::optional<pai::Algorithm> algorithm = pai::FindAlgorithm(name->text);
  const bool runs_script = algorithm.has_value() && algorithm->family->program.empty();
  return runs_script ? std::string(algorithm->family->face) : "";
}

void WarmUp(const std::string& face, State& state) {
  if (face.empty() || state.checking() || !state.settings().GetBoolean("paisql.warm")) return;
  state.Jobs().WarmUp(face, training::ChooseEnvironment(state.settings().values()));
}

}  // namespace

void UpcomingJobs::Expect(const std::vector<syntax::StatementText>& statements, bool all) {
  all_ = all;
  faces_.clear();
  for (const syntax::StatementText& statement : statements) {
    if (std::optional<std::string> face = FaceOf(statement.text)) {
      faces_.push_back(*std::move(face));
    }
  }
}

std::string UpcomingJobs::NextFace() const {
  const auto next =
      std::ranges::find_if(faces_, [](const std::string& one) { return !one.empty(); });
  return next == faces_.end() ? "" : *next;
}

void UpcomingJobs::Begin(StatementKind kind, State& state) {
  const bool quick = std::ranges::find(kQuickKinds, kind) != std::end(kQuickKinds);
  if (kind == StatementKind::kPai) {
    if (!faces_.empty()) faces_.pop_front();
  } else if (!quick) {
    WarmUp(NextFace(), state);
  }
}

void UpcomingJobs::End(State& state) {
  if (!state.has_jobs()) return;
  const bool over = all_ && NextFace().empty();
  if (over || !state.settings().GetBoolean("paisql.warm")) state.Jobs().CoolDown();
}

void UpcomingJobs::Submitted(State& state) {
  if (all_ && NextFace().empty()) state.Jobs().CoolDown();
}

void UpcomingJobs::Ended(const std::string& face, State& state) {
  const std::string next = NextFace();
  WarmUp(next.empty() && state.options().interactive ? face : next, state);
}

}  // namespace paisql::session
