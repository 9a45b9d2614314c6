// ORDER BY and its relatives of one SELECT. Names mean output columns first, then input columns.

#include <algorithm>

#include <fmt/format.h>

#include "analysis/constants.h"
#include "analysis/select.h"
#include "plan/traverse.h"

namespace paisql::analysis {

Scope SelectAnalyzer::AliasScope(AliasRule rule) const {
  Scope scope(outer_, relations_);
  // Two columns of one name are no ambiguity when they are the same expression.
  std::vector<plan::OutputColumn> aliases;
  std::vector<size_t> kept;
  for (size_t i = 0; i < output_columns_.size(); ++i) {
    const bool repeated = std::any_of(kept.begin(), kept.end(), [&](size_t other) {
      return output_columns_[other].name == output_columns_[i].name &&
             plan::StructurallyEqual(*outputs_[other], *outputs_[i]);
    });
    if (repeated) continue;
    kept.push_back(i);
    aliases.push_back(output_columns_[i]);
  }
  scope.SetAliases(std::move(aliases), rule);
  return scope;
}

void SelectAnalyzer::SubstituteAliases(plan::ExpressionPtr& expression) const {
  if (expression->kind == plan::ExpressionKind::kColumn) {
    const plan::ColumnId id = plan::As<plan::ColumnRef>(*expression).column;
    for (size_t i = 0; i < output_columns_.size(); ++i) {
      if (output_columns_[i].id != id) continue;
      const SourceRange range = expression->range;
      expression = plan::Clone(*outputs_[i]);
      expression->range = range;
      return;
    }
    return;
  }
  plan::ForEachChild(*expression, [&](plan::ExpressionPtr& child) { SubstituteAliases(child); });
}

Status SelectAnalyzer::AddOrderKey(const syntax::Expression& expression, bool descending,
                                   bool nulls_first, const Scope& scope, std::string_view clause) {
  if (state_.context.order_by_position && expression.kind == syntax::ExpressionKind::kLiteral) {
    const auto& literal = syntax::As<syntax::Literal>(expression);
    if (literal.literal == syntax::LiteralKind::kInteger) {
      PAISQL_ASSIGN(Value value, LiteralValue(literal, false, state_.types()));
      const std::optional<int64_t> position = IntegerOf(value);
      if (!position || *position < 1 || *position > static_cast<int64_t>(output_columns_.size())) {
        return SemanticError(expression.range,
                             fmt::format("position {} is not in the select list", literal.text),
                             "positions count the select list from 1");
      }
      const plan::OutputColumn& column = output_columns_[static_cast<size_t>(*position - 1)];
      order_.push_back({MakeColumn(column, expression.range), true, descending, nulls_first});
      return Status::Ok();
    }
  }
  ExpressionAnalyzer analyzer(state_, scope,
                              {.name = clause,
                               .aggregates = true,
                               .windows = true,
                               .grouping_functions = !select_.group_by.empty(),
                               .named_windows = &select_.windows});
  plan::ExpressionPtr key = analyzer.Analyze(expression);
  PAISQL_TRY(ExpectComparable(*key, fmt::format("be a key of {}", clause)));
  if (plan::IsConstantExpression(*key)) return Status::Ok();
  std::vector<plan::ColumnId> columns;
  plan::CollectColumns(*key, columns);
  const bool only_output =
      !columns.empty() && !analyzer.found_aggregate() && !analyzer.found_window() &&
      std::all_of(columns.begin(), columns.end(), [&](plan::ColumnId id) {
        return std::any_of(output_columns_.begin(), output_columns_.end(),
                           [&](const plan::OutputColumn& column) { return column.id == id; });
      });
  if (!only_output) {
    SubstituteAliases(key);
    found_aggregate_ = found_aggregate_ || analyzer.found_aggregate();
  }
  order_.push_back({std::move(key), only_output, descending, nulls_first});
  return Status::Ok();
}

void SelectAnalyzer::AnalyzeOrder() {
  if (trailing_ == nullptr) return;
  const syntax::Query& query = *trailing_;
  if (query.order_by.empty() && query.sort_by.empty() && query.cluster_by.empty() &&
      query.distribute_by.empty()) {
    return;
  }
  const Scope scope = AliasScope(AliasRule::kBeforeInput);
  const auto add = [&](const syntax::Expression& expression, bool descending, bool nulls_first,
                       std::string_view clause) {
    state_.errors.Take(AddOrderKey(expression, descending, nulls_first, scope, clause));
  };
  for (const syntax::SortItem& item : query.order_by) {
    add(*item.expression, item.descending, NullsFirst(item), "ORDER BY");
  }
  for (const syntax::SortItem& item : query.sort_by) {
    add(*item.expression, item.descending, NullsFirst(item), "SORT BY");
  }
  for (const syntax::ExpressionPtr& item : query.cluster_by) add(*item, false, true, "CLUSTER BY");
  for (const syntax::ExpressionPtr& item : query.distribute_by) {
    // One machine has nothing to distribute, but the columns must exist.
    ExpressionAnalyzer analyzer(state_, scope, {.name = "DISTRIBUTE BY"});
    (void)analyzer.Analyze(*item);
  }
}

Status SelectAnalyzer::SortAndLimit() {
  if (trailing_ == nullptr) return Status::Ok();
  if (!order_.empty()) {
    auto sort = std::make_unique<plan::Sort>();
    sort->range = trailing_->order_by_range;
    sort->output = plan_->output;
    for (OrderKey& key : order_) {
      sort->keys.push_back({std::move(key.expression), key.descending, key.nulls_first});
    }
    sort->input = std::move(plan_);
    plan_ = std::move(sort);
  }
  PAISQL_ASSIGN(plan_, ApplyLimit(state_, *trailing_, std::move(plan_)));
  return Status::Ok();
}

}  // namespace paisql::analysis
