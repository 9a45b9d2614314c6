// Statements about variables: DROP TABLE VARIABLES, and what DESC @v asks.

#include "analysis/analyzer.h"
#include "analysis/variables.h"
#include "base/text.h"
#include "session/sink.h"
#include "session/statements/scripts/handlers.h"

namespace paisql::session {

namespace {

// SELECT * FROM @v
syntax::Query RowsOf(const syntax::Identifier& variable) {
  auto table = std::make_unique<syntax::TableRelation>();
  table->variable = true;
  table->range = variable.range;
  table->name.parts.push_back(variable);
  table->name.range = variable.range;
  auto select = std::make_unique<syntax::Select>();
  syntax::SelectItem& all = select->items.emplace_back();
  all.expression = std::make_unique<syntax::Star>();
  all.expression->range = all.range = variable.range;
  select->from = std::move(table);
  select->range = variable.range;
  syntax::Query query;
  query.body.select = std::move(select);
  query.body.range = query.range = variable.range;
  return query;
}

}  // namespace

Result<analysis::QueryPlan> ReadVariable(const syntax::Identifier& variable, State& state) {
  analysis::AnalysisContext context = state.MakeContext();
  return analysis::AnalyzeQuery(RowsOf(variable), context);
}

Status RunDropVariables(const syntax::DropVariablesStatement& statement, Run& run) {
  State& state = run.state;
  analysis::Variables left =
      state.script_variables == nullptr ? analysis::Variables() : *state.script_variables;
  for (const syntax::Identifier& variable : statement.variables) {
    const bool known =
        analysis::FindVariable(state.script_variables.get(), variable.text) != nullptr;
    // The reader of an unknown variable knows the names that are near.
    if (!known && !statement.if_exists) return ReadVariable(variable, state).error();
    left.erase(ToLower(variable.text));
  }
  state.script_variables = std::make_shared<const analysis::Variables>(std::move(left));
  run.out.Done();
  return Status::Ok();
}

}  // namespace paisql::session
