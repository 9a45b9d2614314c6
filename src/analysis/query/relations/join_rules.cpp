// The platform's rule for joins without a MAPJOIN hint: equalities must connect the sides.

#include <algorithm>

#include "analysis/query/relations/from.h"
#include "plan/traverse.h"

namespace paisql::analysis {
namespace {

constexpr std::string_view kEqualityDetail =
    "expect equality expression (i.e., only use '=' and 'AND') for join condition without mapjoin "
    "hint";

bool IsCallOf(const plan::Expression& expression, std::string_view name) {
  if (expression.kind != plan::ExpressionKind::kCall) return false;
  const auto& call = plan::As<plan::Call>(expression);
  return call.function != nullptr && call.function->name == name;
}

bool IsEquality(const plan::Expression& expression) {
  return IsCallOf(expression, "=") || IsCallOf(expression, "<=>");
}

bool ConnectsSides(const plan::Expression& term, const ColumnIds& left, const ColumnIds& right) {
  if (!IsEquality(term)) return false;
  const auto& call = plan::As<plan::Call>(term);
  const Sides first = SidesOf(*call.arguments[0], left, right);
  const Sides second = SidesOf(*call.arguments[1], left, right);
  return (first.left && !first.right && second.right && !second.left) ||
         (first.right && !first.left && second.left && !second.right);
}

}  // namespace

ColumnIds IdsOf(const plan::Relation& relation) {
  ColumnIds ids;
  for (const plan::OutputColumn& column : relation.output) ids.insert(column.id);
  return ids;
}

Sides SidesOf(const plan::Expression& part, const ColumnIds& left, const ColumnIds& right) {
  std::vector<plan::ColumnId> columns;
  plan::CollectColumns(part, columns);
  Sides sides;
  for (const plan::ColumnId column : columns) {
    sides.left = sides.left || left.contains(column);
    sides.right = sides.right || right.contains(column);
  }
  return sides;
}

bool HasAtMostOneRow(const State& state, const plan::Relation& relation) {
  switch (relation.kind) {
    case plan::RelationKind::kValues:
      return plan::As<plan::Values>(relation).rows.size() <= 1;
    case plan::RelationKind::kAggregate: {
      const auto& node = plan::As<plan::AggregateRelation>(relation);
      return node.keys.empty() && node.grouping_sets.size() <= 1;
    }
    case plan::RelationKind::kLimit: {
      const auto& node = plan::As<plan::Limit>(relation);
      return (node.count >= 0 && node.count <= 1) || HasAtMostOneRow(state, *node.input);
    }
    case plan::RelationKind::kCteScan:
      return state.one_row_ctes.contains(plan::As<plan::CteScan>(relation).index);
    case plan::RelationKind::kWith:
      return HasAtMostOneRow(state, *plan::As<plan::With>(relation).body);
    case plan::RelationKind::kProject:
    case plan::RelationKind::kFilter:
    case plan::RelationKind::kDistinct:
    case plan::RelationKind::kSort:
      return HasAtMostOneRow(state, *plan::Inputs(relation)[0]);
    case plan::RelationKind::kJoin: {
      const auto& join = plan::As<plan::Join>(relation);
      if (!HasAtMostOneRow(state, *join.left)) return false;
      // A FULL JOIN of two rows that do not match gives both.
      if (join.type == plan::JoinType::kFull) return false;
      return join.type == plan::JoinType::kSemi || join.type == plan::JoinType::kAnti ||
             HasAtMostOneRow(state, *join.right);
    }
    default:
      return false;
  }
}

Status FromAnalyzer::CheckEquality(const plan::Expression& condition, const FromResult& left,
                                   const FromResult& right, bool& connects) const {
  const ColumnIds left_ids = IdsOf(*left.plan);
  const ColumnIds right_ids = IdsOf(*right.plan);
  std::vector<const plan::Expression*> terms;
  plan::SplitConjunction(condition, terms);
  const plan::Expression* unequal = nullptr;
  for (const plan::Expression* term : terms) {
    if (ConnectsSides(*term, left_ids, right_ids)) {
      connects = true;
      continue;
    }
    // A term over one side alone only filters that side.
    const Sides sides = SidesOf(*term, left_ids, right_ids);
    if (sides.left && sides.right && unequal == nullptr) unequal = term;
  }
  // Beside an equality any condition may stand, and without one where every pair may be compared.
  if (unequal == nullptr || connects) return Status::Ok();
  return SemanticError(unequal->range, std::string(kEqualityDetail),
                       "add an equality between both sides, name one side in /*+ MAPJOIN(…) */, or "
                       "SET odps.sql.allow.cartesian=true");
}

void FromAnalyzer::AddLeaf(const plan::Relation& plan) {
  const int leaf = static_cast<int>(parents_.size());
  parents_.push_back(leaf);
  for (const plan::OutputColumn& column : plan.output) leaves_[column.id] = leaf;
}

int FromAnalyzer::LeafOf(plan::ColumnId column) const {
  const auto it = leaves_.find(column);
  return it == leaves_.end() ? -1 : it->second;
}

int FromAnalyzer::Root(int leaf) {
  while (parents_[leaf] != leaf) {
    parents_[leaf] = parents_[parents_[leaf]];
    leaf = parents_[leaf];
  }
  return leaf;
}

namespace {

// Pairs of columns that the condition equates whenever it is true. For OR: those of all branches.
using ColumnPairs =
    std::vector<std::pair<std::vector<plan::ColumnId>, std::vector<plan::ColumnId>>>;

void CollectPairs(const plan::Expression& condition, ColumnPairs& pairs) {
  if (IsEquality(condition)) {
    const auto& call = plan::As<plan::Call>(condition);
    std::vector<plan::ColumnId> first;
    std::vector<plan::ColumnId> second;
    plan::CollectColumns(*call.arguments[0], first);
    plan::CollectColumns(*call.arguments[1], second);
    if (!first.empty() && !second.empty()) pairs.emplace_back(first, second);
    return;
  }
  if (IsCallOf(condition, "and")) {
    for (const plan::ExpressionPtr& term : plan::As<plan::Call>(condition).arguments) {
      CollectPairs(*term, pairs);
    }
    return;
  }
  if (!IsCallOf(condition, "or")) return;
  const auto& call = plan::As<plan::Call>(condition);
  ColumnPairs left;
  ColumnPairs right;
  CollectPairs(*call.arguments[0], left);
  CollectPairs(*call.arguments[1], right);
  for (const auto& pair : left) {
    const bool in_both = std::any_of(right.begin(), right.end(), [&](const auto& other) {
      return other == pair || (other.first == pair.second && other.second == pair.first);
    });
    if (in_both) pairs.push_back(pair);
  }
}

}  // namespace

void FromAnalyzer::Connect(const plan::Expression& condition) {
  ColumnPairs pairs;
  CollectPairs(condition, pairs);
  for (const auto& [first, second] : pairs) {
    for (plan::ColumnId a : first) {
      for (plan::ColumnId b : second) {
        const int left = LeafOf(a);
        const int right = LeafOf(b);
        if (left >= 0 && right >= 0) parents_[Root(left)] = Root(right);
      }
    }
  }
}

Status FromAnalyzer::CheckCrossJoins(const plan::Expression* where) {
  if (cross_joins_.empty()) return Status::Ok();
  if (where != nullptr) Connect(*where);
  for (const CrossJoin& join : cross_joins_) {
    if (join.left_leaf < 0 || join.right_leaf < 0) continue;
    if (Root(join.left_leaf) == Root(join.right_leaf)) continue;
    return Error{ErrorCode::kCartesianProduct, "cartesian product is not allowed without mapjoin",
                 join.range,
                 "join on an equality between both sides, or name one side in /*+ MAPJOIN(…) */"};
  }
  return Status::Ok();
}

}  // namespace paisql::analysis
