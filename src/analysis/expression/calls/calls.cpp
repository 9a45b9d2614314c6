// Calls of functions: scalar ones, and the choice of what else a call is.

#include <fmt/format.h>

#include <algorithm>

#include "analysis/expression/absent.h"
#include "analysis/expression/calls/special_calls.h"
#include "analysis/expression/calls/user_calls.h"
#include "analysis/expression/constants.h"
#include "analysis/expression/doubts.h"
#include "analysis/expression/expressions.h"
#include "base/text.h"
#include "functions/resolve/lambda_resolution.h"
#include "functions/resolve/result_rules.h"
#include "store/function_catalog.h"

namespace paisql::analysis {
namespace {

Error UnknownFunction(const syntax::Call& node, const names::Names& names) {
  const SourceRange& range = node.name.range.known() ? node.name.range : node.range;
  if (std::optional<Error> absent = AbsentFunction(node.name.ToString(), range)) {
    return *std::move(absent);
  }
  std::vector<std::string> known = names.FunctionNames();
  if (const auto own = store::FunctionCatalog(names.catalog()).List(names.place()); own.ok()) {
    for (const store::UserFunction& function : *own) known.push_back(function.name);
  }
  return SemanticError(
      range, fmt::format("function or view '{}' cannot be resolved", node.name.ToString()),
      DidYouMean(node.name.parts.back().text, known));
}

// A function of another mode is as unknown as a name that no mode has.
Error AbsentCall(const syntax::Call& node, const names::Names& names, const TypeMode& mode) {
  Error error = UnknownFunction(node, names);
  error.hint = mode.hive_compatible
                   ? "Hive-compatible mode does not have it: SET odps.sql.hive.compatible=false"
               : mode.odps2
                   ? "only Hive-compatible mode has it: SET odps.sql.hive.compatible=true"
                   : "type edition 1.0 does not have it: SET odps.sql.type.system.odps2=true";
  return error;
}

// Functions to which the catalog knows the answer before the statement runs.
struct CatalogFunction {
  std::string_view name;
  Result<plan::ExpressionPtr> (*answer)(State& state, const plan::Call& call);
};
constexpr CatalogFunction kCatalogFunctions[] = {
    {"max_pt", MaxPartition},
    {"table_exists", TableExists},
    {"partition_exists", PartitionExists},
    {"materialized_view_is_valid", MaterializedViewIsValid}};

// Clauses that only aggregates and windows take.
Status CheckPlainCall(std::string_view function, const syntax::Call& node) {
  const auto refuse = [&](std::string_view what) {
    return SemanticError(node.range,
                         fmt::format("{} is not allowed for function {}", what, function),
                         "leave it out: only aggregate and window functions take it");
  };
  if (node.star) return refuse("*");
  if (node.distinct) return refuse("DISTINCT");
  if (node.filter) return refuse("FILTER");
  if (!node.within_group.empty()) return refuse("WITHIN GROUP");
  if (node.ignore_nulls) return refuse("IGNORE NULLS");
  return Status::Ok();
}

// DATETIME(x) and TIMESTAMP(x) are casts, as the platform's own clients write them.
bool IsCastByName(std::string_view name, const syntax::Call& node) {
  return (EqualsIgnoreCase(name, "datetime") || EqualsIgnoreCase(name, "timestamp")) &&
         node.arguments.size() == 1 && node.over == nullptr;
}

Result<plan::ExpressionPtr> CastByName(State& state, ExpressionAnalyzer& analyzer,
                                       const std::string& name, const syntax::Call& node) {
  PAISQL_TRY(CheckPlainCall(name, node));
  plan::ExpressionPtr operand = analyzer.Analyze(*node.arguments.front());
  const std::optional<DataType> type =
      state.errors.TakeValue(ResolveTypeName(state, {std::nullopt, name, node.name.range}));
  if (!type || IsFailed(operand->type)) return FailedExpression(node.range);
  return ExplicitCast(state, std::move(operand), *type, node.range);
}

// FIELD(structure, 'name') is structure.name.
Result<plan::ExpressionPtr> FieldByName(plan::Call& call) {
  const SourceRange range = call.arguments[1]->range;
  const std::optional<Value> name = Fold(*call.arguments[1]);
  if (!name || name->is_null()) {
    return SemanticError(range, "function field needs the name of a field as a constant STRING",
                         "write field(s, 'name'), or s.name");
  }
  return FieldOf(std::move(call.arguments[0]), {name->as_text(), false, range});
}

}  // namespace

Result<plan::ExpressionPtr> ExpressionAnalyzer::Call(const syntax::Call& node) {
  PAISQL_ASSIGN(const auto user, FindUserFunction(state_, node.name));
  if (user != nullptr) return UserCall(*user, node);
  if (node.name.parts.size() > 1) return UnknownFunction(node, state_.names);
  std::string name = node.name.parts[0].text;
  if (name.starts_with('@')) {
    PAISQL_ASSIGN(const analysis::Variable* const held, FunctionOfParameter(node));
    if (held->lambda != nullptr) return LambdaOfParameter(*held, node);
    name = held->function;
    syntax::QualifiedName called;
    called.range = node.name.range;
    called.parts.push_back({name, false, node.range});
    PAISQL_ASSIGN(const auto passed, FindUserFunction(state_, called));
    if (passed != nullptr) return UserCall(*passed, node);
  }
  if (EqualsIgnoreCase(name, "grouping") || EqualsIgnoreCase(name, "grouping_id")) {
    return GroupingCall(node);
  }
  WarnOfDoubts(state_, node);
  const std::optional<names::OwnedFunction> owned = state_.names.Function(name);
  if (!owned.has_value()) {
    PAISQL_ASSIGN(plan::ExpressionPtr call, DefinitionCall(name, node));
    if (call != nullptr) return call;
    if (IsCastByName(name, node)) return CastByName(state_, *this, name, node);
    return UnknownFunction(node, state_.names);
  }
  const functions::Function* function = owned->function;
  if (!functions::ExistsIn(*function, state_.types())) {
    return AbsentCall(node, state_.names, state_.types());
  }
  if (node.over) {
    if (function->kind != functions::FunctionKind::kAggregate &&
        function->kind != functions::FunctionKind::kWindow) {
      return Error{ErrorCode::kWindow, fmt::format("function {} is not a window function", name),
                   node.range, "leave OVER out: only aggregate and window functions take it"};
    }
    return WindowCall(*function, node);
  }
  switch (function->kind) {
    case functions::FunctionKind::kAggregate:
      return AggregateCall(*function, node);
    case functions::FunctionKind::kWindow:
      return Error{ErrorCode::kWindow, fmt::format("function {} needs an OVER clause", name),
                   node.range, "write OVER (PARTITION BY … ORDER BY …) after it"};
    case functions::FunctionKind::kTable:
      return SemanticError(node.range,
                           fmt::format("table function {} may only stand alone in the "
                                       "select list or in LATERAL VIEW",
                                       name),
                           "use LATERAL VIEW");
    case functions::FunctionKind::kScalar:
    case functions::FunctionKind::kOperator:
      break;
  }
  return ScalarCall(*function, node);
}

Result<plan::ExpressionPtr> ExpressionAnalyzer::ScalarCall(const functions::Function& function,
                                                           const syntax::Call& node) {
  PAISQL_TRY(CheckPlainCall(function.name, node));
  if (functions::TakesLambdas(function)) return LambdaCall(function, node);
  if (functions::NeedsConstantsForResult(function)) return CallWithConstants(function, node);
  std::vector<plan::ExpressionPtr> arguments = AnalyzeAll(node.arguments);
  if (IsModelCall(function)) {
    return ModelCall(state_, function, std::move(arguments), node.range);
  }
  PAISQL_TRY(CheckDateCall(state_, function, arguments, node.range));
  PAISQL_ASSIGN(plan::ExpressionPtr call,
                MakeCall(state_, function, std::move(arguments), node.range));
  call = InSetType(state_, std::move(call));
  if (IsFailed(call->type)) return call;
  if (function.name == "field") return FieldByName(plan::As<plan::Call>(*call));
  for (const CatalogFunction& row : kCatalogFunctions) {
    if (row.name == function.name) return row.answer(state_, plan::As<plan::Call>(*call));
  }
  return call;
}

Result<plan::ExpressionPtr> ExpressionAnalyzer::UserCall(const UserFunction& function,
                                                         const syntax::Call& node) {
  const std::string_view name = function.function->name;
  switch (function.form) {
    case udf::FunctionForm::kTable:
      return SemanticError(node.range,
                           fmt::format("table function {} may only stand alone in the "
                                       "select list or in LATERAL VIEW",
                                       name),
                           "use LATERAL VIEW");
    case udf::FunctionForm::kAggregate:
      return UserAggregateCall(function, node);
    case udf::FunctionForm::kScalar:
      break;
  }
  if (node.over) {
    return Error{ErrorCode::kWindow, fmt::format("function {} is not a window function", name),
                 node.range, "leave OVER out: only aggregate and window functions take it"};
  }
  PAISQL_TRY(CheckPlainCall(name, node));
  std::vector<plan::ExpressionPtr> arguments = AnalyzeAll(node.arguments);
  for (const plan::ExpressionPtr& argument : arguments) {
    if (!IsFailed(argument->type)) continue;
    state_.errors.NoteFailedUse();
    return FailedExpression(node.range);
  }
  PAISQL_ASSIGN(auto use, UseUserFunction(state_, function, arguments, node.range));
  auto call = std::make_unique<plan::Call>(
      function.function.get(), function.function->overloads.data(), use->spec->results.front());
  call->mode = state_.types().evaluation();
  call->range = node.range;
  call->arguments = std::move(arguments);
  call->made_by = std::move(use);
  return plan::ExpressionPtr(std::move(call));
}

Result<plan::ExpressionPtr> ExpressionAnalyzer::UserAggregateCall(const UserFunction& function,
                                                                  const syntax::Call& node) {
  const std::string_view name = function.function->name;
  const bool star =
      node.star || std::any_of(node.arguments.begin(), node.arguments.end(),
                               [](const syntax::ExpressionPtr& argument) {
                                 return argument->kind == syntax::ExpressionKind::kStar;
                               });
  if (star) {
    return SemanticError(node.range, fmt::format("* is not allowed for function {}", name),
                         "name its arguments");
  }
  if (!node.within_group.empty()) {
    return SemanticError(node.range,
                         fmt::format("WITHIN GROUP is not allowed for function {}", name),
                         "a function of a user gets the rows of a group in any order");
  }
  if (function.whole_columns) {
    return UnsupportedError(
        node.range, fmt::format("function {} with batch= is not supported as an aggregate", name));
  }
  return node.over ? WindowCall(*function.function, node, &function)
                   : AggregateCall(*function.function, node, &function);
}

// The result depends on what some arguments are, not only on their types.
Result<plan::ExpressionPtr> ExpressionAnalyzer::CallWithConstants(
    const functions::Function& function, const syntax::Call& node) {
  std::vector<plan::ExpressionPtr> arguments = AnalyzeAll(node.arguments);
  std::vector<DataType> types;
  std::vector<std::optional<Value>> constants;
  for (const plan::ExpressionPtr& argument : arguments) {
    types.push_back(argument->type);
    constants.push_back(Fold(*argument));
  }
  PAISQL_ASSIGN(plan::ExpressionPtr call,
                MakeCall(state_, function, std::move(arguments), node.range));
  Result<DataType> type = functions::ResultFromConstants(function, types, constants);
  if (!type.ok()) {
    Error error = std::move(type).error();
    if (!error.range.known()) error.range = node.range;
    return error;
  }
  call->type = *std::move(type);
  return call;
}

Status ExpressionAnalyzer::ExpectGroupingAllowed(std::string_view name,
                                                 const SourceRange& range) const {
  if (inside_aggregate_) {
    return SemanticError(range, fmt::format("{} may not stand inside an aggregate function", name),
                         "which set a row belongs to is known only after the aggregation");
  }
  if (rules_.grouping_functions) return Status::Ok();
  return SemanticError(range,
                       fmt::format("{} needs GROUP BY and may stand in the select list, HAVING and "
                                   "ORDER BY only",
                                   name),
                       "write GROUP BY with GROUPING SETS, CUBE or ROLLUP");
}

Result<plan::ExpressionPtr> ExpressionAnalyzer::GroupingCall(const syntax::Call& node) {
  const std::string name = ToLower(node.name.parts[0].text);
  PAISQL_TRY(CheckPlainCall(name, node));
  PAISQL_TRY(ExpectGroupingAllowed("function " + name, node.range));
  if (node.arguments.empty() || (name == "grouping" && node.arguments.size() != 1)) {
    return Error{ErrorCode::kArgumentCount,
                 fmt::format("function {} needs {} parameter, actually have {}", name,
                             name == "grouping" ? "1" : "at least 1", node.arguments.size()),
                 node.range, ""};
  }
  found_grouping_ = true;
  auto call = std::make_unique<plan::Call>(nullptr, nullptr, TypeId::kBigint);
  call->arguments = AnalyzeAll(node.arguments);
  call->range = node.range;
  return plan::ExpressionPtr(std::move(call));
}

}  // namespace paisql::analysis
