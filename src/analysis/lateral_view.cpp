// LATERAL VIEW and table functions in the select list.

#include <algorithm>

#include <fmt/format.h>

#include "analysis/from.h"

namespace paisql::analysis {

const functions::Function* TableFunctionOf(const syntax::Expression& expression) {
  if (expression.kind != syntax::ExpressionKind::kCall) return nullptr;
  const auto& call = syntax::As<syntax::Call>(expression);
  if (call.name.parts.size() != 1) return nullptr;
  const functions::Function* function = functions::FindFunction(call.name.parts[0].text);
  const bool table = function != nullptr && function->kind == functions::FunctionKind::kTable;
  return table ? function : nullptr;
}

Result<plan::RelationPtr> UnnestRelation(State& state, plan::RelationPtr input,
                                         const functions::Function& function,
                                         const syntax::Call& call, const Scope& scope, bool outer,
                                         const std::vector<syntax::Identifier>& names) {
  ExpressionAnalyzer analyzer(state, scope, {.name = "table functions"});
  std::vector<plan::ExpressionPtr> arguments;
  for (const syntax::ExpressionPtr& argument : call.arguments) {
    plan::ExpressionPtr value = analyzer.Analyze(*argument);
    arguments.push_back(std::move(value));
  }
  const bool failed = std::any_of(arguments.begin(), arguments.end(),
                                  [](const auto& argument) { return IsFailed(argument->type); });
  if (failed) {
    plan::RelationPtr relation = OpenRelation(state);
    relation->output.insert(relation->output.begin(), input->output.begin(), input->output.end());
    return relation;
  }
  PAISQL_ASSIGN(functions::Resolution resolved,
                ResolveCall(state, function, arguments, call.range));
  // A result of several columns is written as a STRUCT of them.
  std::vector<plan::OutputColumn> columns;
  if (resolved.result.id() == TypeId::kStruct) {
    for (size_t i = 0; i < resolved.result.fields().size(); ++i) {
      columns.push_back(
          state.Column(resolved.result.field_names()[i], resolved.result.fields()[i]));
    }
  } else {
    columns.push_back(state.Column("col", resolved.result));
  }
  if (!names.empty()) {
    if (names.size() != columns.size()) {
      return SemanticError(names.front().range,
                           fmt::format("function {} gives {} columns, {} names are given",
                                       function.name, columns.size(), names.size()));
    }
    for (size_t i = 0; i < names.size(); ++i) columns[i].name = names[i].text;
  }
  auto unnest = std::make_unique<plan::Unnest>();
  unnest->outer = outer;
  unnest->function = &function;
  unnest->overload = resolved.overload;
  unnest->arguments = std::move(arguments);
  unnest->range = call.range;
  unnest->output = input->output;
  unnest->output.insert(unnest->output.end(), columns.begin(), columns.end());
  unnest->input = std::move(input);
  return plan::RelationPtr(std::move(unnest));
}

Result<FromResult> FromAnalyzer::LateralView(const syntax::LateralViewRelation& node) {
  if (++joins_ > kMaxJoins) {
    return SemanticError(node.range, fmt::format("more than {} joins in one FROM", kMaxJoins));
  }
  FromResult source = Analyze(*node.source);
  const functions::Function* function = TableFunctionOf(*node.call);
  if (function == nullptr) {
    return SemanticError(
        node.call->range,
        fmt::format("function {} is not a table function", node.call->name.ToString()),
        "LATERAL VIEW takes explode, posexplode and the like");
  }
  const Scope scope(outer_, source.relations);
  const size_t before = source.plan->output.size();
  const int leaf = before == 0 ? -1 : LeafOf(source.plan->output[0].id);
  PAISQL_ASSIGN(source.plan, UnnestRelation(state_, std::move(source.plan), *function, *node.call,
                                            scope, node.outer, node.column_aliases));
  ScopeRelation relation;
  if (node.alias) relation.alias = node.alias->text;
  for (size_t i = before; i < source.plan->output.size(); ++i) {
    relation.columns.push_back({source.plan->output[i], false});
    if (leaf >= 0) leaves_[source.plan->output[i].id] = leaf;
  }
  source.relations.push_back(std::move(relation));
  return source;
}

}  // namespace paisql::analysis
