#include "engine/spark/lower/attachment.h"

#include <algorithm>

#include "engine/spark/lower/tied.h"
#include "plan/traverse.h"

namespace paisql::engine::spark {

using plan::ExpressionPtr;
using plan::JoinType;
using plan::RelationKind;
using plan::RelationPtr;

namespace {

// Whether an expression has a subquery that reads the columns otherwise than by equalities.
bool HasCorrelated(const plan::Expression& expression, const Columns& columns) {
  const plan::Relation* subquery = plan::SubqueryOf(expression);
  if (subquery != nullptr) {
    // Rows of several columns are compared within the subquery (ValueOfRowIn).
    if (expression.kind == plan::ExpressionKind::kInSubquery &&
        plan::As<plan::InSubquery>(expression).operands.size() > 1) {
      return true;
    }
    const bool scalar = expression.kind == plan::ExpressionKind::kScalarSubquery;
    if (HasAny(FreeColumns(*subquery), columns) && !IsTied(*subquery, columns, scalar)) return true;
  }
  const auto children = plan::Children(expression);
  return std::any_of(children.begin(), children.end(),
                     [&](const plan::Expression* child) { return HasCorrelated(*child, columns); });
}

bool IsAggregateOfAll(const plan::Relation& relation) {
  if (relation.kind == RelationKind::kProject) {
    return IsAggregateOfAll(*plan::As<plan::Project>(relation).input);
  }
  if (relation.kind == RelationKind::kValues) {
    return plan::As<plan::Values>(relation).rows.size() == 1;
  }
  if (relation.kind != RelationKind::kAggregate) return false;
  const auto& aggregate = plan::As<plan::AggregateRelation>(relation);
  return aggregate.keys.empty() && aggregate.grouping_sets.empty();
}

RelationPtr OneRow(RelationPtr rows) {
  auto limit = std::make_unique<plan::Limit>();
  limit->range = rows->range;
  limit->output = rows->output;
  limit->input = std::move(rows);
  limit->count = 1;
  return limit;
}

std::vector<std::pair<plan::OutputColumn, ExpressionPtr>> KeysOf(const Columns& columns,
                                                                 const Columns& named) {
  std::vector<std::pair<plan::OutputColumn, ExpressionPtr>> keys;
  for (size_t i = 0; i < columns.size(); ++i) keys.emplace_back(named[i], Reference(columns[i]));
  return keys;
}

}  // namespace

Attachment::Attachment(Lowering& lowering, RelationPtr input,
                       const std::vector<const plan::Expression*>& expressions)
    : lowering_(lowering), columns_(input->output), body_(std::move(input)) {
  const bool shares =
      std::any_of(expressions.begin(), expressions.end(),
                  [this](const plan::Expression* one) { return HasCorrelated(*one, columns_); });
  if (!shares) return;
  shared_ = Define(std::move(body_));
  body_ = MakeCteScan(shared_, columns_, columns_);
}

int Attachment::Define(RelationPtr relation) {
  indexes_.push_back(lowering_.numbers().Definition());
  definitions_.push_back(std::move(relation));
  return indexes_.back();
}

RelationPtr Attachment::Finish() {
  const Columns all = body_->output;
  RelationPtr rows = MakeProject(std::move(body_), all);
  if (definitions_.empty()) return rows;
  auto with = std::make_unique<plan::With>();
  with->range = rows->range;
  with->output = all;
  with->indexes = std::move(indexes_);
  with->definitions = std::move(definitions_);
  with->body = std::move(rows);
  return with;
}

void Attachment::Take(ExpressionPtr& expression) {
  plan::ForEachChild(*expression, [this](ExpressionPtr& child) { Take(child); });
  if (plan::SubqueryOf(*expression) == nullptr) return;
  const SourceRange range = expression->range;
  expression = ValueOf(*expression);
  expression->range = range;
}

ExpressionPtr Attachment::ValueOf(plan::Expression& subquery) {
  if (lowering_.error()) return Truth(true);
  switch (subquery.kind) {
    case plan::ExpressionKind::kScalarSubquery:
      return ValueOfScalar(plan::As<plan::ScalarSubquery>(subquery));
    case plan::ExpressionKind::kExists:
      return ValueOfExists(plan::As<plan::Exists>(subquery));
    default:
      break;
  }
  auto& in = plan::As<plan::InSubquery>(subquery);
  ExpressionPtr value = in.operands.size() == 1 ? ValueOfIn(in) : ValueOfRowIn(in);
  return in.negated ? Operation("not", std::move(value)) : std::move(value);
}

Attachment::Computed Attachment::Compute(RelationPtr& relation, bool scalar) {
  const ColumnSet read = FreeColumns(*relation);
  const Columns outer = Among(columns_, read);
  if (outer.size() != read.size()) {
    lowering_.Fail(RefusedSubquery(relation->range));
    return {};
  }
  if (IsTied(*relation, columns_, scalar)) {
    Ties ties = Untie(relation, columns_, lowering_.numbers());
    return {std::move(ties.outer), std::move(ties.keys), true, std::move(ties.of_nothing)};
  }
  return ComputeForDomain(relation, outer);
}

Attachment::Computed Attachment::ComputeForDomain(RelationPtr& relation, const Columns& outer) {
  const bool comparable =
      std::all_of(outer.begin(), outer.end(),
                  [](const plan::OutputColumn& column) { return HasEquality(column.type); });
  if (!comparable) {
    lowering_.Fail(RefusedSubquery(relation->range));
    return {};
  }
  Computed computed;
  computed.outer = References(outer);
  if (outer.empty()) return computed;
  PAISQL_ASSERT(shared_ >= 0, "a correlated subquery has come as a surprise");
  RelationPtr values = MakeCteScan(shared_, outer, outer);
  const Domain domain = {Define(MakeDistinct(std::move(values))), outer};
  Dependent dependent(domain, lowering_.numbers());
  computed.copies = dependent.Push(relation);
  if (dependent.error()) lowering_.Fail(*dependent.error());
  return computed;
}

ExpressionPtr Attachment::Computed::Same(const Columns& columns) const {
  std::vector<ExpressionPtr> terms;
  for (size_t i = 0; i < outer.size(); ++i) {
    terms.push_back(Operation(tied ? "=" : "<=>", plan::Clone(*outer[i]), Reference(columns[i])));
  }
  return Conjunction(std::move(terms));
}

Attachment::Computed Attachment::Computed::With(Columns columns) const {
  Computed other;
  for (const ExpressionPtr& one : outer) other.outer.push_back(plan::Clone(*one));
  other.copies = std::move(columns);
  other.tied = tied;
  return other;
}

void Attachment::AddLeft(RelationPtr rows, ExpressionPtr condition) {
  body_ = MakeJoin(JoinType::kLeft, std::move(body_), std::move(rows),
                   condition == nullptr ? Truth(true) : std::move(condition));
}

ExpressionPtr Attachment::Mark(RelationPtr rows, const Computed& computed, ExpressionPtr condition,
                               const Columns& kept) {
  const plan::OutputColumn mark = {lowering_.numbers().Column(), "mark", TypeId::kBoolean};
  std::vector<std::pair<plan::OutputColumn, ExpressionPtr>> marked;
  marked.emplace_back(mark, Truth(true));
  Columns columns = computed.copies;
  columns.insert(columns.end(), kept.begin(), kept.end());
  rows = MakeProject(std::move(rows), columns, std::move(marked));
  rows = columns.empty() ? OneRow(std::move(rows)) : MakeDistinct(std::move(rows));
  std::vector<ExpressionPtr> terms;
  if (condition != nullptr) terms.push_back(std::move(condition));
  if (!computed.outer.empty()) terms.push_back(computed.Same(computed.copies));
  AddLeft(std::move(rows), Conjunction(std::move(terms)));
  return Operation("is_not_null", Reference(mark));
}

ExpressionPtr Attachment::ValueOfExists(plan::Exists& subquery) {
  const Computed computed = Compute(subquery.relation, false);
  ExpressionPtr found = Mark(std::move(subquery.relation), computed, nullptr, {});
  return subquery.negated ? Operation("not", std::move(found)) : std::move(found);
}

ExpressionPtr Attachment::ValueOfScalar(plan::ScalarSubquery& subquery) {
  RelationPtr& relation = subquery.relation;
  const SourceRange range = subquery.range;
  const bool one_row = IsAggregateOfAll(*relation);
  const plan::OutputColumn value = relation->output.front();
  const Computed computed = Compute(relation, true);
  if (lowering_.error()) return Truth(true);
  plan::OutputColumn joined = value;
  Columns keys = computed.copies;
  if (!one_row) {
    joined.id = lowering_.numbers().Column();
    keys = Renumbered(computed.copies, lowering_.numbers());
    std::vector<std::pair<plan::OutputColumn, ExpressionPtr>> single;
    single.emplace_back(joined, SingleValue(value));
    single.back().second->range = range;
    relation = MakeAggregate(std::move(relation), KeysOf(computed.copies, keys), std::move(single));
  }
  if (computed.of_nothing == nullptr || !one_row) {
    AddLeft(std::move(relation), computed.Same(keys));
    return Reference(joined);
  }
  return ValueOrOfNothing(std::move(relation), joined, computed);
}

// Rows that have no group get the value of an aggregate of nothing, such as COUNT's 0.
ExpressionPtr Attachment::ValueOrOfNothing(RelationPtr rows, const plan::OutputColumn& value,
                                           const Computed& computed) {
  const plan::OutputColumn mark = {lowering_.numbers().Column(), "mark", TypeId::kBoolean};
  const Columns kept = rows->output;
  std::vector<std::pair<plan::OutputColumn, ExpressionPtr>> marked;
  marked.emplace_back(mark, Truth(true));
  AddLeft(MakeProject(std::move(rows), kept, std::move(marked)), computed.Same(computed.copies));
  auto answer = std::make_unique<plan::Case>(value.type);
  answer->branches.push_back({Operation("is_not_null", Reference(mark)), Reference(value)});
  answer->otherwise = plan::Clone(*computed.of_nothing);
  return answer;
}

// TRUE where the value is found, else NULL where a NULL on either side leaves it open, else FALSE.
ExpressionPtr Attachment::ValueOfIn(plan::InSubquery& subquery) {
  RelationPtr& relation = subquery.relation;
  const Columns value = {relation->output.front()};
  if (!HasEquality(value[0].type)) lowering_.Fail(RefusedSubquery(subquery.range));
  const Computed computed = Compute(relation, false);
  if (lowering_.error()) return Truth(true);
  Numbers& numbers = lowering_.numbers();
  Columns all = computed.copies;
  all.push_back(value[0]);
  const int rows = Define(MakeProject(std::move(relation), all));

  const plan::OutputColumn count = {numbers.Column(), "rows", TypeId::kBigint};
  const plan::OutputColumn known = {numbers.Column(), "known", TypeId::kBigint};
  const Columns keys = Renumbered(computed.copies, numbers);
  std::vector<std::pair<plan::OutputColumn, ExpressionPtr>> counts;
  counts.emplace_back(count, Count(nullptr));
  counts.emplace_back(known, Count(value.data()));
  AddLeft(
      MakeAggregate(MakeCteScan(rows, all, all), KeysOf(computed.copies, keys), std::move(counts)),
      computed.Same(keys));

  const auto again = [&] { return plan::Clone(*subquery.operands[0]); };
  const Columns fresh = Renumbered(all, numbers);
  const Computed here = computed.With(Columns(fresh.begin(), fresh.end() - 1));
  RelationPtr present =
      MakeFilter(MakeCteScan(rows, all, fresh), Operation("is_not_null", Reference(fresh.back())));
  ExpressionPtr found = Mark(std::move(present), here,
                             Operation("=", again(), Reference(fresh.back())), {fresh.back()});
  auto answer = std::make_unique<plan::Case>(TypeId::kBoolean);
  answer->branches.push_back({std::move(found), Truth(true)});
  answer->branches.push_back({Operation("or", Operation("is_null", Reference(count)),
                                        Operation("=", Reference(count), Whole(0))),
                              Truth(false)});
  answer->branches.push_back({Operation("or", Operation("is_null", again()),
                                        Operation("<", Reference(known), Reference(count))),
                              NullTruth()});
  answer->otherwise = Truth(false);
  return answer;
}

// Rows of several columns are compared column by column for all values of the operands.
ExpressionPtr Attachment::ValueOfRowIn(plan::InSubquery& subquery) {
  RelationPtr& relation = subquery.relation;
  const Columns values = relation->output;
  ColumnSet read = FreeColumns(*relation);
  std::vector<ExpressionPtr> equal;
  std::vector<ExpressionPtr> open;
  for (size_t i = 0; i < values.size(); ++i) {
    const ColumnSet own = FreeColumns(*subquery.operands[i]);
    read.insert(own.begin(), own.end());
  }
  const Columns outer = Among(columns_, read);
  if (outer.size() != read.size()) lowering_.Fail(RefusedSubquery(relation->range));
  if (lowering_.error()) return Truth(true);
  const Computed computed = ComputeForDomain(relation, outer);
  if (lowering_.error()) return Truth(true);
  Renaming renaming;
  for (size_t i = 0; i < outer.size(); ++i) renaming[outer[i].id] = computed.copies[i].id;
  // The operands become columns of the rows, so that they are computed once.
  Columns all = computed.copies;
  all.insert(all.end(), values.begin(), values.end());
  Columns operands;
  std::vector<std::pair<plan::OutputColumn, ExpressionPtr>> items;
  for (ExpressionPtr& operand : subquery.operands) {
    Rename(*operand, renaming);
    operands.push_back({lowering_.numbers().Column(), "operand", operand->type});
    items.emplace_back(operands.back(), std::move(operand));
  }
  RelationPtr compared = MakeProject(std::move(relation), all, std::move(items));
  for (size_t i = 0; i < values.size(); ++i) {
    equal.push_back(Operation("=", Reference(operands[i]), Reference(values[i])));
    open.push_back(
        Operation("is_not_false", Operation("=", Reference(operands[i]), Reference(values[i]))));
  }
  all.insert(all.end(), operands.begin(), operands.end());
  const int rows = Define(std::move(compared));
  const auto mark = [&](std::vector<ExpressionPtr> terms) {
    const Columns fresh = Renumbered(all, lowering_.numbers());
    Renaming names;
    for (size_t i = 0; i < all.size(); ++i) names[all[i].id] = fresh[i].id;
    ExpressionPtr condition = Conjunction(std::move(terms));
    Rename(*condition, names);
    const auto copies = static_cast<std::ptrdiff_t>(computed.copies.size());
    const Computed here = computed.With(Columns(fresh.begin(), fresh.begin() + copies));
    return Mark(MakeFilter(MakeCteScan(rows, all, fresh), std::move(condition)), here, nullptr, {});
  };
  auto answer = std::make_unique<plan::Case>(TypeId::kBoolean);
  answer->branches.push_back({mark(std::move(equal)), Truth(true)});
  answer->branches.push_back({mark(std::move(open)), NullTruth()});
  answer->otherwise = Truth(false);
  return answer;
}

}  // namespace paisql::engine::spark
