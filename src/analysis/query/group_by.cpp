#include "analysis/query/group_by.h"

#include <algorithm>

#include <fmt/format.h>

#include "analysis/expression/constants.h"
#include "analysis/query/relations/from.h"
#include "plan/traverse.h"

namespace paisql::analysis {
namespace {

constexpr size_t kMaxGroupingSets = 4096;
// GROUPING__ID holds one bit a key.
constexpr size_t kMaxGroupingSetKeys = 62;

void Append(std::vector<size_t>& set, const std::vector<size_t>& keys) {
  for (size_t key : keys) {
    if (std::find(set.begin(), set.end(), key) == set.end()) set.push_back(key);
  }
}

Error TooManySets(const SourceRange& range) {
  return SemanticError(range,
                       fmt::format("GROUP BY makes more than {} grouping sets", kMaxGroupingSets),
                       "write the sets that you need with GROUPING SETS");
}

}  // namespace

Result<size_t> Grouping::Key(const syntax::Expression& expression,
                             const std::vector<const syntax::Expression*>& items) {
  const syntax::Expression* meant = &expression;
  if (state_.context.group_by_position && expression.kind == syntax::ExpressionKind::kLiteral) {
    const auto& literal = syntax::As<syntax::Literal>(expression);
    if (literal.literal == syntax::LiteralKind::kInteger) {
      PAISQL_ASSIGN(Value value, LiteralValue(literal, false, state_.types()));
      const std::optional<int64_t> position = IntegerOf(value);
      if (!position || *position < 1 || *position > static_cast<int64_t>(items.size())) {
        return SemanticError(expression.range,
                             fmt::format("position {} is not in the select list", literal.text),
                             "positions count the select list from 1");
      }
      meant = items[static_cast<size_t>(*position - 1)];
      if (meant == nullptr) {
        return SemanticError(expression.range, "GROUP BY cannot count through *",
                             "write the column's name");
      }
    }
  }
  ExpressionAnalyzer analyzer(state_, scope_, {.name = "GROUP BY"});
  plan::ExpressionPtr key = analyzer.Analyze(*meant);
  failed_ = failed_ || IsFailed(key->type);
  PAISQL_TRY(ExpectComparable(*key, "be a GROUP BY key"));
  if (key->type.id() == TypeId::kVoid) key = CoerceTo(state_, std::move(key), TypeId::kString);
  if (const std::optional<size_t> known = FindKey(*key)) return *known;
  const std::string name = key->kind == plan::ExpressionKind::kColumn
                               ? plan::As<plan::ColumnRef>(*key).name
                               : fmt::format("key{}", keys_.size());
  key_columns_.push_back(state_.Column(name, key->type));
  keys_.push_back(std::move(key));
  return keys_.size() - 1;
}

Result<Grouping::Sets> Grouping::SetsOf(const syntax::GroupingItem& item,
                                        const std::vector<const syntax::Expression*>& items) {
  if (item.kind == syntax::GroupingKind::kGroupingSets) {
    Sets sets;
    for (const syntax::GroupingItem& element : item.elements) {
      PAISQL_ASSIGN(Sets of_element, SetsOf(element, items));
      if (sets.size() + of_element.size() > kMaxGroupingSets) return TooManySets(item.range);
      for (std::vector<size_t>& set : of_element) sets.push_back(std::move(set));
    }
    return sets;
  }
  // Each part is a composite of keys: (a, b) counts as one step of a CUBE or ROLLUP.
  Sets parts;
  for (const std::vector<syntax::ExpressionPtr>& set : item.sets) {
    std::vector<size_t> keys;
    for (const syntax::ExpressionPtr& expression : set) {
      const std::optional<size_t> key = state_.errors.TakeValue(Key(*expression, items));
      if (key) Append(keys, {*key});
      failed_ = failed_ || !key;
    }
    parts.push_back(std::move(keys));
  }
  switch (item.kind) {
    case syntax::GroupingKind::kExpression:
    case syntax::GroupingKind::kGroupingSets:
      return parts;
    case syntax::GroupingKind::kRollup: {
      Sets sets;
      for (size_t length = parts.size() + 1; length-- > 0;) {
        std::vector<size_t> set;
        for (size_t i = 0; i < length; ++i) Append(set, parts[i]);
        sets.push_back(std::move(set));
      }
      return sets;
    }
    case syntax::GroupingKind::kCube:
      break;
  }
  if (parts.size() > 12) {
    return SemanticError(item.range,
                         fmt::format("CUBE of {} parts makes more than {} grouping "
                                     "sets",
                                     parts.size(), kMaxGroupingSets),
                         "write the sets that you need with GROUPING SETS");
  }
  Sets sets;
  for (size_t mask = size_t{1} << parts.size(); mask-- > 0;) {
    std::vector<size_t> set;
    for (size_t i = 0; i < parts.size(); ++i) {
      if ((mask >> (parts.size() - 1 - i)) & 1) Append(set, parts[i]);
    }
    sets.push_back(std::move(set));
  }
  return sets;
}

Status Grouping::AddKeys(const syntax::Select& select,
                         const std::vector<const syntax::Expression*>& items) {
  Sets combined = {{}};
  for (size_t n = 0; n < select.group_by.size(); ++n) {
    const syntax::GroupingItem& item = select.group_by[n];
    PAISQL_ASSIGN(Sets sets, SetsOf(item, items));
    if (item.kind != syntax::GroupingKind::kExpression) has_sets_ = true;
    // In the trailing form the list before the sets only names the keys and their order.
    if (select.trailing_grouping_sets && n + 1 < select.group_by.size()) continue;
    Sets products;
    if (combined.size() * sets.size() > kMaxGroupingSets) return TooManySets(item.range);
    for (const std::vector<size_t>& left : combined) {
      for (const std::vector<size_t>& right : sets) {
        std::vector<size_t> product = left;
        Append(product, right);
        products.push_back(std::move(product));
      }
    }
    combined = std::move(products);
  }
  if (!has_sets_) return Status::Ok();
  if (keys_.size() > kMaxGroupingSetKeys) {
    return SemanticError(
        select.group_by_range,
        fmt::format("grouping sets may have {} keys at most", kMaxGroupingSetKeys));
  }
  sets_ = std::move(combined);
  places_.resize(keys_.size());
  for (size_t i = 0; i < keys_.size(); ++i) {
    const bool used = std::any_of(sets_.begin(), sets_.end(), [&](const std::vector<size_t>& set) {
      return std::find(set.begin(), set.end(), i) != set.end();
    });
    if (used) places_[i] = used_keys_++;
  }
  grouping_id_ = state_.Column("grouping__id", TypeId::kBigint);
  return Status::Ok();
}

std::optional<size_t> Grouping::FindKey(const plan::Expression& expression) const {
  for (size_t i = 0; i < keys_.size(); ++i) {
    if (plan::StructurallyEqual(*keys_[i], expression)) return i;
  }
  return std::nullopt;
}

plan::OutputColumn Grouping::AggregateColumn(plan::ExpressionPtr& aggregate) {
  for (size_t i = 0; i < aggregates_.size(); ++i) {
    if (plan::StructurallyEqual(*aggregates_[i], *aggregate)) return aggregate_columns_[i];
  }
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
  if (const std::optional<size_t> key = FindKey(*expression)) {
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
  const std::optional<size_t> key = FindKey(*expression);
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
    const std::optional<size_t> key = FindKey(*argument);
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
