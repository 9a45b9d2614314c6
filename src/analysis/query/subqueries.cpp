// Queries inside expressions.

#include <fmt/format.h>

#include "analysis/expression/expressions.h"
#include "analysis/query/query.h"

namespace paisql::analysis {

namespace {

Status CheckAllowed(const ClauseRules& rules, const SourceRange& range) {
  if (rules.subqueries) return Status::Ok();
  return UnsupportedError(range, fmt::format("a subquery in {} is not supported", rules.name));
}

}  // namespace

Result<plan::RelationPtr> ExpressionAnalyzer::Subquery(const syntax::Query& query) {
  state_.outer_clauses.push_back(
      {&scope_, rules_.aggregates && !inside_aggregate_, &found_aggregate_});
  Result<plan::RelationPtr> relation = SubqueryRelation(state_, query, &scope_);
  state_.outer_clauses.pop_back();
  return relation;
}

Result<plan::ExpressionPtr> ExpressionAnalyzer::ScalarSubquery(const syntax::ScalarSubquery& node) {
  PAISQL_TRY(CheckAllowed(rules_, node.range));
  PAISQL_ASSIGN(plan::RelationPtr relation, Subquery(*node.query));
  if (IsOpen(relation->output)) return FailedExpression(node.range);
  if (relation->output.size() != 1) {
    return SemanticError(node.range,
                         fmt::format("expect 1 columns, actually have {}", relation->output.size()),
                         "a subquery used as a value has one column");
  }
  auto result = std::make_unique<plan::ScalarSubquery>(relation->output[0].type);
  result->relation = std::move(relation);
  result->range = node.range;
  return plan::ExpressionPtr(std::move(result));
}

Result<plan::ExpressionPtr> ExpressionAnalyzer::Exists(const syntax::Exists& node) {
  PAISQL_TRY(CheckAllowed(rules_, node.range));
  PAISQL_ASSIGN(plan::RelationPtr relation, Subquery(*node.query));
  auto result = std::make_unique<plan::Exists>();
  result->negated = node.negated;
  result->relation = std::move(relation);
  result->range = node.range;
  return plan::ExpressionPtr(std::move(result));
}

Result<plan::ExpressionPtr> ExpressionAnalyzer::InSubquery(const syntax::InSubquery& node) {
  PAISQL_TRY(CheckAllowed(rules_, node.range));
  std::vector<plan::ExpressionPtr> operands = AnalyzeAll(node.operands);
  PAISQL_ASSIGN(plan::RelationPtr relation, Subquery(*node.query));
  if (relation->output.size() != operands.size() && !IsOpen(relation->output)) {
    return SemanticError(node.query->range,
                         fmt::format("expect {} columns, actually have {}", operands.size(),
                                     relation->output.size()),
                         "the subquery has one column for each value in front of IN");
  }
  if (IsOpen(relation->output)) return FailedExpression(node.range);
  std::vector<DataType> types;
  for (size_t i = 0; i < operands.size(); ++i) {
    const std::optional<DataType> type =
        ComparisonType(operands[i]->type, relation->output[i].type, state_.types());
    if (IsFailed(operands[i]->type) || IsFailed(relation->output[i].type)) {
      return FailedExpression(node.range);
    }
    if (!type) {
      return Error{ErrorCode::kInvalidArgumentType,
                   fmt::format("invalid operand types {} and {} for operator IN",
                               operands[i]->type.ToString(), relation->output[i].type.ToString()),
                   operands[i]->range, "use CAST"};
    }
    types.push_back(Storable(*type));
    operands[i] = CoerceTo(state_, std::move(operands[i]), types[i]);
  }
  auto result = std::make_unique<plan::InSubquery>();
  result->negated = node.negated;
  result->operands = std::move(operands);
  result->relation = ConvertColumns(state_, std::move(relation), types);
  result->range = node.range;
  return plan::ExpressionPtr(std::move(result));
}

}  // namespace paisql::analysis
