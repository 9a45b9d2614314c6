#include "analysis/expression/calls/user_calls.h"
#include "analysis/query/relations/from.h"

#include <algorithm>

#include <fmt/format.h>

#include "analysis/query/relations/table_rows.h"

namespace paisql::analysis {
namespace {

// Gives the new columns the user's names.
Status NameColumns(const functions::Function& function,
                   const std::vector<syntax::Identifier>& names,
                   std::vector<plan::OutputColumn>& columns) {
  if (names.empty()) return Status::Ok();
  if (names.size() != columns.size()) {
    return SemanticError(names.front().range,
                         fmt::format("function {} gives {} columns, {} names are given",
                                     function.name, columns.size(), names.size()));
  }
  for (size_t i = 0; i < names.size(); ++i) columns[i].name = names[i].text;
  return Status::Ok();
}

// Puts the columns that are the same in every row of a call at their places.
plan::RelationPtr AddFixedColumns(State& state, plan::RelationPtr unnest, size_t inputs,
                                  TableRows& rows) {
  auto project = std::make_unique<plan::Project>();
  project->range = unnest->range;
  const auto pass = [&](const plan::OutputColumn& column) {
    project->expressions.push_back(MakeColumn(column, unnest->range));
    project->output.push_back(column);
  };
  for (size_t i = 0; i < inputs; ++i) pass(unnest->output[i]);
  const size_t own = unnest->output.size() - inputs;
  for (size_t i = 0; i < rows.fixed_at; ++i) pass(unnest->output[inputs + i]);
  for (TableRows::Fixed& fixed : rows.fixed) {
    project->output.push_back(state.Column(fixed.name, fixed.value->type));
    project->expressions.push_back(std::move(fixed.value));
  }
  for (size_t i = rows.fixed_at; i < own; ++i) pass(unnest->output[inputs + i]);
  // An operator's columns have ids of their own, but those of the input are named by their scope.
  for (size_t i = inputs; i < project->output.size(); ++i) {
    project->output[i].id = state.NewColumn();
  }
  project->input = std::move(unnest);
  return project;
}

}  // namespace

Result<TableFunction> TableFunctionOf(State& state, const syntax::Expression& expression) {
  TableFunction called;
  if (expression.kind != syntax::ExpressionKind::kCall) return called;
  const auto& call = syntax::As<syntax::Call>(expression);
  PAISQL_ASSIGN(const auto user, FindUserFunction(state, call.name));
  if (user != nullptr) {
    if (user->form == udf::FunctionForm::kTable) called.user = user;
    return called;
  }
  if (call.name.parts.size() != 1) return called;
  const std::optional<names::OwnedFunction> owned = state.names.Function(call.name.parts[0].text);
  const bool table = owned.has_value() && owned->function->kind == functions::FunctionKind::kTable;
  if (table) called.builtin = owned->function;
  return called;
}

Result<plan::RelationPtr> UnnestRows(State& state, plan::RelationPtr input,
                                     const functions::Function& function,
                                     std::vector<plan::ExpressionPtr> arguments,
                                     const SourceRange& range, bool outer) {
  PAISQL_ASSIGN(TableRows rows, RowsOf(state, function, std::move(arguments), range));
  auto unnest = std::make_unique<plan::Unnest>();
  unnest->outer = outer;
  unnest->function = &function;
  unnest->overload = rows.overload;
  unnest->arguments = std::move(rows.arguments);
  unnest->range = range;
  unnest->output = input->output;
  const size_t inputs = input->output.size();
  for (TableRows::Column& column : rows.columns) {
    unnest->output.push_back(state.Column(std::move(column.name), std::move(column.type)));
  }
  unnest->input = std::move(input);
  plan::RelationPtr result = std::move(unnest);
  if (!rows.fixed.empty()) result = AddFixedColumns(state, std::move(result), inputs, rows);
  return result;
}

Result<plan::RelationPtr> TableCallRows(State& state, plan::RelationPtr input,
                                        const TableFunction& function, const syntax::Call& call,
                                        const Scope& scope, bool outer,
                                        const std::vector<syntax::Identifier>& names) {
  if (call.star || call.distinct || call.filter || !call.within_group.empty() || call.over) {
    return SemanticError(call.range, fmt::format("table function {} takes arguments only",
                                                 function.user ? function.user->function->name
                                                               : function.builtin->name));
  }
  ExpressionAnalyzer analyzer(state, scope, {.name = "table functions"});
  std::vector<plan::ExpressionPtr> arguments;
  for (const syntax::ExpressionPtr& argument : call.arguments) {
    arguments.push_back(analyzer.Analyze(*argument));
  }
  const bool failed = std::any_of(arguments.begin(), arguments.end(),
                                  [](const auto& argument) { return IsFailed(argument->type); });
  if (failed) {
    plan::RelationPtr relation = OpenRelation(state);
    relation->output.insert(relation->output.begin(), input->output.begin(), input->output.end());
    return relation;
  }
  if (function.user) {
    PAISQL_ASSIGN(auto use, UseUserFunction(state, *function.user, arguments, call.range,
                                            std::max<size_t>(names.size(), 1)));
    return UserRows(state, std::move(input), {std::move(use), std::move(arguments), call.range},
                    outer, names);
  }
  const size_t inputs = input->output.size();
  PAISQL_ASSIGN(plan::RelationPtr result, UnnestRows(state, std::move(input), *function.builtin,
                                                     std::move(arguments), call.range, outer));
  std::vector<plan::OutputColumn> columns(
      result->output.begin() + static_cast<std::ptrdiff_t>(inputs), result->output.end());
  PAISQL_TRY(NameColumns(*function.builtin, names, columns));
  std::copy(columns.begin(), columns.end(),
            result->output.begin() + static_cast<std::ptrdiff_t>(inputs));
  return result;
}

}  // namespace paisql::analysis
