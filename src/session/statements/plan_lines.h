#pragma once

// What EXPLAIN shows: operators of plans in the order of their lines, each with how deep it stands
// and what is known of it. The setting paisql.explain.format chooses between a text for people and
// JSON for programs that draw the tree.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/report.h"
#include "execution/plan_run.h"
#include "plan/scan_facts.h"
#include "session/state.h"

namespace paisql::session {

struct PlanLine {
  // A title begins a plan or a part of one; a note is a line about the plan before it.
  enum class Kind { kOperator, kTitle, kNote };

  Kind kind = Kind::kNote;
  int depth = 0;
  std::string text;
  std::optional<int64_t> estimated_rows = {};
  std::optional<int64_t> rows = {};  // that it handed on
  double ms = -1;                    // of all threads together; negative: not known
  bool in_others = false;            // it has run as part of other operators
};

using PlanLines = std::vector<PlanLine>;

void AddTitle(std::string title, PlanLines& lines);
void AddNotes(std::string_view text, PlanLines& lines);
// The plan with estimates.
void AddPlan(const execution::TitledPlan& plan, const plan::FactsOfScan& facts, PlanLines& lines);

std::string PlanText(const PlanLines& lines);
// {"plan":[{"kind","depth","text","estimated_rows","rows","ms","in_others"},…]} in one line.
std::string PlanJson(const PlanLines& lines);
// Without the secrets in the lines.
Status ShowPlan(PlanLines lines, Run& run);

}  // namespace paisql::session
