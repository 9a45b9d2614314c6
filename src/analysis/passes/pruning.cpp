#include <algorithm>
#include <functional>

#include <fmt/format.h>

#include "analysis/expression/coercion.h"
#include "analysis/passes/join_pruning.h"
#include "analysis/passes/passes.h"
#include "analysis/passes/repeatable.h"
#include "analysis/passes/scan_pruning.h"
#include "plan/traverse.h"

namespace paisql::analysis {
namespace {

class Pruner {
 public:
  // `copy`: the plan is the copy of a subquery, made to choose partitions.
  explicit Pruner(State& state, bool copy = false) : state_(state), copy_(copy) {}

  void Prune(plan::Relation& relation, Predicates predicates) {
    PruneSubqueries(relation);
    switch (relation.kind) {
      case plan::RelationKind::kScan: {
        auto& scan = plan::As<plan::Scan>(relation);
        if (!scan.table.partitioned()) return;
        ScanPruning pruning = {state_, definitions_, {}};
        if (!copy_) {
          pruning.prune_copy = [&](plan::Relation& inner) {
            Pruner(state_, true).Prune(inner, {});
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
        JoinPredicates sides = PredicatesOfSides(state_, join, std::move(predicates));
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
      case plan::RelationKind::kTransform:
        // What the script makes of a row is its own affair.
        return Prune(*plan::As<plan::Transform>(relation).input, {});
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

  // What of the predicate speaks of these columns alone; nullptr for nothing.
  plan::ExpressionPtr Part(const plan::Expression& predicate, const ColumnIds& ids) {
    if (ContainsSubquery(predicate)) {
      const ColumnIds outer = OuterColumns(predicate);
      const bool inside = std::all_of(outer.begin(), outer.end(),
                                      [&](plan::ColumnId id) { return ids.contains(id); });
      if (inside) return plan::Clone(predicate);
    }
    return PartOver(state_, predicate, ids);
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
        columns.push_back(MakeColumn(input->output[i], input->range));
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
          MakeColumn({scan.source[i], scan.output[i].name, scan.output[i].type}, scan.range));
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
      Result<plan::ExpressionPtr> all = MakeConjunction(state_, std::move(terms));
      if (!all.ok()) return {};
      if (any) {
        const SourceRange range = any->range;
        all = MakeOperator(state_, "or", std::move(any), *std::move(all), range);
        if (!all.ok()) return {};
      }
      any = *std::move(all);
    }
    if (any) AddTerms(*any, result);
    return result;
  }

  State& state_;
  bool copy_;
  std::unordered_set<const plan::Scan*> chosen_;
  std::unordered_map<int, std::vector<Predicates>> readers_;
  Definitions definitions_;
};

}  // namespace

Status PrunePartitions(State& state, plan::Relation& root) {
  const std::vector<plan::Scan*> scans = plan::CollectScans(root);
  const bool any = std::any_of(scans.begin(), scans.end(),
                               [](const plan::Scan* scan) { return scan->table.partitioned(); });
  if (!any) return Status::Ok();
  Pruner pruner(state);
  pruner.Prune(root, {});
  if (state.context.allow_full_scan) return Status::Ok();
  for (const plan::Scan* scan : plan::CollectScans(root)) {
    if (!scan->table.partitioned() || scan->partition_predicate) continue;
    if (pruner.HasDynamicPredicate(scan)) continue;
    state.errors.Add(SemanticError(
        scan->range,
        fmt::format("physical plan generation failed: java.lang.RuntimeException: Table({}) is "
                    "full scan with all partitions, please specify partition predicates.",
                    scan->table.QualifiedName()),
        "add a condition on the partition columns, or SET odps.sql.allow.fullscan=true;"));
  }
  return state.errors.Combined();
}

}  // namespace paisql::analysis
