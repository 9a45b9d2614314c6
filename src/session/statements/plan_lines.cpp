#include "session/statements/plan_lines.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/secrets/redact.h"
#include "base/text.h"
#include "plan/estimate.h"
#include "plan/explain.h"

namespace paisql::session {

namespace {

using nlohmann::json;

// What stands in brackets after an operator.
std::string FactsText(const PlanLine& line) {
  std::vector<std::string> facts;
  if (line.estimated_rows) facts.push_back(fmt::format("estimated rows: {}", *line.estimated_rows));
  if (line.in_others) facts.emplace_back("ran as part of others");
  if (line.rows) facts.push_back(fmt::format("rows: {}", *line.rows));
  if (line.ms >= 0) facts.push_back(fmt::format("time: {:.3f} ms", line.ms));
  return facts.empty() ? "" : " (" + Join(facts, ", ") + ")";
}

json JsonOfLine(const PlanLine& line) {
  constexpr std::string_view kKinds[] = {"operator", "title", "note"};
  json one = {
      {"kind", kKinds[static_cast<int>(line.kind)]}, {"depth", line.depth}, {"text", line.text}};
  if (line.estimated_rows) one["estimated_rows"] = *line.estimated_rows;
  if (line.rows) one["rows"] = *line.rows;
  if (line.ms >= 0) one["ms"] = line.ms;
  if (line.in_others) one["in_others"] = true;
  return one;
}

}  // namespace

void AddTitle(std::string title, PlanLines& lines) {
  if (title.empty()) return;
  lines.push_back({PlanLine::Kind::kTitle, 0, std::move(title)});
}

void AddNotes(std::string_view text, PlanLines& lines) {
  if (Trim(text).empty()) return;
  for (std::string& line : Split(text.substr(0, text.find_last_not_of('\n') + 1), '\n')) {
    lines.push_back({PlanLine::Kind::kNote, 0, std::move(line)});
  }
}

void AddPlan(const execution::TitledPlan& plan, const plan::FactsOfScan& facts, PlanLines& lines) {
  AddTitle(plan.title, lines);
  const plan::RowEstimates estimates(*plan.root, facts);
  for (plan::ExplainedLine& one : plan::ExplainLines(*plan.root, facts)) {
    PlanLine& line = lines.emplace_back();
    line.kind = PlanLine::Kind::kOperator;
    line.depth = one.depth;
    line.text = std::move(one.text);
    if (one.relation != nullptr) line.estimated_rows = estimates.Rows(*one.relation);
  }
}

std::string PlanText(const PlanLines& lines) {
  std::string text;
  for (const PlanLine& line : lines) {
    text.append(static_cast<size_t>(line.depth) * 2, ' ');
    text += line.text + FactsText(line) + "\n";
  }
  return text;
}

std::string PlanJson(const PlanLines& lines) {
  json plan = json::array();
  for (const PlanLine& line : lines) plan.push_back(JsonOfLine(line));
  return json{{"plan", std::move(plan)}}.dump(-1, ' ', false, json::error_handler_t::replace);
}

Status ShowPlan(PlanLines lines, Run& run) {
  for (PlanLine& line : lines) line.text = Redact(line.text);
  const bool as_json = run.state.settings().Get("paisql.explain.format") == "json";
  Answer answer;
  answer.columns = {"plan"};
  answer.text = as_json ? PlanJson(lines) + "\n" : Redact(PlanText(lines));
  for (const std::string& line : Split(Trim(answer.text), '\n')) answer.rows.push_back({line});
  return run.out.Show(answer);
}

}  // namespace paisql::session
