#include <algorithm>

#include "base/text.h"
#include "engine/duckdb/print/depth_guard.h"
#include "engine/duckdb/print/printer.h"
#include "engine/duckdb/print/sql_text.h"

namespace paisql::engine {

using plan::RelationKind;

namespace {

bool HasTime(const DataType& type) {
  if (type.IsNested()) return std::any_of(type.fields().begin(), type.fields().end(), HasTime);
  return type.id() == TypeId::kDatetime || type.id() == TypeId::kTimestamp ||
         type.id() == TypeId::kTimestampNtz;
}

}  // namespace

Select Printer::PrintRelation(const plan::Relation& relation) {
  const DepthGuard guard(depth_, relation.range, context_);
  if (!guard.ok()) return Select{};
  for (const plan::OutputColumn& column : relation.output) {
    context_.has_times = context_.has_times || HasTime(column.type);
  }
  switch (relation.kind) {
    case RelationKind::kScan:
      return PrintScan(plan::As<plan::Scan>(relation));
    case RelationKind::kValues:
      return PrintValues(plan::As<plan::Values>(relation));
    case RelationKind::kProject:
      return PrintProject(plan::As<plan::Project>(relation));
    case RelationKind::kFilter:
      return PrintFilter(plan::As<plan::Filter>(relation));
    case RelationKind::kAggregate:
      return PrintAggregateRelation(plan::As<plan::AggregateRelation>(relation));
    case RelationKind::kJoin:
      return PrintJoin(plan::As<plan::Join>(relation));
    case RelationKind::kSetOperation:
      return PrintSetOperation(plan::As<plan::SetOperation>(relation));
    case RelationKind::kDistinct:
      return PrintDistinct(plan::As<plan::Distinct>(relation));
    case RelationKind::kSort:
      return PrintSort(plan::As<plan::Sort>(relation));
    case RelationKind::kLimit:
      return PrintLimit(plan::As<plan::Limit>(relation));
    case RelationKind::kUnnest:
      return PrintUnnest(plan::As<plan::Unnest>(relation));
    case RelationKind::kWith:
      return PrintWith(plan::As<plan::With>(relation));
    case RelationKind::kCteScan:
      return PrintCteScan(plan::As<plan::CteScan>(relation));
    case RelationKind::kTransform:
      return PrintTransform(plan::As<plan::Transform>(relation));
  }
  PAISQL_UNREACHABLE("a relation of unknown kind");
}

Select Printer::PrintProject(const plan::Project& project) {
  Select select = PrintRelation(*project.input);
  // Above a LIMIT the expressions must see the remaining rows only: one may fail on a row that was
  // cut.
  if (select.computed || select.grouped || select.distinct || !select.limit.empty()) {
    select = select.Wrap(context_);
  }
  select.items.clear();
  for (size_t i = 0; i < project.expressions.size(); ++i) {
    select.items.push_back({project.output[i].id, PrintExpression(*project.expressions[i])});
  }
  select.computed = true;
  return select;
}

Select Printer::PrintFilter(const plan::Filter& filter) {
  Select select = PrintRelation(*filter.input);
  if (select.computed || select.grouped || select.distinct || select.ordered()) {
    select = select.Wrap(context_);
  }
  in_where_ = true;
  AppendConditions(*filter.condition, {filter.input.get()}, select.where);
  in_where_ = false;
  return select;
}

Select Printer::PrintAggregateRelation(const plan::AggregateRelation& aggregate) {
  if (aggregate.grouping_sets.size() > kSetsAtOnce && PlaceOfShared(aggregate) != nullptr) {
    return PrintSets(aggregate);
  }
  Select select = PrintRelation(*aggregate.input);
  if (select.computed || select.grouped || select.distinct || select.ordered()) {
    select = select.Wrap(context_);
  }
  select.grouped = true;
  select.computed = true;
  select.items.clear();
  // Grouping goes by the names of the selected keys, because a number in GROUP BY would be a
  // position; a key that is a column by its own, which DuckDB finds faster.
  std::vector<std::string> keys;
  for (size_t i = 0; i < aggregate.keys.size(); ++i) {
    const plan::ColumnId id = aggregate.output[i].id;
    std::string key = PrintExpression(*aggregate.keys[i]);
    const bool column = aggregate.keys[i]->kind == plan::ExpressionKind::kColumn;
    keys.push_back(column ? key : ColumnName(id));
    select.items.push_back({id, std::move(key)});
  }
  for (size_t i = 0; i < aggregate.aggregates.size(); ++i) {
    select.items.push_back(
        {aggregate.output[keys.size() + i].id, PrintExpression(*aggregate.aggregates[i])});
  }
  if (aggregate.grouping_sets.empty()) {
    // All items but the aggregates. DuckDB compares each key that is named with the others.
    select.group_by = keys.size() > kManyKeys ? "ALL" : Join(keys, ", ");
    return select;
  }
  std::vector<std::string> sets;
  for (const std::vector<size_t>& set : aggregate.grouping_sets) {
    std::vector<std::string> members;
    for (const size_t key : set) members.push_back(keys[key]);
    sets.push_back("(" + Join(members, ", ") + ")");
  }
  select.group_by = "GROUPING SETS (" + Join(sets, ", ") + ")";
  const std::string grouping =
      keys.empty() ? "CAST(0 AS BIGINT)" : "CAST(GROUPING(" + Join(keys, ", ") + ") AS BIGINT)";
  select.items.push_back({aggregate.output.back().id, grouping});
  return select;
}

// What many inner joins have in common DuckDB derives pair by pair and chain by chain. Their order
// is then the text's. Tables that only WHERE connects need the optimizer that finds it.
void Printer::CountJoins(plan::JoinType type, size_t inner_joins) {
  many_joins_ = many_joins_ || inner_joins > kManyJoins;
  cross_joins_ = cross_joins_ || type == plan::JoinType::kCross;
  if (!many_joins_) return;
  context_.avoided_optimizers.insert("join_order");
  if (cross_joins_) {
    context_.avoided_optimizers.erase("filter_pushdown");
  } else {
    context_.avoided_optimizers.insert("filter_pushdown");
  }
}

Select Printer::PrintJoin(const plan::Join& join) {
  const Select left = PrintRelation(*join.left);
  const Select right = PrintRelation(*join.right);
  const bool bare_join = right.bare() && right.joined;
  const std::string left_item = left.FromItem(context_);
  std::string right_item = right.FromItem(context_);
  if (bare_join) right_item = "(" + right_item + ")";

  plan::JoinType type = join.type;
  if (type == plan::JoinType::kInner && !join.condition) type = plan::JoinType::kCross;
  std::string_view word;
  switch (type) {
    case plan::JoinType::kInner:
      word = " JOIN ";
      break;
    case plan::JoinType::kLeft:
      word = " LEFT JOIN ";
      break;
    case plan::JoinType::kRight:
      word = " RIGHT JOIN ";
      break;
    case plan::JoinType::kFull:
      word = " FULL JOIN ";
      break;
    case plan::JoinType::kCross:
      word = " CROSS JOIN ";
      break;
    case plan::JoinType::kSemi:
      word = " SEMI JOIN ";
      break;
    case plan::JoinType::kAnti:
      word = " ANTI JOIN ";
      break;
  }
  Select select;
  select.joined = true;
  select.inner_joins = (left.bare() ? left.inner_joins : 0) +
                       (right.bare() ? right.inner_joins : 0) +
                       (type == plan::JoinType::kInner ? 1 : 0);
  CountJoins(type, select.inner_joins);
  select.from = left_item + std::string(word) + right_item;
  if (type != plan::JoinType::kCross) {
    std::vector<std::string> conditions;
    if (join.condition) {
      AppendConditions(*join.condition, {join.left.get(), join.right.get()}, conditions);
    }
    select.from += " ON " + (conditions.empty() ? "true" : Join(conditions, " AND "));
  }
  select.SetColumns(join.output);
  return select;
}

Select Printer::PrintSetOperation(const plan::SetOperation& operation) {
  std::string word = operation.op == plan::SetOperator::kUnion       ? " UNION"
                     : operation.op == plan::SetOperator::kIntersect ? " INTERSECT"
                                                                     : " EXCEPT";
  word += operation.all ? " ALL " : " ";
  Select select;
  select.from = "(";
  for (size_t i = 0; i < operation.inputs.size(); ++i) {
    if (i > 0) select.from += word;
    select.from += "(" + PrintRelation(*operation.inputs[i]).Text() + ")";
  }
  std::vector<std::string> names;
  for (const auto& column : operation.output) names.push_back(ColumnName(column.id));
  select.from += ") AS " + context_.NewAlias("t") + "(" + Join(names, ", ") + ")";
  select.SetColumns(operation.output);
  return select;
}

Select Printer::PrintDistinct(const plan::Distinct& distinct) {
  Select select = PrintRelation(*distinct.input);
  if (select.distinct || select.ordered()) select = select.Wrap(context_);
  select.distinct = true;
  return select;
}

Select Printer::PrintSort(const plan::Sort& sort) {
  Select select = PrintRelation(*sort.input);
  bool columns_only = true;
  for (const auto& key : sort.keys) {
    columns_only = columns_only && key.expression->kind == plan::ExpressionKind::kColumn;
  }
  if (select.distinct || select.ordered() || (select.computed && !columns_only)) {
    select = select.Wrap(context_);
  }
  const std::string keys = PrintSortKeys(sort.keys);
  if (!keys.empty()) select.order_by = {keys};
  return select;
}

Select Printer::PrintLimit(const plan::Limit& limit) {
  Select select = PrintRelation(*limit.input);
  if (!select.limit.empty()) select = select.Wrap(context_);
  if (limit.count >= 0) select.limit = " LIMIT " + std::to_string(limit.count);
  if (limit.offset > 0) select.limit += " OFFSET " + std::to_string(limit.offset);
  return select;
}

}  // namespace paisql::engine
