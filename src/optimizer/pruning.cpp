#include <algorithm>
#include <functional>

#include "optimizer/connective.h"
#include "optimizer/join_pruning.h"
#include "optimizer/optimizer.h"
#include "optimizer/repeatable.h"
#include "optimizer/scan_pruning.h"
#include "plan/traverse.h"

namespace paisql::optimizer {
namespace {

class Pruner {
 public:
  // `copy`: the plan is the copy of a subquery, made to choose partitions.
  explicit Pruner(Context& context, bool copy = false) : context_(context), copy_(copy) {}

  void Prune(plan::Relation& relation, Predicates predicates) {
    PruneSubqueries(relation);
    switch (relation.kind) {
      case plan::RelationKind::kScan: {
        auto& scan = plan::As<plan::Scan>(relation);
        if (!scan.table.partitioned()) return;
        ScanPruning pruning = {context_, definitions_, {}};
        if (!copy_) {
          pruning.prune_copy = [&](plan::Relation& inner) {
            Pruner(context_, true).Prune(inner, {});
          };
        }
        if (PruneScan(scan, predicates, pruning)) chosen_.insert(&scan);
        return;
      }
      case plan::RelationKind::kValues:
        return;
      case plan::RelationKind::kCteScan:
        return NoteReader(plan::As<plan::CteScan>(relation), std::move(predicates));
      case plan::RelationKind::kProject:
        return PruneProject(plan::As<plan::Project>(relation), std::move(predicates));
      case plan::RelationKind::kFilter: {
        auto& filter = plan::As<plan::Filter>(relation);
        AddTerms(*filter.condition, predicates);
        AddConsequences(predicates);
        return Prune(*filter.input, std::move(predicates));
      }
      case plan::RelationKind::kAggregate:
        return PruneAggregate(plan::As<plan::AggregateRelation>(relation), predicates);
      case plan::RelationKind::kJoin: {
        auto& join = plan::As<plan::Join>(relation);
        JoinPredicates sides = PredicatesOfSides(context_, join, std::move(predicates));
        Prune(*join.left, std::move(sides.left));
        return Prune(*join.right, std::move(sides.right));
      }
      case plan::RelationKind::kSetOperation:
        return PruneSetOperation(plan::As<plan::SetOperation>(relation), predicates);
      case plan::RelationKind::kDistinct:
        return Prune(*plan::As<plan::Distinct>(relation).input, std::move(predicates));
      case plan::RelationKind::kSort:
        return Prune(*plan::As<plan::Sort>(relation).input, std::move(predicates));
      case plan::RelationKind::kLimit:
        // Which rows a LIMIT keeps must not depend on what is asked of them afterwards.
        if (!plan::As<plan::Limit>(relation).sample) predicates.clear();
        return Prune(*plan::As<plan::Limit>(relation).input, std::move(predicates));
      case plan::RelationKind::kUnnest: {
        auto& unnest = plan::As<plan::Unnest>(relation);
        return Prune(*unnest.input, Over(predicates, *unnest.input));
      }
      case plan::RelationKind::kTransform: {
        // A script or a function may make anything of a row, but for what goes around it.
        auto& transform = plan::As<plan::Transform>(relation);
        return Prune(*transform.input, Over(predicates, *transform.input));
      }
      case plan::RelationKind::kWith:
        return PruneWith(plan::As<plan::With>(relation), std::move(predicates));
    }
  }

  // A predicate whose value is known only when the query runs still counts as one.
  bool HasDynamicPredicate(const plan::Scan* scan) const { return chosen_.contains(scan); }

 private:
  void PruneSubqueries(plan::Relation& relation) {
    if (relation.kind == plan::RelationKind::kScan) return;
    std::function<void(plan::ExpressionPtr&)> visit = [&](plan::ExpressionPtr& expression) {
      plan::ForEachChild(*expression, visit);
      if (plan::RelationPtr* subquery = plan::SubqueryOf(*expression)) Prune(**subquery, {});
    };
    plan::ForEachExpression(relation, visit);
  }

  // The part of the predicate that speaks of these columns alone; nullptr for nothing.
  plan::ExpressionPtr Part(const plan::Expression& predicate, const ColumnIds& ids) {
    if (plan::ContainsSubquery(predicate)) {
      const ColumnIds outer = OuterColumns(predicate);
      const bool inside = std::all_of(outer.begin(), outer.end(),
                                      [&](plan::ColumnId id) { return ids.contains(id); });
      if (inside) return plan::Clone(predicate);
    }
    return PartOver(context_, predicate, ids);
  }

  void PruneProject(plan::Project& project, Predicates predicates) {
    Substitution substitution;
    std::vector<const plan::Window*> windows;
    for (size_t i = 0; i < project.expressions.size(); ++i) {
      substitution[project.output[i].id] = project.expressions[i].get();
      CollectWindows(*project.expressions[i], windows);
    }
    Predicates below;
    for (PushedPredicate& predicate : predicates) {
      Substitute(predicate.expression, substitution);
      if (!windows.empty()) {
        predicate.expression = Part(*predicate.expression, CommonPartition(windows));
        if (predicate.expression == nullptr) continue;
      }
      below.push_back(std::move(predicate));
    }
    Prune(*project.input, std::move(below));
  }

