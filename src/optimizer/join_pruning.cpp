#include "optimizer/join_pruning.h"

#include <algorithm>

#include "optimizer/connective.h"
#include "optimizer/repeatable.h"
#include "plan/traverse.h"

namespace paisql::optimizer {
namespace {

bool HasPartitionedScan(const plan::Relation& relation) {
  if (relation.kind == plan::RelationKind::kScan) {
    return plan::As<plan::Scan>(relation).table.partitioned();
  }
  const std::vector<const plan::Relation*> inputs = plan::Inputs(relation);
  return relation.kind == plan::RelationKind::kCteScan ||
         std::any_of(inputs.begin(), inputs.end(),
                     [](const plan::Relation* input) { return HasPartitionedScan(*input); });
}

// One table, constants or a definition with nothing beside it: what is cheap to ask beforehand.
bool IsSingleSource(const plan::Relation& relation) {
  switch (relation.kind) {
    case plan::RelationKind::kScan:
    case plan::RelationKind::kValues:
    case plan::RelationKind::kCteScan:
      return true;
    case plan::RelationKind::kProject:
    case plan::RelationKind::kFilter:
    case plan::RelationKind::kAggregate:
    case plan::RelationKind::kDistinct:
    case plan::RelationKind::kSort:
    case plan::RelationKind::kLimit:
      return IsSingleSource(*plan::Inputs(relation)[0]);
    default:
      return false;
  }
}

// SELECT key FROM other WHERE the predicates that speak of it.
plan::RelationPtr KeysOf(Context& context, const plan::Relation& other, const plan::Expression& key,
                         const Predicates& predicates) {
  plan::RelationPtr input = plan::Clone(other);
  std::vector<plan::ExpressionPtr> terms;
  for (const PushedPredicate& predicate : OnlyOver(predicates, other)) {
    if (IsPure(*predicate.expression)) terms.push_back(plan::Clone(*predicate.expression));
  }
  plan::ExpressionPtr all = Conjunction(context, std::move(terms));
  if (all != nullptr) {
    auto filter = std::make_unique<plan::Filter>();
    filter->output = input->output;
    filter->input = std::move(input);
    filter->condition = std::move(all);
    input = std::move(filter);
  }
  auto keys = std::make_unique<plan::Project>();
  keys->output = {{context.next_column++, "key", key.type}};
  keys->expressions.push_back(plan::Clone(key));
  keys->input = std::move(input);
  return keys;
}

// Where a = b joins the sides and b's side is easily asked: a IN (SELECT b FROM other).
Predicates PartnersOf(Context& context, const plan::Relation& side, const plan::Relation& other,
                      const Predicates& predicates) {
  Predicates partners;
  if (!HasPartitionedScan(side) || !IsSingleSource(other) || !IsRepeatable(other)) return partners;
  const ColumnIds here = OutputIds(side);
  const ColumnIds there = OutputIds(other);
  for (const PushedPredicate& predicate : predicates) {
    if (CallName(*predicate.expression) != "=") continue;
    const auto& sides = plan::As<plan::Call>(*predicate.expression).arguments;
    for (size_t i = 0; i < 2; ++i) {
      const plan::Expression& own = *sides[i];
      const plan::Expression& key = *sides[1 - i];
      if (!SpeaksOnlyOf(own, here) || !SpeaksOnlyOf(key, there)) continue;
      if (!IsPure(own) || !IsPure(key) || !(own.type == key.type)) continue;
      auto in = std::make_unique<plan::InSubquery>();
      in->operands.push_back(plan::Clone(own));
      in->relation = KeysOf(context, other, key, predicates);
      partners.push_back({std::move(in), true});
    }
  }
  return partners;
}

// r.ds = (SELECT …) and r.ds IN (SELECT …) are not true for a NULL, whatever the subquery answers.
bool RejectsNullBesideSubquery(const plan::Expression& predicate, const ColumnIds& ids) {
  const auto is_column = [&](const plan::ExpressionPtr& part) {
    return part->kind == plan::ExpressionKind::kColumn &&
           ids.contains(plan::As<plan::ColumnRef>(*part).column);
  };
  if (predicate.kind == plan::ExpressionKind::kInSubquery) {
    const auto& in = plan::As<plan::InSubquery>(predicate);
    return !in.negated && in.operands.size() == 1 && is_column(in.operands[0]);
  }
  constexpr std::string_view kComparisons[] = {"=", "<", "<=", ">", ">="};
  const auto* name =
      std::find(std::begin(kComparisons), std::end(kComparisons), CallName(predicate));
  if (name == std::end(kComparisons)) return false;
  const auto& sides = plan::As<plan::Call>(predicate).arguments;
  return is_column(sides[0]) || is_column(sides[1]);
}

// From predicates over a join that pads this side with NULLs: those that no padded row fulfils.
Predicates Rejecting(Context& context, const Predicates& predicates, const plan::Relation& side) {
  const ColumnIds ids = OutputIds(side);
  Predicates result;
  for (const PushedPredicate& predicate : predicates) {
    const plan::Expression& expression = *predicate.expression;
    if (plan::ContainsSubquery(expression) && RejectsNullBesideSubquery(expression, ids)) {
      result.push_back({plan::Clone(expression), predicate.derived});
      continue;
    }
    plan::ExpressionPtr part = PartOver(context, expression, ids);
    if (part && RejectsNull(*part)) result.push_back({std::move(part), predicate.derived});
  }
  return result;
}

// The side of an outer join that may be padded: its rows matter where ON holds with a row of the
// kept side, which fulfils what is asked of it.
Predicates OfPaddedSide(Context& context, const plan::Relation& side, const plan::Relation& kept,
                        Predicates conditions, const Predicates& predicates) {
  Append(conditions, Rejecting(context, predicates, side));
  Append(conditions, OnlyOver(predicates, kept));
  AddConsequences(conditions);
  Append(conditions, PartnersOf(context, side, kept, conditions));
  return conditions;
}

}  // namespace

JoinPredicates PredicatesOfSides(Context& context, const plan::Join& join, Predicates predicates) {
  Predicates conditions;
  if (join.condition) AddTerms(*join.condition, conditions);
  const plan::Relation& left = *join.left;
  const plan::Relation& right = *join.right;
  JoinPredicates result;
  switch (join.type) {
    case plan::JoinType::kInner:
    case plan::JoinType::kCross:
    case plan::JoinType::kSemi: {
      Append(predicates, std::move(conditions));
      AddConsequences(predicates);
      result.left = Over(predicates, left);
      result.right = Over(predicates, right);
      Append(result.left, PartnersOf(context, left, right, predicates));
      Append(result.right, PartnersOf(context, right, left, predicates));
      return result;
    }
    case plan::JoinType::kLeft:
    case plan::JoinType::kAnti:
      result.right = OfPaddedSide(context, right, left, std::move(conditions), predicates);
      result.right = Over(result.right, right);
      result.left = Over(predicates, left);
      return result;
    case plan::JoinType::kRight:
      result.left = OfPaddedSide(context, left, right, std::move(conditions), predicates);
      result.left = Over(result.left, left);
      result.right = Over(predicates, right);
      return result;
    case plan::JoinType::kFull:
      return result;
  }
  return result;
}

}  // namespace paisql::optimizer
