#include <functional>
#include <unordered_set>

#include "optimizer/optimizer.h"
#include "plan/traverse.h"

namespace paisql::optimizer {
namespace {

using Ids = std::unordered_set<plan::ColumnId>;

void AddColumns(const plan::Expression& expression, Ids& ids) {
  std::vector<plan::ColumnId> columns;
  plan::CollectColumns(expression, columns);
  ids.insert(columns.begin(), columns.end());
}

void AddOutput(const plan::Relation& relation, Ids& ids) {
  for (const plan::OutputColumn& column : relation.output) ids.insert(column.id);
}

// Which of n entries stay: those that are needed, or the first when none is (a relation keeps a
// column, so that its rows can be counted).
std::vector<size_t> Kept(const std::vector<plan::OutputColumn>& columns, const Ids& needed) {
  std::vector<size_t> kept;
  for (size_t i = 0; i < columns.size(); ++i) {
    if (needed.contains(columns[i].id)) kept.push_back(i);
  }
  if (kept.empty() && !columns.empty()) kept.push_back(0);
  return kept;
}

template <typename T>
void Keep(std::vector<T>& entries, const std::vector<size_t>& kept) {
  std::vector<T> result;
  result.reserve(kept.size());
  for (size_t index : kept) result.push_back(std::move(entries[index]));
  entries = std::move(result);
}

class ColumnPruner {
 public:
  // `needed` holds ids that something above reads; ids of other relations in it do no harm.
  void Prune(plan::Relation& relation, Ids needed) {
    PruneSubqueries(relation);
    switch (relation.kind) {
      case plan::RelationKind::kValues:
        return;
      case plan::RelationKind::kScan: {
        // Conditions on other columns may choose its partitions.
        const auto& scan = plan::As<plan::Scan>(relation);
        if (scan.partition_predicate) AddColumns(*scan.partition_predicate, needed);
        const std::vector<size_t> kept = Kept(relation.output, needed);
        Keep(plan::As<plan::Scan>(relation).columns, kept);
        Keep(relation.output, kept);
        return;
      }
      case plan::RelationKind::kCteScan: {
        auto& scan = plan::As<plan::CteScan>(relation);
        const std::vector<size_t> kept = Kept(scan.output, needed);
        Keep(scan.source, kept);
        Keep(scan.output, kept);
        definition_columns_.insert(scan.source.begin(), scan.source.end());
        return;
      }
      case plan::RelationKind::kProject: {
        auto& project = plan::As<plan::Project>(relation);
        const std::vector<size_t> kept = Kept(project.output, needed);
        Keep(project.expressions, kept);
        Keep(project.output, kept);
        return PruneInputs(relation, {});
      }
      case plan::RelationKind::kAggregate:
        return PruneInputs(relation, {});
      case plan::RelationKind::kFilter:
      case plan::RelationKind::kSort:
      case plan::RelationKind::kLimit:
        PruneInputs(relation, std::move(needed));
        relation.output = plan::Inputs(relation)[0]->output;
        return;
      case plan::RelationKind::kDistinct: {
        Ids all;
        AddOutput(relation, all);
        return PruneInputs(relation, std::move(all));
      }
      case plan::RelationKind::kJoin:
        return PruneJoin(plan::As<plan::Join>(relation), std::move(needed));
      case plan::RelationKind::kUnnest:
        return PruneUnnest(plan::As<plan::Unnest>(relation), std::move(needed));
      case plan::RelationKind::kSetOperation: {
        // Branches meet by position, so each keeps all its columns.
        plan::ForEachInput(relation, [&](plan::RelationPtr& input) {
          Ids own;
          AddOutput(*input, own);
          Prune(*input, std::move(own));
        });
        return;
      }
      case plan::RelationKind::kTransform:
        return PruneTransform(plan::As<plan::Transform>(relation), std::move(needed));
      case plan::RelationKind::kWith:
        return PruneWith(plan::As<plan::With>(relation), std::move(needed));
    }
  }

 private:
  void PruneInputs(plan::Relation& relation, Ids needed) {
    for (const plan::Expression* expression : plan::Expressions(relation)) {
      AddColumns(*expression, needed);
    }
    plan::ForEachInput(relation, [&](plan::RelationPtr& input) { Prune(*input, needed); });
  }

  void PruneJoin(plan::Join& join, Ids needed) {
    PruneInputs(join, std::move(needed));
    join.output = join.left->output;
    if (join.type == plan::JoinType::kSemi || join.type == plan::JoinType::kAnti) return;
    join.output.insert(join.output.end(), join.right->output.begin(), join.right->output.end());
  }

  void PruneUnnest(plan::Unnest& unnest, Ids needed) {
    std::vector<plan::OutputColumn> own(
        unnest.output.begin() + static_cast<std::ptrdiff_t>(unnest.input->output.size()),
        unnest.output.end());
    PruneInputs(unnest, std::move(needed));
    unnest.output = unnest.input->output;
    unnest.output.insert(unnest.output.end(), own.begin(), own.end());
  }

  // A script or a function gets every argument, whatever is read of its answer.
  void PruneTransform(plan::Transform& transform, Ids needed) {
    const std::vector<plan::OutputColumn>& input = transform.input->output;
    const size_t arguments = input.size() - transform.carried;
    for (size_t i = transform.carried; i < input.size(); ++i) needed.insert(input[i].id);
    const std::vector<plan::OutputColumn> own(
        transform.output.begin() + static_cast<std::ptrdiff_t>(transform.carried),
        transform.output.end());
    PruneInputs(transform, std::move(needed));
    const std::vector<plan::OutputColumn>& kept = transform.input->output;
    transform.carried = kept.size() - arguments;
    transform.output.assign(kept.begin(),
                            kept.begin() + static_cast<std::ptrdiff_t>(transform.carried));
    transform.output.insert(transform.output.end(), own.begin(), own.end());
  }

  void PruneWith(plan::With& with, Ids needed) {
    Prune(*with.body, std::move(needed));
    with.output = with.body->output;
    for (size_t i = with.definitions.size(); i-- > 0;) {
      Ids own;
      for (const plan::OutputColumn& column : with.definitions[i]->output) {
        if (definition_columns_.contains(column.id)) own.insert(column.id);
      }
      Prune(*with.definitions[i], std::move(own));
    }
  }

  void PruneSubqueries(plan::Relation& relation) {
    std::function<void(plan::ExpressionPtr&)> visit = [&](plan::ExpressionPtr& expression) {
      plan::ForEachChild(*expression, visit);
      if (plan::RelationPtr* subquery = plan::SubqueryOf(*expression)) {
        // EXISTS asks for rows, not for what is in them.
        Ids all;
        if (expression->kind != plan::ExpressionKind::kExists) AddOutput(**subquery, all);
        Prune(**subquery, std::move(all));
      }
    };
    plan::ForEachExpression(relation, visit);
  }

  Ids definition_columns_;
};

}  // namespace

void PruneColumns(plan::Relation& root) {
  Ids all;
  AddOutput(root, all);
  ColumnPruner().Prune(root, std::move(all));
}

}  // namespace paisql::optimizer
