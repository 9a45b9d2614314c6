// Calls of SQL functions: the body stands in the place of the call.

#include <fmt/format.h>

#include <algorithm>

#include "analysis/expression/calls/user_calls.h"
#include "analysis/expression/expressions.h"
#include "analysis/query/relations/definitions.h"
#include "analysis/query/relations/from.h"
#include "base/text.h"

namespace paisql::analysis {

namespace {

// The variable that an argument or a call names, where it holds a function.
const Variable* HeldFunction(const State& state, std::string_view name) {
  const Variable* const variable = FindVariable(state.variables, name);
  const bool holds =
      variable != nullptr && (variable->lambda != nullptr || !variable->function.empty());
  return holds ? variable : nullptr;
}

}  // namespace

Result<Variable> FunctionArgument(State& state, const syntax::Parameter& parameter,
                                  const syntax::Expression& argument) {
  Variable made;
  std::string name;
  if (argument.kind == syntax::ExpressionKind::kLambda) {
    made.lambda = &syntax::As<syntax::Lambda>(argument);
    made.scope = state.variables == nullptr ? std::make_shared<const Variables>()
                                            : std::make_shared<const Variables>(*state.variables);
  } else if (argument.kind == syntax::ExpressionKind::kColumn) {
    const auto& parts = syntax::As<syntax::ColumnName>(argument).name.parts;
    if (parts.size() == 1) name = parts.front().text;
  } else if (argument.kind == syntax::ExpressionKind::kVariable) {
    const auto& node = syntax::As<syntax::Variable>(argument);
    const Variable* const held = HeldFunction(state, node.name.text);
    if (held != nullptr) made = *held;
  }
  made.name = parameter.name.text;
  if (made.lambda != nullptr || !made.function.empty()) return made;
  if (!name.empty()) {
    PAISQL_ASSIGN(const auto own, FindFunction(state, name, argument.range));
    syntax::QualifiedName called;
    called.parts.push_back({name, false, argument.range});
    called.range = argument.range;
    PAISQL_ASSIGN(const auto user, FindUserFunction(state, called));
    if (own != nullptr || user != nullptr || state.names.Function(name).has_value()) {
      made.function = name;
      return made;
    }
  }
  return SemanticError(argument.range, "the name of a function is expected",
                       name.empty() ? "" : DidYouMean(name, state.names.FunctionNames()));
}

Result<const Variable*> ExpressionAnalyzer::FunctionOfParameter(const syntax::Call& node) const {
  const std::string name = node.name.parts.front().text.substr(1);
  const analysis::Variable* const held = HeldFunction(state_, name);
  if (held != nullptr) return held;
  if (FindVariable(state_.variables, name) == nullptr) {
    return UnknownVariable(state_, name, node.name.range);
  }
  return SemanticError(node.name.range, fmt::format("@{} is not a function", name),
                       "declare the parameter as FUNCTION (type) RETURNS type");
}

// The body of FUNCTION (@x) AS … in the place of @f(1).
Result<plan::ExpressionPtr> ExpressionAnalyzer::LambdaOfParameter(const analysis::Variable& held,
                                                                  const syntax::Call& node) {
  const std::vector<syntax::Identifier>& parameters = held.lambda->parameters;
  if (node.arguments.size() != parameters.size()) {
    return Error{
        ErrorCode::kArgumentCount,
        fmt::format("function @{} needs {} parameter{}, actually have {}", held.name,
                    parameters.size(), parameters.size() == 1 ? "" : "s", node.arguments.size()),
        node.range, ""};
  }
  Variables variables = *held.scope;
  for (size_t i = 0; i < parameters.size(); ++i) {
    analysis::Variable variable;
    variable.name = parameters[i].text;
    plan::ExpressionPtr argument = Analyze(*node.arguments[i]);
    if (IsFailed(argument->type)) return argument;
    variable.expression = std::shared_ptr<const plan::Expression>(std::move(argument));
    variables[LambdaKey(parameters[i].text)] =
        std::make_shared<const analysis::Variable>(std::move(variable));
  }
  const VariableSwap swap(state_, &variables);
  const Scope nothing(nullptr);
  ExpressionAnalyzer analyzer(state_, nothing, {.name = "a lambda", .subqueries = false});
  plan::ExpressionPtr value = analyzer.Analyze(*held.lambda->body);
  SetRanges(*value, node.range);
  return value;
}

Result<plan::ExpressionPtr> ExpressionAnalyzer::DefinitionCall(const std::string& name,
                                                               const syntax::Call& node) {
  PAISQL_ASSIGN(const auto found, FindFunction(state_, name, node.name.range));
  if (found == nullptr) return plan::ExpressionPtr();
  const syntax::Definition& definition = *found;
  if (GivesRows(definition)) {
    return SemanticError(node.range, fmt::format("function {} gives rows", name),
                         fmt::format("write FROM {}(…)", name));
  }
  if (node.star || node.distinct || node.filter || node.over || !node.within_group.empty()) {
    return SemanticError(node.range, fmt::format("function {} takes arguments only", name),
                         "leave OVER, FILTER and DISTINCT out");
  }
  PAISQL_TRY(CheckArguments(definition, name, node.arguments, node.range));
  const std::string key = FunctionKey(name);
  if (std::ranges::find(state_.view_names, key) != state_.view_names.end()) {
    return SemanticError(node.range, fmt::format("function {} calls itself", name), "");
  }
  if (state_.view_names.size() >= ValueOf(Limit::kViewDepth)) {
    return LimitError(Limit::kViewDepth, ErrorCode::kSemantic, node.range);
  }
  Variables variables = FunctionsOf(state_.variables);
  for (size_t i = 0; i < definition.parameters.size(); ++i) {
    const syntax::Expression& written = ArgumentOf(definition, node.arguments, i);
    const syntax::Parameter& parameter = definition.parameters[i];
    analysis::Variable variable;
    variable.name = parameter.name.text;
    if (parameter.function) {
      PAISQL_ASSIGN(variable, FunctionArgument(state_, parameter, written));
    } else if (parameter.type) {
      plan::ExpressionPtr argument = Analyze(written);
      if (IsFailed(argument->type)) return argument;
      PAISQL_ASSIGN(argument, ValueArgument(state_, parameter, std::move(argument)));
      variable.expression = std::shared_ptr<const plan::Expression>(std::move(argument));
    }
    variables[ToLower(parameter.name.text)] =
        std::make_shared<const analysis::Variable>(std::move(variable));
  }
  state_.view_names.push_back(key);
  const size_t warnings = state_.context.warnings.size();
  const size_t errors = state_.errors.size();
  Result<plan::ExpressionPtr> value = BodyValue(state_, definition, name, variables);
  state_.view_names.pop_back();
  state_.context.warnings.resize(warnings);
  if (!value.ok() || state_.errors.size() > errors) {
    Error error = value.ok() ? state_.errors.CutTo(errors) : std::move(value).error();
    error.detail = fmt::format("in function {}: {}", name, error.detail);
    error.range = node.range;
    // Analyze says nothing of a part that had trouble, so the error is kept here.
    state_.errors.Add(std::move(error));
    return FailedExpression(node.range);
  }
  plan::ExpressionPtr result = std::move(value).value();
  SetRanges(*result, node.range);
  return result;
}

}  // namespace paisql::analysis
