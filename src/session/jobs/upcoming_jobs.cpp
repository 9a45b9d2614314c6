#include "session/jobs/upcoming_jobs.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "base/text.h"
#include "jobs/spec/runtime.h"
#include "pai/components.h"
#include "session/state.h"
#include "syntax/parser.h"
#include "syntax/statements/commands.h"
#include "syntax/statements/pai.h"

namespace paisql::session {

namespace {

bool IsQuick(const syntax::Statement& statement) {
  using namespace syntax;  // NOLINT(google-build-using-namespace): its statements
  return IsA<EmptyStatement, SetStatement, UnsetStatement, UseStatement, HelpStatement,
             QuitStatement, AliasStatement, VariableStatement>(statement);
}

// The runtime of a PAI statement that is worth a warm start, "" of other ones and of those with
// mistakes; nullopt of a statement of another kind.
std::optional<std::string> RuntimeOf(const std::string& statement) {
  constexpr std::string_view kKeyword = "pai";
  const std::string_view begin = std::string_view(statement).substr(0, kKeyword.size());
  if (!EqualsIgnoreCase(begin, kKeyword)) return std::nullopt;
  const Result<syntax::StatementPtr> parsed = syntax::ParseStatement(statement);
  if (!parsed.ok()) return "";
  const auto* const pai = syntax::If<syntax::PaiStatement>(**parsed);
  if (pai == nullptr) return std::nullopt;
  const auto& name = pai->name;
  if (!name.has_value() || pai->cost) return "";
  const std::optional<pai::Algorithm> algorithm = pai::OfferedComponents().Find(name->text);
  if (!algorithm.has_value()) return "";
  const jobs::Runtime* const runtime = jobs::FindRuntime(pai::RuntimeOf(*algorithm->component));
  const bool ahead = runtime != nullptr && runtime->warm == jobs::WarmStart::kAhead;
  return ahead ? std::string(runtime->name) : "";
}

void WarmUp(const std::string& name, State& state) {
  const jobs::Runtime* const runtime = jobs::FindRuntime(name);
  if (runtime == nullptr || runtime->warm != jobs::WarmStart::kAhead) return;
  if (state.checking() || !state.settings().GetBoolean("paisql.warm")) return;
  state.Jobs().WarmUp(*runtime, jobs::ChooseEnvironment(state.settings().values()));
}

}  // namespace

void UpcomingJobs::Expect(const std::vector<syntax::StatementText>& statements, bool all) {
  all_ = all;
  runtimes_.clear();
  for (const syntax::StatementText& statement : statements) {
    if (std::optional<std::string> runtime = RuntimeOf(statement.text)) {
      runtimes_.push_back(*std::move(runtime));
    }
  }
}

std::string UpcomingJobs::NextRuntime() const {
  const auto next =
      std::ranges::find_if(runtimes_, [](const std::string& one) { return !one.empty(); });
  return next == runtimes_.end() ? "" : *next;
}

void UpcomingJobs::Begin(const syntax::Statement& statement, State& state) {
  if (syntax::IsA<syntax::PaiStatement>(statement)) {
    if (!runtimes_.empty()) runtimes_.pop_front();
  } else if (!IsQuick(statement)) {
    WarmUp(NextRuntime(), state);
  }
}

void UpcomingJobs::End(State& state) {
  if (!state.has_jobs()) return;
  const bool over = all_ && NextRuntime().empty();
  if (over || !state.settings().GetBoolean("paisql.warm")) state.Jobs().CoolDown();
}

void UpcomingJobs::Submitted(State& state) {
  if (all_ && NextRuntime().empty()) state.Jobs().CoolDown();
}

void UpcomingJobs::Ended(const std::string& runtime, State& state) {
  const std::string next = NextRuntime();
  WarmUp(next.empty() && state.options().interactive ? runtime : next, state);
}

}  // namespace paisql::session
