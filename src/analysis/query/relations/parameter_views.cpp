// FROM v(…): a view with parameters, or a function that gives rows.

#include <fmt/format.h>

#include "analysis/expression/coercion.h"
#include "analysis/query/relations/definitions.h"
#include "analysis/query/relations/from.h"
#include "base/text.h"
#include "types/conversion.h"

namespace paisql::analysis {
namespace {

// The argument's columns by position, with the parameter's names and types; * passes the rest on.
Result<plan::RelationPtr> Fitted(State& state, plan::RelationPtr rows,
                                 const syntax::Parameter& parameter, const SourceRange& range) {
  if (IsOpen(rows->output)) return rows;
  const size_t wanted = parameter.columns.size();
  const size_t given = rows->output.size();
  if (given < wanted || (given > wanted && !parameter.rest)) {
    return SemanticError(range, fmt::format("expect {} columns, actually have {}", wanted, given),
                         "the argument has the columns of @" + parameter.name.text);
  }
  auto project = std::make_unique<plan::Project>();
  project->range = range;
  for (size_t i = 0; i < given; ++i) {
    std::string name = rows->output[i].name;
    plan::ExpressionPtr column = MakeColumn(rows->output[i], range);
    if (i < wanted) {
      name = parameter.columns[i].name.text;
      syntax::Parameter one;
      one.name = parameter.columns[i].name;
      one.type = parameter.columns[i].type;
      PAISQL_ASSIGN(column, ValueArgument(state, one, std::move(column)));
    }
    project->output.push_back(state.Column(std::move(name), column->type));
    project->expressions.push_back(std::move(column));
  }
  project->input = std::move(rows);
  return plan::RelationPtr(std::move(project));
}

}  // namespace

// A name, @v, or a query, whose brackets stand in those of the call.
Result<plan::RelationPtr> FromAnalyzer::TableArgument(const syntax::Expression& argument) {
  switch (argument.kind) {
    case syntax::ExpressionKind::kScalarSubquery:
      return QueryRelation(state_, *syntax::As<syntax::ScalarSubquery>(argument).query, nullptr);
    case syntax::ExpressionKind::kVariable:
      return VariableRelation(state_, syntax::As<syntax::Variable>(argument).name);
    case syntax::ExpressionKind::kColumn: {
      syntax::TableRelation table;
      table.name = syntax::As<syntax::ColumnName>(argument).name;
      table.range = argument.range;
      const std::vector<syntax::Hint> no_hints;
      FromAnalyzer inner(state_, nullptr, no_hints);
      PAISQL_ASSIGN(FromResult result, inner.NamedTable(table));
      return std::move(result.plan);
    }
    default:
      return SemanticError(argument.range, "a table is expected",
                           "write its name, @v, or ((SELECT …)) in two pairs of brackets");
  }
}

Result<Variables> FromAnalyzer::Arguments(const syntax::FunctionRelation& node,
                                          const RowsCall& called, CteScope& shared) {
  const syntax::Definition& definition = called.definition;
  Variables variables;
  if (called.view.empty()) variables = FunctionsOf(state_.variables);
  for (size_t i = 0; i < definition.parameters.size(); ++i) {
    const syntax::Parameter& parameter = definition.parameters[i];
    const syntax::Expression& argument = ArgumentOf(definition, node.arguments, i);
    Variable variable;
    variable.name = parameter.name.text;
    if (parameter.table) {
      PAISQL_ASSIGN(plan::RelationPtr rows, TableArgument(argument));
      PAISQL_ASSIGN(rows, Fitted(state_, std::move(rows), parameter, argument.range));
      variable.shared = &shared.Add(parameter.name.text, std::move(rows));
    } else if (parameter.function) {
      if (!called.view.empty()) {
        return SemanticError(argument.range, "a view takes no functions", "");
      }
      PAISQL_ASSIGN(variable, FunctionArgument(state_, parameter, argument));
    } else {
      const Scope nothing(nullptr);
      ExpressionAnalyzer analyzer(state_, nothing, {.name = "an argument"});
      PAISQL_ASSIGN(plan::ExpressionPtr value,
                    ValueArgument(state_, parameter, analyzer.Analyze(argument)));
      variable.expression = std::shared_ptr<const plan::Expression>(std::move(value));
    }
    variables[ToLower(parameter.name.text)] = std::make_shared<const Variable>(std::move(variable));
  }
  return variables;
}

Result<FromResult> FromAnalyzer::CallRows(const syntax::FunctionRelation& node,
                                          const RowsCall& called) {
  const SourceRange& range = node.range;
  if (std::ranges::find(state_.view_names, called.key) != state_.view_names.end()) {
    return Error{ErrorCode::kInvalidTable, called.title + " refers to itself", range,
                 "create it again over the tables below it"};
  }
  if (state_.view_names.size() >= ValueOf(Limit::kViewDepth)) {
    return LimitError(Limit::kViewDepth, ErrorCode::kInvalidTable, range);
  }
  if (++state_.view_reads > ValueOf(Limit::kViewReads)) return TooLarge(Limit::kViewReads, range);
  PAISQL_TRY(CheckArguments(called.definition, called.name, node.arguments, range));
  CteScope shared(state_);
  PAISQL_ASSIGN(Variables variables, Arguments(node, called, shared));
  const int view = called.view.empty() ? 0 : 1;
  if (view == 1) state_.context.views.insert(called.view);
  state_.view_names.push_back(called.key);
  state_.within_views += view;
  names::Names names = std::exchange(state_.names, called.names);
  const size_t warnings = state_.context.warnings.size();
  const size_t errors = state_.errors.size();
  Result<plan::RelationPtr> rows =
      BodyRows(state_, called.definition, called.name, variables, shared);
  state_.names = std::move(names);
  state_.view_names.pop_back();
  state_.within_views -= view;
  state_.context.warnings.resize(warnings);
  if (!rows.ok() || state_.errors.size() > errors) {
    Error error = rows.ok() ? state_.errors.CutTo(errors) : std::move(rows).error();
    error.detail = fmt::format("in {}: {}", called.title, error.detail);
    error.range = range;
    return error;
  }
  plan::RelationPtr relation = std::move(rows).value();
  SetRanges(*relation, range);
  relation = shared.Wrap(std::move(relation));
  return Named(std::move(relation), node, called.name, called.project);
}

Result<FromResult> FromAnalyzer::ParameterView(const syntax::FunctionRelation& node,
                                               const store::Table& view) {
  const std::string title = "view " + view.QualifiedName();
  if (!syntax::IsDefinition(view.view_text)) {
    return SemanticError(node.name.range, title + " takes no arguments", "leave the brackets out");
  }
  PAISQL_ASSIGN(const syntax::Definition definition,
                syntax::ParseDefinition(view.view_text, state_.context.leash));
  return CallRows(node, {.definition = definition,
                         .name = view.name,
                         .title = title,
                         .key = ToLower(view.QualifiedName()),
                         .view = view.QualifiedName(),
                         .project = view.project,
                         .names = state_.names.Within(view)});
}

// A function of the script, or one of the project, whose text sees nothing of the session.
Result<FromResult> FromAnalyzer::FunctionRows(const syntax::FunctionRelation& node,
                                              const syntax::Definition& definition) {
  const std::string& name = node.name.parts.back().text;
  if (!GivesRows(definition)) {
    return SemanticError(node.range, fmt::format("function {} gives a value and no rows", name),
                         "call it in an expression");
  }
  const bool own = FindVariable(state_.variables, FunctionKey(name)) != nullptr;
  return CallRows(node, {.definition = definition,
                         .name = name,
                         .title = "function " + name,
                         .key = FunctionKey(name),
                         .names = own ? state_.names : state_.names.Within(state_.names.place())});
}

}  // namespace paisql::analysis
