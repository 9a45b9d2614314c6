// Operators whose rows depend on other rows: groups, joins, sets and limits.

#include <algorithm>

#include "engine/spark/lower/dependent.h"
#include "plan/traverse.h"

namespace paisql::engine::spark {

using plan::ExpressionPtr;
using plan::JoinType;
using plan::RelationKind;
using plan::RelationPtr;

namespace {

// The mark of a row that is not of the join alone.
struct Marked {
  plan::OutputColumn mark;
  Columns copies;
};

// Each value of the domain has a row, be it without a row of the input.
Marked KeepEmpty(plan::AggregateRelation& aggregate, RelationPtr domain, const Columns& copies,
                 Numbers& numbers) {
  Marked marked = {{numbers.Column(), "mark", TypeId::kBoolean}, domain->output};
  std::vector<std::pair<plan::OutputColumn, ExpressionPtr>> items;
  items.emplace_back(marked.mark, Truth(true));
  const Columns kept = aggregate.input->output;
  RelationPtr rows = MakeProject(std::move(aggregate.input), kept, std::move(items));
  ExpressionPtr same = SameValues(marked.copies, copies);
  aggregate.input = MakeJoin(JoinType::kLeft, std::move(domain), std::move(rows), std::move(same));
  for (ExpressionPtr& call : aggregate.aggregates) {
    ExpressionPtr& filter = plan::As<plan::Aggregate>(*call).filter;
    ExpressionPtr real = Reference(marked.mark);
    filter =
        filter == nullptr ? std::move(real) : Operation("and", std::move(real), std::move(filter));
  }
  return marked;
}

// Of the sets that have keys only groups with rows stay.
void LeaveOutEmpty(RelationPtr& relation, const plan::OutputColumn& mark, size_t keys,
                   Numbers& numbers) {
  auto& aggregate = plan::As<plan::AggregateRelation>(*relation);
  const Columns shown = aggregate.output;
  const plan::OutputColumn rows = {numbers.Column(), "rows", TypeId::kBigint};
  aggregate.aggregates.push_back(Count(&mark));
  aggregate.output.insert(aggregate.output.end() - 1, rows);
  const int64_t of_all = (int64_t{1} << keys) - 1;
  ExpressionPtr stays = Operation("or", Operation("=", Reference(shown.back()), Whole(of_all)),
                                  Operation(">", Reference(rows), Whole(0)));
  relation = MakeProject(MakeFilter(std::move(relation), std::move(stays)), shown);
}

}  // namespace

// Groups of all rows exist for each value of the domain.
Columns Dependent::PushAggregate(RelationPtr& relation) {
  auto& aggregate = plan::As<plan::AggregateRelation>(*relation);
  const size_t own = aggregate.keys.size();
  const auto& sets = aggregate.grouping_sets;
  const bool of_all =
      std::any_of(sets.begin(), sets.end(), [](const auto& set) { return set.empty(); });
  Columns copies = Push(aggregate.input);
  for (ExpressionPtr& key : aggregate.keys) Adapt(key, copies);
  for (ExpressionPtr& call : aggregate.aggregates) Adapt(call, copies);
  plan::OutputColumn mark;
  if (own == 0 || of_all) {
    Marked marked = KeepEmpty(aggregate, DomainScan(), copies, numbers_);
    mark = std::move(marked.mark);
    copies = std::move(marked.copies);
  }
  const Columns keys = Renumbered(copies, numbers_);
  std::vector<ExpressionPtr> first = References(copies);
  for (ExpressionPtr& key : aggregate.keys) first.push_back(std::move(key));
  aggregate.keys = std::move(first);
  aggregate.output.insert(aggregate.output.begin(), keys.begin(), keys.end());
  for (std::vector<size_t>& set : aggregate.grouping_sets) {
    for (size_t& key : set) key += keys.size();
    for (size_t i = keys.size(); i-- > 0;) set.insert(set.begin(), i);
  }
  if (of_all && own > 0) LeaveOutEmpty(relation, mark, own, numbers_);
  return keys;
}

Columns Dependent::PushJoin(RelationPtr& relation) {
  auto& join = plan::As<plan::Join>(*relation);
  if (join.type == JoinType::kFull) return PushFullJoin(relation);
  const bool right_keeps = join.type == JoinType::kRight;
  const bool either = join.type == JoinType::kInner || join.type == JoinType::kCross;
  RelationPtr& main = right_keeps || (either && !Depends(*join.left) && Depends(*join.right))
                          ? join.right
                          : join.left;
  RelationPtr& other = &main == &join.left ? join.right : join.left;
  const bool other_depends = Depends(*other);
  const Columns copies = Push(main);
  if (join.condition) Adapt(join.condition, copies);
  if (other_depends) {
    ExpressionPtr same = SameValues(copies, Push(other));
    join.condition = join.condition == nullptr
                         ? std::move(same)
                         : Operation("and", std::move(same), std::move(join.condition));
    if (join.type == JoinType::kCross) join.type = JoinType::kInner;
  }
  join.output = join.left->output;
  if (join.type != JoinType::kSemi && join.type != JoinType::kAnti) {
    join.output.insert(join.output.end(), join.right->output.begin(), join.right->output.end());
  }
  return copies;
}

// A row of one side alone has its own side's value of the domain.
Columns Dependent::PushFullJoin(RelationPtr& relation) {
  auto& join = plan::As<plan::Join>(*relation);
  const Columns shown = join.output;
  const Columns left = Push(join.left);
  const Columns right = Push(join.right);
  if (join.condition) Adapt(join.condition, left);
  ExpressionPtr same = SameValues(left, right);
  join.condition = join.condition == nullptr
                       ? std::move(same)
                       : Operation("and", std::move(same), std::move(join.condition));
  join.output = join.left->output;
  join.output.insert(join.output.end(), join.right->output.begin(), join.right->output.end());
  const Columns copies = Renumbered(domain_.columns, numbers_);
  std::vector<std::pair<plan::OutputColumn, ExpressionPtr>> items;
  for (size_t i = 0; i < copies.size(); ++i) {
    auto value = std::make_unique<plan::Case>(copies[i].type);
    value->branches.push_back({Operation("is_null", Reference(left[i])), Reference(right[i])});
    value->otherwise = Reference(left[i]);
    items.emplace_back(copies[i], std::move(value));
  }
  relation = MakeProject(std::move(relation), shown, std::move(items));
  return copies;
}

Columns Dependent::PushSetOperation(plan::SetOperation& operation) {
  if (operation.recursion) return Refuse(operation);
  for (RelationPtr& input : operation.inputs) {
    Columns kept = input->output;
    const Columns copies = Push(input);
    kept.insert(kept.end(), copies.begin(), copies.end());
    input = MakeProject(std::move(input), kept);
  }
  const Columns copies = Renumbered(domain_.columns, numbers_);
  operation.output.insert(operation.output.end(), copies.begin(), copies.end());
  return copies;
}

// The first rows of each value.
Columns Dependent::PushLimit(RelationPtr& relation) {
  auto& limit = plan::As<plan::Limit>(*relation);
  RelationPtr input = std::move(limit.input);
  Columns kept = input->output;
  std::vector<plan::SortKey> keys;
  if (input->kind == RelationKind::kSort) {
    auto& sort = plan::As<plan::Sort>(*input);
    keys = std::move(sort.keys);
    input = RelationPtr(std::move(sort.input));
  }
  const Columns copies = Push(input);
  for (plan::SortKey& key : keys) Adapt(key.expression, copies);
  if (keys.empty()) keys.push_back({Reference(copies.front())});
  const functions::Function* function = functions::FindFunction("row_number");
  auto number =
      std::make_unique<plan::Window>(function, &function->overloads.front(), TypeId::kBigint);
  number->partition_by = References(copies);
  number->order_by = std::move(keys);
  const plan::OutputColumn place = {numbers_.Column(), "place", TypeId::kBigint};
  kept.insert(kept.end(), copies.begin(), copies.end());
  std::vector<std::pair<plan::OutputColumn, ExpressionPtr>> items;
  items.emplace_back(place, std::move(number));
  std::vector<ExpressionPtr> terms;
  if (limit.offset > 0) terms.push_back(Operation(">", Reference(place), Whole(limit.offset)));
  if (limit.count >= 0) {
    const int64_t last = limit.offset + limit.count;
    terms.push_back(Operation("<=", Reference(place), Whole(last)));
  }
  RelationPtr numbered = MakeProject(std::move(input), kept, std::move(items));
  relation = MakeProject(MakeFilter(std::move(numbered), Conjunction(std::move(terms))), kept);
  return copies;
}

}  // namespace paisql::engine::spark
