// Aggregates, with FILTER and WITHIN GROUP.

#include <fmt/format.h>

#include "analysis/expressions.h"
#include "plan/traverse.h"

namespace paisql::analysis {

bool NullsFirst(const syntax::SortItem& item) {
  return item.nulls_first.value_or(!item.descending);
}

Result<functions::Resolution> ResolveStar(const functions::Function& function,
                                          const SourceRange& range, const TypeMode& mode) {
  if (function.name != "count") {
    return SemanticError(range, fmt::format("* is not allowed for function {}", function.name));
  }
  Result<functions::Resolution> resolved =
      functions::ResolveOverload(function, {DataType(TypeId::kBigint)}, mode);
  if (!resolved.ok()) {
    Error error = std::move(resolved).error();
    error.range = range;
    return error;
  }
  return resolved;
}

std::vector<plan::SortKey> ExpressionAnalyzer::SortKeys(
    const std::vector<syntax::SortItem>& items) {
  std::vector<plan::SortKey> keys;
  for (const syntax::SortItem& item : items) {
    plan::ExpressionPtr expression = Analyze(*item.expression);
    if (plan::IsConstantExpression(*expression)) continue;
    keys.push_back({std::move(expression), item.descending, NullsFirst(item)});
  }
  return keys;
}

Result<plan::ExpressionPtr> ExpressionAnalyzer::AggregateCall(const functions::Function& function,
                                                              const syntax::Call& node) {
  if (inside_aggregate_) {
    return SemanticError(node.range,
                         fmt::format("aggregate function {} may not stand inside "
                                     "another aggregate function",
                                     function.name),
                         "aggregate in a subquery first");
  }
  if (!rules_.aggregates) {
    return SemanticError(
        node.range,
        fmt::format("aggregate function {} is not allowed in {}", function.name, rules_.name),
        rules_.name == "WHERE" ? "conditions on aggregates belong into HAVING" : "");
  }
  if (!node.within_group.empty() && !function.flags.order_sensitive) {
    return SemanticError(node.range,
                         fmt::format("WITHIN GROUP is not allowed for function {}", function.name));
  }
  if (node.ignore_nulls) {
    return UnsupportedError(node.range, fmt::format("IGNORE NULLS of aggregate function {} is not "
                                                    "supported without OVER",
                                                    function.name));
  }
  found_aggregate_ = true;
  inside_aggregate_ = true;
  const auto analyze_parts = [&]() -> Result<plan::ExpressionPtr> {
    auto aggregate = std::make_unique<plan::Aggregate>(&function, nullptr, TypeId::kUnknown);
    aggregate->star = node.star;
    aggregate->distinct = node.distinct;
    aggregate->arguments = AnalyzeAll(node.arguments);
    aggregate->range = node.range;
    aggregate->order_by = SortKeys(node.within_group);
    if (node.filter) aggregate->filter = AnalyzeBoolean(*node.filter);
    PAISQL_ASSIGN(const functions::Resolution resolved,
                  node.star ? ResolveStar(function, node.range, state_.types())
                            : ResolveCall(state_, function, aggregate->arguments, node.range));
    aggregate->overload = resolved.overload;
    aggregate->type = resolved.result;
    return plan::ExpressionPtr(std::move(aggregate));
  };
  Result<plan::ExpressionPtr> result = analyze_parts();
  inside_aggregate_ = false;
  return result;
}

}  // namespace paisql::analysis
