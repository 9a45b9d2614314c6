// Subqueries in ON of an outer, semi or anti join. Engines cannot join on them, so each becomes a
// column of the side that it looks at.

#include <functional>

#include "analysis/query/relations/from.h"
#include "plan/traverse.h"

namespace paisql::analysis {
namespace {

// The relation with one more column.
plan::RelationPtr WithColumn(plan::RelationPtr input, plan::OutputColumn column,
                             plan::ExpressionPtr value) {
  auto project = std::make_unique<plan::Project>();
  project->range = value->range;
  project->output = input->output;
  for (const plan::OutputColumn& each : input->output) {
    project->expressions.push_back(MakeColumn(each, value->range));
  }
  project->output.push_back(std::move(column));
  project->expressions.push_back(std::move(value));
  project->input = std::move(input);
  return project;
}

}  // namespace

bool FromAnalyzer::LooksAtBothSides(const plan::Expression& condition, const FromResult& left,
                                    const FromResult& right) {
  const ColumnIds left_ids = IdsOf(*left.plan);
  const ColumnIds right_ids = IdsOf(*right.plan);
  const std::function<bool(const plan::Expression&)> looks = [&](const plan::Expression& part) {
    if (plan::SubqueryOf(part) != nullptr) {
      const Sides sides = SidesOf(part, left_ids, right_ids);
      if (sides.left && sides.right) return true;
    }
    for (const plan::Expression* child : plan::Children(part)) {
      if (looks(*child)) return true;
    }
    return false;
  };
  return looks(condition);
}

// A semi or anti join asks whether there is a row on the right: WHERE [NOT] EXISTS (SELECT … FROM
// right WHERE condition), where a subquery may look at both sides.
FromResult FromAnalyzer::ExistsJoin(const syntax::JoinRelation& node, FromResult left,
                                    FromResult right, plan::ExpressionPtr condition) {
  auto partners = std::make_unique<plan::Filter>();
  partners->range = node.range;
  partners->output = right.plan->output;
  partners->input = std::move(right.plan);
  partners->condition = std::move(condition);
  auto exists = std::make_unique<plan::Exists>();
  exists->range = node.range;
  exists->negated = node.type == syntax::JoinType::kLeftAnti;
  exists->relation = std::move(partners);
  auto filter = std::make_unique<plan::Filter>();
  filter->range = node.range;
  filter->output = left.plan->output;
  filter->input = std::move(left.plan);
  filter->condition = std::move(exists);
  left.plan = std::move(filter);
  return left;
}

Status FromAnalyzer::LiftSubqueries(plan::ExpressionPtr& condition, FromResult& left,
                                    FromResult& right) {
  const ColumnIds left_ids = IdsOf(*left.plan);
  const ColumnIds right_ids = IdsOf(*right.plan);
  Status status;
  const std::function<void(plan::ExpressionPtr&)> visit = [&](plan::ExpressionPtr& node) {
    if (!status.ok()) return;
    if (plan::SubqueryOf(*node) == nullptr) {
      plan::ForEachChild(*node, visit);
      return;
    }
    const Sides sides = SidesOf(*node, left_ids, right_ids);
    const SourceRange range = node->range;
    if (sides.left && sides.right) {
      status = Error{ErrorCode::kUnsupported,
                     "a subquery in ON of an outer join that looks at both sides is not supported",
                     range, "join the subquery's result as a table of its own"};
      return;
    }
    plan::RelationPtr& side = sides.right ? right.plan : left.plan;
    const plan::OutputColumn column = state_.Column("subquery", node->type);
    leaves_[column.id] = side->output.empty() ? -1 : LeafOf(side->output[0].id);
    side = WithColumn(std::move(side), column, std::move(node));
    node = MakeColumn(column, range);
  };
  visit(condition);
  return status;
}

}  // namespace paisql::analysis
