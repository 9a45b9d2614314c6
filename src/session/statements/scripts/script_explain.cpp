// EXPLAIN in front of a script: all plans in the order in which they would run. Nothing is
// computed, so both branches of an IF are shown and the body of a LOOP once. DDL happens in the
// draft, so that what follows is analysed with it, and is forgotten with that.

#include <fmt/format.h>

#include "base/text.h"
#include "session/statements/plan_lines.h"
#include "session/statements/scripts/script_run.h"

namespace paisql::session {

std::string ScriptRun::LineOf(std::string_view what, const SourceRange& range) {
  return fmt::format("{}, line {}", what, range.line);
}

void ScriptRun::Explain(std::string title, analysis::QueryPlan& plan) {
  const plan::Relation* const root = queries_.emplace_back(std::move(plan)).root.get();
  explained_.push_back({std::move(title), root});
}

void ScriptRun::Explain(const syntax::Statement& statement) {
  const SourceRange& range = statement.range;
  const std::string text = run_.text.substr(range.begin, range.end - range.begin);
  Explain(Split(Trim(text), '\n').front());
}

Status ScriptRun::ShowExplained() {
  if (state_.checking()) return Status::Ok();
  execution::PlanRun plans(state_, RunOptionsOf(run_));
  for (const execution::TitledPlan& plan : explained_) {
    if (plan.root != nullptr) PAISQL_TRY(plans.Add(plan));
  }
  PAISQL_TRY(plans.List());
  PlanLines lines;
  for (const execution::TitledPlan& plan : explained_) {
    if (plan.root == nullptr) {
      AddTitle(plan.title, lines);
    } else {
      AddPlan(plan, plans.bindings().Facts(), lines);
    }
  }
  return ShowPlan(std::move(lines), run_);
}

}  // namespace paisql::session
