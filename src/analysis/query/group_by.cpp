#include "analysis/query/group_by.h"

#include <algorithm>

#include <fmt/format.h>

#include "analysis/expression/constants.h"
#include "analysis/query/relations/from.h"
#include "plan/traverse.h"

namespace paisql::analysis {
plan::OutputColumn Grouping::AggregateColumn(plan::ExpressionPtr& aggregate) {
  if (const std::optional<size_t> known = known_aggregates_.Find(*aggregate)) {
    return aggregate_columns_[*known];
  }
  known_aggregates_.Add(*aggregate, aggregates_.size());
  const std::string name(plan::As<plan::Aggregate>(*aggregate).function->name);
  aggregate_columns_.push_back(state_.Column(name, aggregate->type));
  aggregates_.push_back(std::move(aggregate));
  return aggregate_columns_.back();
}

Status Grouping::NotAKey(const plan::ColumnRef& column) const {
  if (failed_) return Status::Ok();
  std::string name = column.name;
  for (const ScopeRelation& relation : scope_.relations()) {
    for (const ScopeColumn& candidate : relation.columns) {
      if (candidate.column.id == column.column && !relation.alias.empty()) {
        name = relation.alias + "." + candidate.column.name;
      }
    }
  }
  return SemanticError(column.range,
                       fmt::format("column reference {} should appear in GROUP BY key", name),
                       "add it to GROUP BY, or put it into an aggregate such as max()");
}

Status Grouping::Rewrite(plan::ExpressionPtr& expression) {
  const SourceRange range = expression->range;
  if (const std::optional<size_t> key = known_keys_.Find(*expression)) {
    expression = KeyValue(*key, range);
    return Status::Ok();
  }
  switch (expression->kind) {
    case plan::ExpressionKind::kAggregate: {
      const plan::OutputColumn column = AggregateColumn(expression);
      expression = MakeColumn(column, range);
      return Status::Ok();
    }
    case plan::ExpressionKind::kColumn: {
      const auto& column = plan::As<plan::ColumnRef>(*expression);
      if (column.column == kGroupingIdColumn) {
        PAISQL_ASSIGN(expression, AllGroupingBits(range));
        return Status::Ok();
      }
      if (scope_.Owns(column.column)) return NotAKey(column);
      return Status::Ok();
    }
    case plan::ExpressionKind::kCall: {
      const auto& call = plan::As<plan::Call>(*expression);
      if (call.function != nullptr) break;
      PAISQL_ASSIGN(expression, GroupingBits(call));
      return Status::Ok();
    }
    default:
      break;
  }
  return RewriteChildren(expression);
}

Status Grouping::RewriteChildren(plan::ExpressionPtr& expression) {
  Status status;
  plan::ForEachChild(*expression, [&](plan::ExpressionPtr& child) {
    if (status.ok()) status = Rewrite(child);
  });
  if (!status.ok()) return status;
  if (plan::RelationPtr* relation = plan::SubqueryOf(*expression)) {
    return RewriteInSubquery(**relation);
  }
  return Status::Ok();
}

// A correlated subquery above the aggregation sees the keys and may have aggregates over the rows
// below it. What its own operators aggregate is its own business.
Status Grouping::RewriteInSubquery(plan::Relation& relation) {
  Status status;
  const bool aggregates = relation.kind == plan::RelationKind::kAggregate;
  plan::ForEachExpression(relation, [&](plan::ExpressionPtr& expression) {
    if (!status.ok()) return;
    const bool own = aggregates && expression->kind == plan::ExpressionKind::kAggregate;
    status = own ? RewriteOuterChildren(*expression) : RewriteOuterReferences(expression);
  });
  plan::ForEachInput(relation, [&](plan::RelationPtr& input) {
    if (status.ok()) status = RewriteInSubquery(*input);
  });
  return status;
}

// All columns are the input's, and there is one.
bool Grouping::IsOverInput(const plan::Expression& expression) const {
  std::vector<plan::ColumnId> columns;
  plan::CollectColumns(expression, columns);
  return !columns.empty() && std::all_of(columns.begin(), columns.end(),
                                         [&](plan::ColumnId id) { return scope_.Owns(id); });
}

Status Grouping::RewriteOuterReferences(plan::ExpressionPtr& expression) {
  const SourceRange range = expression->range;
  const std::optional<size_t> key = known_keys_.Find(*expression);
  if (key && IsOverInput(*expression)) {
    expression = KeyValue(*key, range);
    return Status::Ok();
  }
  if (expression->kind == plan::ExpressionKind::kColumn) {
    const auto& column = plan::As<plan::ColumnRef>(*expression);
    return scope_.Owns(column.column) ? NotAKey(column) : Status::Ok();
  }
  if (expression->kind == plan::ExpressionKind::kAggregate && IsOverInput(*expression)) {
    const plan::OutputColumn column = AggregateColumn(expression);
    expression = MakeColumn(column, range);
    return Status::Ok();
  }
  return RewriteOuterChildren(*expression);
}

Status Grouping::RewriteOuterChildren(plan::Expression& expression) {
  Status status;
  plan::ForEachChild(expression, [&](plan::ExpressionPtr& child) {
    if (status.ok()) status = RewriteOuterReferences(child);
  });
  if (!status.ok()) return status;
  if (plan::RelationPtr* relation = plan::SubqueryOf(expression)) {
    return RewriteInSubquery(**relation);
  }
  return Status::Ok();
}

plan::ExpressionPtr Grouping::KeyValue(size_t key, const SourceRange& range) const {
  const plan::OutputColumn& column = key_columns_[key];
  const bool in_a_set = !grouping_id_ || places_[key].has_value();
  return in_a_set ? MakeColumn(column, range) : MakeConstant(Value::Null(column.type), range);
}

// 1 where the key is absent from the row's set: a bit of the operator's grouping id.
Result<plan::ExpressionPtr> Grouping::GroupingBit(size_t key, const SourceRange& range) {
  const auto number = [&](int64_t value) { return MakeConstant(Value::Bigint(value), range); };
  if (!grouping_id_) return number(0);
  if (!places_[key]) return number(1);
  const int64_t place = int64_t{1} << (used_keys_ - 1 - *places_[key]);
  PAISQL_ASSIGN(
      plan::ExpressionPtr shifted,
      MakeOperator(state_, "div", MakeColumn(*grouping_id_, range), number(place), range));
  return MakeOperator(state_, "%", std::move(shifted), number(2), range);
}

// The bits of several keys, the first one the highest.
Result<plan::ExpressionPtr> Grouping::Composed(const std::vector<size_t>& keys,
                                               const SourceRange& range) {
  plan::ExpressionPtr result;
  for (size_t n = 0; n < keys.size(); ++n) {
    const int64_t weight = int64_t{1} << (keys.size() - 1 - n);
    PAISQL_ASSIGN(plan::ExpressionPtr bit, GroupingBit(keys[n], range));
    if (weight > 1) {
      PAISQL_ASSIGN(bit, MakeOperator(state_, "*", std::move(bit),
                                      MakeConstant(Value::Bigint(weight), range), range));
    }
    if (result) {
      PAISQL_ASSIGN(result, MakeOperator(state_, "+", std::move(result), std::move(bit), range));
    } else {
      result = std::move(bit);
    }
  }
  return result;
}

// GROUPING__ID: the bits of all keys of GROUP BY.
Result<plan::ExpressionPtr> Grouping::AllGroupingBits(const SourceRange& range) {
  if (!grouping_id_) return MakeConstant(Value::Bigint(0), range);
  if (used_keys_ == keys_.size()) return MakeColumn(*grouping_id_, range);
  std::vector<size_t> keys;
  for (size_t i = 0; i < keys_.size(); ++i) keys.push_back(i);
  return Composed(keys, range);
}

// GROUPING(a) is one bit, GROUPING_ID(a, b) puts several together.
Result<plan::ExpressionPtr> Grouping::GroupingBits(const plan::Call& call) {
  std::vector<size_t> keys;
  for (const plan::ExpressionPtr& argument : call.arguments) {
    const std::optional<size_t> key = known_keys_.Find(*argument);
    if (!key && (failed_ || IsFailed(argument->type))) return FailedExpression(call.range);
    if (!key) {
      return SemanticError(argument->range, "GROUPING and GROUPING_ID take keys of GROUP BY only",
                           "write the key as GROUP BY has it");
    }
    keys.push_back(*key);
  }
  if (keys.size() > kMaxGroupingSetKeys) {
    return SemanticError(call.range,
                         fmt::format("GROUPING_ID takes {} keys at most", kMaxGroupingSetKeys));
  }
  if (!grouping_id_) return MakeConstant(Value::Bigint(0), call.range);
  return Composed(keys, call.range);
}

void Grouping::DropUnusedKeys() {
  std::vector<plan::ExpressionPtr> keys;
  std::vector<plan::OutputColumn> columns;
  for (size_t i = 0; i < keys_.size(); ++i) {
    if (!places_[i]) continue;
    keys.push_back(std::move(keys_[i]));
    columns.push_back(std::move(key_columns_[i]));
  }
  keys_ = std::move(keys);
  key_columns_ = std::move(columns);
  for (std::vector<size_t>& set : sets_) {
    for (size_t& key : set) key = *places_[key];
  }
}

plan::RelationPtr Grouping::Finish(plan::RelationPtr input) {
  if (grouping_id_ && used_keys_ < keys_.size()) DropUnusedKeys();
  const bool constant_key = std::any_of(
      keys_.begin(), keys_.end(), [](const auto& key) { return plan::IsConstantExpression(*key); });
  if (constant_key) {
    // An engine could read a bare constant among the keys as a position: it becomes a column first.
    auto project = std::make_unique<plan::Project>();
    project->range = input->range;
    project->output = input->output;
    for (const plan::OutputColumn& column : input->output) {
      project->expressions.push_back(MakeColumn(column, input->range));
    }
    for (plan::ExpressionPtr& key : keys_) {
      if (!plan::IsConstantExpression(*key)) continue;
      const plan::OutputColumn column = state_.Column("constant", key->type);
      const SourceRange range = key->range;
      project->output.push_back(column);
      project->expressions.push_back(std::move(key));
      key = MakeColumn(column, range);
    }
    project->input = std::move(input);
    input = std::move(project);
  }
  auto result = std::make_unique<plan::AggregateRelation>();
  result->range = input->range;
  result->keys = std::move(keys_);
  result->aggregates = std::move(aggregates_);
  result->grouping_sets = std::move(sets_);
  result->output = std::move(key_columns_);
  result->output.insert(result->output.end(), aggregate_columns_.begin(), aggregate_columns_.end());
  if (grouping_id_) result->output.push_back(*grouping_id_);
  if (result->output.empty()) {
    // SELECT 1 FROM t HAVING true: one row, which needs a column.
    const functions::Function* count = functions::FindFunction("count");
    PAISQL_ASSERT(count != nullptr, "there is no function count");
    Result<functions::Resolution> resolved = ResolveStar(*count, result->range, state_.types());
    PAISQL_ASSERT(resolved.ok(), "count(*) has no overload");
    auto call = std::make_unique<plan::Aggregate>(count, resolved->overload, resolved->result);
    call->star = true;
    result->output.push_back(state_.Column("count", resolved->result));
    result->aggregates.push_back(std::move(call));
  }
  result->input = std::move(input);
  return result;
}

}  // namespace paisql::analysis
