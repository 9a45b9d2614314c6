// Functions that take lambdas: x -> x + 1, (k, v) -> k + v, or the name of a function.

#include <fmt/format.h>

#include "analysis/expression/constants.h"
#include "analysis/expression/expressions.h"
#include "base/text.h"
#include "functions/resolve/lambda_resolution.h"
#include "plan/traverse.h"

namespace paisql::analysis {
namespace {

// A lambda whose result widens its own parameter is analysed again; types widen only a few times.
constexpr int kMaxWidenings = 8;

// transform(a, abs): the name of a scalar function where no column has that name.
bool NamesFunction(const State& state, const syntax::Expression& argument, const Scope& scope) {
  if (argument.kind != syntax::ExpressionKind::kColumn) return false;
  const syntax::QualifiedName& name = syntax::As<syntax::ColumnName>(argument).name;
  if (name.parts.size() != 1 || scope.Find(name).ok()) return false;
  return state.names.Function(name.parts[0].text).has_value();
}

// abs -> (p1) -> abs(p1)
std::unique_ptr<syntax::Lambda> LambdaOfFunction(const syntax::ColumnName& node, size_t width) {
  auto call = std::make_unique<syntax::Call>();
  call->range = node.range;
  call->name = node.name;
  auto lambda = std::make_unique<syntax::Lambda>();
  lambda->range = node.range;
  for (size_t i = 0; i < width; ++i) {
    const syntax::Identifier name{fmt::format("p{}", i + 1), true, node.range};
    lambda->parameters.push_back(name);
    auto column = std::make_unique<syntax::ColumnName>();
    column->range = node.range;
    column->name.parts.push_back(name);
    column->name.range = node.range;
    call->arguments.push_back(std::move(column));
  }
  lambda->body = std::move(call);
  return lambda;
}

Status CheckParameterNames(const syntax::Lambda& node) {
  for (size_t i = 0; i < node.parameters.size(); ++i) {
    for (size_t j = 0; j < i; ++j) {
      if (!EqualsIgnoreCase(node.parameters[i].text, node.parameters[j].text)) continue;
      return SemanticError(node.parameters[i].range,
                           fmt::format("parameter {} appears twice", node.parameters[i].text));
    }
  }
  return Status::Ok();
}

Error BodyError(const functions::Function& function, const plan::Expression& body,
                const DataType& expected) {
  return {ErrorCode::kInvalidArgumentType,
          fmt::format("the lambda of function {} gives {}, expect {}", function.name,
                      body.type.ToString(), expected.ToString()),
          body.range, "CAST the result of the lambda"};
}

}  // namespace

plan::ExpressionPtr ExpressionAnalyzer::LambdaBody(const syntax::Lambda& node, plan::Lambda& lambda,
                                                   const std::vector<DataType>& types) {
  lambda.parameters.clear();
  ScopeRelation parameters;
  for (size_t i = 0; i < types.size(); ++i) {
    const plan::OutputColumn column = state_.Column(node.parameters[i].text, types[i]);
    lambda.parameters.push_back(column.id);
    parameters.columns.push_back({column, false});
  }
  const Scope scope(&scope_, {std::move(parameters)});
  ExpressionAnalyzer analyzer(state_, scope, {.name = "a lambda", .subqueries = false});
  return analyzer.Analyze(*node.body);
}

Result<plan::ExpressionPtr> ExpressionAnalyzer::LambdaCall(const functions::Function& function,
                                                           const syntax::Call& node) {
  std::vector<plan::ExpressionPtr> arguments(node.arguments.size());
  std::vector<functions::CallArgument> known(node.arguments.size());
  for (size_t i = 0; i < arguments.size(); ++i) {
    const syntax::Expression& argument = *node.arguments[i];
    if (argument.kind == syntax::ExpressionKind::kLambda) {
      known[i].is_lambda = true;
      known[i].width = syntax::As<syntax::Lambda>(argument).parameters.size();
    } else if (NamesFunction(state_, argument, scope_)) {
      known[i].may_be_function = true;
    } else {
      arguments[i] = Analyze(argument);
      if (IsFailed(arguments[i]->type)) return FailedExpression(node.range);
      known[i].type = arguments[i]->type;
    }
  }
  Result<functions::LambdaResolution> started =
      functions::LambdaResolution::Start(function, known, state_.types());
  if (!started.ok()) {
    Error error = std::move(started).error();
    error.range = node.range;
    return error;
  }
  functions::LambdaResolution steps = *std::move(started);
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (!steps.IsLambda(i)) {
      // Here a name is a column: no function may stand in this place.
      if (!arguments[i]) return Analyze(*node.arguments[i]);
      continue;
    }
    std::unique_ptr<syntax::Lambda> named;
    if (!known[i].is_lambda) {
      named = LambdaOfFunction(syntax::As<syntax::ColumnName>(*node.arguments[i]),
                               steps.ParameterTypes(i).size());
    }
    const auto& written = named ? *named : syntax::As<syntax::Lambda>(*node.arguments[i]);
    PAISQL_TRY(CheckParameterNames(written));
    auto lambda = std::make_unique<plan::Lambda>(DataType(TypeId::kVoid));
    lambda->range = written.range;
    for (int attempt = 0;; ++attempt) {
      const std::vector<DataType> types = steps.ParameterTypes(i);
      const size_t warnings = state_.context.warnings.size();
      lambda->body = LambdaBody(written, *lambda, types);
      if (IsFailed(lambda->body->type)) return FailedExpression(node.range);
      const DataType expected = steps.BodyType(i);
      if (!steps.AcceptBody(i, lambda->body->type)) {
        return BodyError(function, *lambda->body, expected);
      }
      if (types == steps.ParameterTypes(i) || attempt == kMaxWidenings) break;
      state_.context.warnings.resize(warnings);
    }
    arguments[i] = std::move(lambda);
  }
  const functions::Resolution resolved = steps.Finish();
  auto call = std::make_unique<plan::Call>(&function, resolved.overload, resolved.result);
  call->mode = state_.types().evaluation();
  call->range = node.range;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const DataType& type = resolved.argument_types[i];
    if (steps.IsLambda(i)) {
      auto& lambda = plan::As<plan::Lambda>(*arguments[i]);
      lambda.body = CoerceTo(state_, std::move(lambda.body), type);
      lambda.type = type;
      continue;
    }
    if (resolved.constant_arguments[i] && !plan::IsConstantExpression(*arguments[i])) {
      return Error{
          ErrorCode::kConstantExpected,
          fmt::format("argument {} of function {} must be a constant", i + 1, function.name),
          arguments[i]->range, ""};
    }
    arguments[i] = CoerceTo(state_, std::move(arguments[i]), type);
  }
  call->arguments = std::move(arguments);
  return plan::ExpressionPtr(std::move(call));
}

}  // namespace paisql::analysis
