// SETVAR, UNSETVAR, ALIAS, SHOW VARIABLES.

#include "base/result.h"
#include "base/secrets/redact.h"
#include "base/text.h"
#include "session/display/layout.h"
#include "session/statements/answers.h"
#include "session/statements/settings/handlers.h"
#include "syntax/statements/show.h"
#include "variables/value.h"

namespace paisql::session {

namespace {

using variables::Origin;
using variables::Variable;
using variables::VariableSet;

constexpr size_t kShownWidth = 60;

struct OriginName {
  Origin origin;
  std::string_view name;
};

constexpr OriginName kOrigins[] = {
    {Origin::kFlag, "--define"},
    {Origin::kStatement, "SETVAR"},
    {Origin::kEnvironment, "--define-env"},
    {Origin::kSchedule, "bizdate"},
};

std::string_view NameOf(Origin origin) {
  for (const OriginName& one : kOrigins) {
    if (one.origin == origin) return one.name;
  }
  PAISQL_UNREACHABLE("an origin without a name");
}

void AddRow(const Variable& variable, const VariableSet& set, Answer& answer) {
  const Result<variables::Value> value = variables::Expand(variable, set);
  answer.rows.push_back(
      {variable.name, RedactValue(variable.name, variable.value),
       value.ok() ? std::optional(RedactValue(variable.name, value->text)) : std::nullopt,
       std::string(NameOf(variable.origin))});
}

// The box is for people: long values are cut.
std::string BoxOf(Answer answer) {
  for (auto& row : answer.rows) {
    for (auto& cell : row) {
      if (cell.has_value()) cell = OneLine(*cell, kShownWidth);
    }
  }
  return Box(answer);
}

}  // namespace

Status RunVariable(const syntax::VariableStatement& statement, Run& run) {
  VariableSet& set = run.state.Variables();
  if (statement.unset) {
    if (!set.Unset(statement.name)) {
      const std::string near = DidYouMean(statement.name, set.Names());
      run.out.Warn(statement.name_range,
                   "there is no variable " + statement.name + (near.empty() ? "" : "; " + near));
    }
    run.out.Done();
    return Status::Ok();
  }
  PAISQL_TRY_AT(statement.name_range, variables::CheckName(statement.name));
  Variable variable{statement.name, statement.value, Origin::kStatement};
  PAISQL_ASSIGN_AT(statement.value_range, const variables::Value value,
                   variables::Expand(variable, set));
  if (!value.warning.empty()) run.out.Warn(statement.value_range, value.warning);
  set.Set(std::move(variable));
  run.out.Done();
  return Status::Ok();
}

Status RunAlias(const syntax::AliasStatement& statement, Run& run) {
  names::Names::Aliases& aliases = run.state.aliases;
  if (statement.name.empty()) {
    Answer answer;
    answer.columns = {"alias", "resource"};
    for (const auto& [name, resource] : aliases) answer.rows.push_back({name, resource});
    answer.text = Box(answer);
    PAISQL_TRY(run.out.Show(answer));
  } else if (statement.resource.empty()) {
    aliases.erase(statement.name);
  } else {
    aliases[statement.name] = statement.resource;
  }
  run.out.Done();
  return Status::Ok();
}

Result<Answer> ShowVariables(const syntax::ShowStatement& statement, Run& run) {
  const VariableSet& set = run.state.Variables();
  Answer answer;
  answer.columns = {"variable", "value", "text", "origin"};
  const auto shown = [&](std::string_view name) {
    return statement.pattern.empty() || MatchesStarPattern(statement.pattern, name);
  };
  for (const auto& [name, variable] : set.all()) {
    if (shown(name)) AddRow(variable, set, answer);
  }
  for (const auto& [name, value] :
       {std::pair("bdp.system.bizdate", "$bizdate"), std::pair("bdp.system.cyctime", "$cyctime")}) {
    if (shown(name)) AddRow({name, value, Origin::kSchedule}, set, answer);
  }
  answer.text = BoxOf(answer);
  return answer;
}

}  // namespace paisql::session
