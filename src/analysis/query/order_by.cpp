// ORDER BY and its relatives of one SELECT. Names mean output columns first, then input columns.

#include <algorithm>
#include <unordered_map>

#include <fmt/format.h>

#include "analysis/expression/constants.h"
#include "analysis/query/select.h"
#include "plan/expression_index.h"
#include "plan/traverse.h"

namespace paisql::analysis {
namespace {

// GROUPING and its relatives before the group keys are known (expressions.h).
bool HasGroupingFunction(const plan::Expression& expression) {
  if (expression.kind == plan::ExpressionKind::kCall) {
    if (plan::As<plan::Call>(expression).function == nullptr) return true;
  }
  if (expression.kind == plan::ExpressionKind::kColumn) {
    return plan::As<plan::ColumnRef>(expression).column == kGroupingIdColumn;
  }
  const std::vector<const plan::Expression*> children = plan::Children(expression);
  return std::any_of(children.begin(), children.end(),
                     [](const plan::Expression* child) { return HasGroupingFunction(*child); });
}

}  // namespace

Scope SelectAnalyzer::AliasScope(AliasRule rule) const {
  Scope scope(outer_, relations_);
  // Two columns of one name are not ambiguous when they are the same expression.
  std::vector<plan::OutputColumn> aliases;
  std::unordered_map<std::string_view, plan::ExpressionIndex> kept;
  for (size_t i = 0; i < output_columns_.size(); ++i) {
    plan::ExpressionIndex& of_name = kept[output_columns_[i].name];
    if (of_name.Find(*outputs_[i])) continue;
    of_name.Add(*outputs_[i], i);
    aliases.push_back(output_columns_[i]);
  }
  scope.SetAliases(std::move(aliases), rule);
  return scope;
}

Status SelectAnalyzer::SubstituteAliases(plan::ExpressionPtr& expression, ClauseRules rules) const {
  if (expression->kind == plan::ExpressionKind::kColumn) {
    const auto output = output_places_.find(plan::As<plan::ColumnRef>(*expression).column);
    if (output == output_places_.end()) return Status::Ok();
    const SourceRange range = expression->range;
    PAISQL_TRY(CheckAlias(output->second, range, rules));
    expression = plan::Clone(*outputs_[output->second]);
    expression->range = range;
    return Status::Ok();
  }
  if (expression->kind == plan::ExpressionKind::kAggregate) {
    rules = {.name = "an aggregate function"};
  }
  if (expression->kind == plan::ExpressionKind::kWindow) {
    rules.name = "a window function";
    rules.windows = false;
  }
  Status status;
  const plan::ExpressionVisitor visit = [&](plan::ExpressionPtr& child) {
    if (status.ok()) status = SubstituteAliases(child, rules);
  };
  plan::ForEachChild(*expression, visit);
  plan::RelationPtr* relation = plan::SubqueryOf(*expression);
  if (relation == nullptr || !status.ok()) return status;
  return SubstituteInSubquery(**relation, rules);
}

Status SelectAnalyzer::SubstituteInSubquery(plan::Relation& relation, ClauseRules rules) const {
  rules.name = "a subquery";
  rules.windows = false;
  Status status;
  plan::ForEachExpression(relation, [&](plan::ExpressionPtr& expression) {
    if (status.ok()) status = SubstituteAliases(expression, rules);
  });
  plan::ForEachInput(relation, [&](plan::RelationPtr& input) {
    if (status.ok()) status = SubstituteInSubquery(*input, rules);
  });
  return status;
}

// The expression that the alias stands for must be allowed where it is used.
Status SelectAnalyzer::CheckAlias(size_t output, const SourceRange& range,
                                  const ClauseRules& rules) const {
  const auto refuse = [&](std::string_view what) {
    return SemanticError(range,
                         fmt::format("{} stands for {}, which is not allowed in {}",
                                     output_columns_[output].name, what, rules.name),
                         "compute it in a subquery first");
  };
  const plan::Expression& meaning = *outputs_[output];
  if (!rules.aggregates && plan::ContainsKind(meaning, plan::ExpressionKind::kAggregate)) {
    return refuse("an aggregate function");
  }
  if (!rules.grouping_functions && HasGroupingFunction(meaning)) return refuse("GROUPING");
  if (!rules.windows && plan::ContainsKind(meaning, plan::ExpressionKind::kWindow)) {
    return refuse("a window function");
  }
  return Status::Ok();
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
  const ClauseRules rules = {.name = clause,
                             .aggregates = true,
                             .windows = true,
                             .grouping_functions = !select_.group_by.empty(),
                             .named_windows = &select_.windows};
  ExpressionAnalyzer analyzer(state_, scope, rules);
  plan::ExpressionPtr key = analyzer.Analyze(expression);
  PAISQL_TRY(ExpectComparable(*key, fmt::format("be a key of {}", clause)));
  if (plan::IsConstantExpression(*key)) return Status::Ok();
  std::vector<plan::ColumnId> columns;
  plan::CollectColumns(*key, columns);
  const bool only_output = !columns.empty() && !analyzer.found_aggregate() &&
                           !analyzer.found_window() && !analyzer.found_grouping() &&
                           std::all_of(columns.begin(), columns.end(), [&](plan::ColumnId id) {
                             return output_places_.contains(id);
                           });
  if (!only_output) {
    PAISQL_TRY(SubstituteAliases(key, rules));
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