  static void CollectWindows(const plan::Expression& expression,
                             std::vector<const plan::Window*>& windows) {
    if (expression.kind == plan::ExpressionKind::kWindow) {
      windows.push_back(&plan::As<plan::Window>(expression));
    }
    for (const plan::Expression* child : plan::Children(expression)) {
      CollectWindows(*child, windows);
    }
  }

  // Rows may only go before a window sees them when whole window partitions go: by columns that all
  // windows have in PARTITION BY.
  static ColumnIds CommonPartition(const std::vector<const plan::Window*>& windows) {
    ColumnIds common;
    for (size_t i = 0; i < windows.size(); ++i) {
      ColumnIds own;
      for (const plan::ExpressionPtr& key : windows[i]->partition_by) {
        if (key->kind != plan::ExpressionKind::kColumn) continue;
        const plan::ColumnId id = plan::As<plan::ColumnRef>(*key).column;
        if (i == 0 || common.contains(id)) own.insert(id);
      }
      common = std::move(own);
    }
    return common;
  }

  // A row may go when its group goes, and with grouping sets all of its groups: by keys that stand
  // in every set.
  void PruneAggregate(plan::AggregateRelation& node, const Predicates& predicates) {
    Substitution substitution;
    ColumnIds ids;
    for (size_t i = 0; i < node.keys.size(); ++i) {
      const bool everywhere = std::all_of(
          node.grouping_sets.begin(), node.grouping_sets.end(),
          [&](const auto& set) { return std::find(set.begin(), set.end(), i) != set.end(); });
      if (!everywhere) continue;
      substitution[node.output[i].id] = node.keys[i].get();
      ids.insert(node.output[i].id);
    }
    Predicates below;
    for (const PushedPredicate& predicate : predicates) {
      plan::ExpressionPtr part = Part(*predicate.expression, ids);
      if (part == nullptr) continue;
      Substitute(part, substitution);
      below.push_back({std::move(part), predicate.derived});
    }
    Prune(*node.input, std::move(below));
  }

  void PruneSetOperation(plan::SetOperation& node, const Predicates& predicates) {
    for (plan::RelationPtr& input : node.inputs) {
      // Rows that a reader does not want may lead to rows that it does.
      if (node.recursion) {
        Prune(*input, {});
        continue;
      }
      Predicates below = CloneAll(predicates);
      std::vector<plan::ExpressionPtr> columns;
      Substitution substitution;
      for (size_t i = 0; i < node.output.size(); ++i) {
        columns.push_back(ColumnOf(input->output[i], input->range));
        substitution[node.output[i].id] = columns.back().get();
      }
      for (PushedPredicate& predicate : below) Substitute(predicate.expression, substitution);
      Prune(*input, std::move(below));
    }
  }

  void NoteReader(plan::CteScan& scan, Predicates predicates) {
    std::vector<plan::ExpressionPtr> columns;
    Substitution substitution;
    for (size_t i = 0; i < scan.output.size(); ++i) {
      columns.push_back(
          ColumnOf({scan.source[i], scan.output[i].name, scan.output[i].type}, scan.range));
      substitution[scan.output[i].id] = columns.back().get();
    }
    Predicates usable;
    for (PushedPredicate& predicate : predicates) {
      if (!IsPure(*predicate.expression)) continue;
      Substitute(predicate.expression, substitution);
      usable.push_back(std::move(predicate));
    }
    readers_[scan.index].push_back(std::move(usable));
  }

  void PruneWith(plan::With& with, Predicates predicates) {
    for (size_t i = 0; i < with.definitions.size(); ++i) {
      definitions_[with.indexes[i]] = with.definitions[i].get();
    }
    Prune(*with.body, std::move(predicates));
    // Later definitions read earlier ones, so all readers of a definition are known when its turn
    // comes.
    for (size_t i = with.definitions.size(); i-- > 0;) {
      Prune(*with.definitions[i], AnyReader(readers_[with.indexes[i]]));
    }
  }

  // A row is needed when one of the readers needs it.
  Predicates AnyReader(std::vector<Predicates>& readers) {
    Predicates result;
    plan::ExpressionPtr any;
    for (Predicates& reader : readers) {
      std::vector<plan::ExpressionPtr> terms;
      for (PushedPredicate& predicate : reader) terms.push_back(std::move(predicate.expression));
      if (terms.empty()) return {};
      plan::ExpressionPtr all = Conjunction(context_, std::move(terms));
      any = any ? Connect(context_, "or", std::move(any), std::move(all)) : std::move(all);
    }
    if (any) AddTerms(*any, result);
    return result;
  }

  Context& context_;
  bool copy_;
  std::unordered_set<const plan::Scan*> chosen_;
  std::unordered_map<int, std::vector<Predicates>> readers_;
  Definitions definitions_;
};

}  // namespace

std::vector<const plan::Scan*> PrunePartitions(Context& context, plan::Relation& root) {
  const auto partitioned = [](const plan::Scan* scan) { return scan->table.partitioned(); };
  std::vector<const plan::Scan*> scans = plan::CollectScans(root);
  if (std::none_of(scans.begin(), scans.end(), partitioned)) return {};
  Pruner pruner(context);
  pruner.Prune(root, {});
  scans = plan::CollectScans(root);
  std::erase_if(scans, [&](const plan::Scan* scan) {
    return !partitioned(scan) || scan->partition_predicate || pruner.HasDynamicPredicate(scan);
  });
  return scans;
}

}  // namespace paisql::optimizer
