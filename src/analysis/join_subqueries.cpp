// Subqueries in ON of an outer join. Engines cannot join on them, so each becomes a column of the
// side that it looks at.

#include <functional>
#include <unordered_set>

#include "analysis/from.h"
#include "plan/traverse.h"

namespace paisql::analysis {
namespace {

std::unordered_set<plan::ColumnId> IdsOf(const plan::Relation& relation) {
  std::unordered_set<plan::ColumnId> ids;
  for (const plan::OutputColumn& column : relation.output) ids.insert(column.id);
  return ids;
}

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

Status FromAnalyzer::LiftSubqueries(plan::ExpressionPtr& condition, FromResult& left,
                                    FromResult& right) {
  const std::unordered_set<plan::ColumnId> left_ids = IdsOf(*left.plan);
  const std::unordered_set<plan::ColumnId> right_ids = IdsOf(*right.plan);
  Status status;
  const std::function<void(plan::ExpressionPtr&)> visit = [&](plan::ExpressionPtr& node) {
    if (!status.ok()) return;
    if (plan::SubqueryOf(*node) == nullptr) {
      plan::ForEachChild(*node, visit);
      return;
    }
    std::vector<plan::ColumnId> columns;
    plan::CollectColumns(*node, columns);
    bool looks_left = false;
    bool looks_right = false;
    for (const plan::ColumnId column : columns) {
      looks_left = looks_left || left_ids.contains(column);
      looks_right = looks_right || right_ids.contains(column);
    }
    const SourceRange range = node->range;
    if (looks_left && looks_right) {
      status = Error{ErrorCode::kUnsupported,
                     "a subquery in ON of an outer join that looks at both sides is not supported",
                     range, "join the subquery's result as a table of its own"};
      return;
    }
    plan::RelationPtr& side = looks_right ? right.plan : left.plan;
    const plan::OutputColumn column = state_.Column("subquery", node->type);
    leaves_[column.id] = side->output.empty() ? -1 : LeafOf(side->output[0].id);
    side = WithColumn(std::move(side), column, std::move(node));
    node = MakeColumn(column, range);
  };
  visit(condition);
  return status;
}

}  // namespace paisql::analysis
