#include "optimizer/scan_pruning.h"

#include <algorithm>
#include <set>

#include "optimizer/connective.h"
#include "optimizer/generated_partition.h"
#include "optimizer/repeatable.h"
#include "plan/fold.h"
#include "plan/traverse.h"

namespace paisql::optimizer {
namespace {

void NoteEquality(plan::Scan& scan, const plan::Expression& predicate,
                  const std::unordered_map<plan::ColumnId, size_t>& levels) {
  const std::string_view name = CallName(predicate);
  if (name != "=" && name != "in") return;
  const auto& arguments = plan::As<plan::Call>(predicate).arguments;
  if (arguments.size() != 2) return;
  for (size_t side = 0; side < 2; ++side) {
    const plan::Expression& column = *arguments[side];
    const plan::Expression& other = *arguments[1 - side];
    if (column.kind != plan::ExpressionKind::kColumn || !(column.type == other.type)) continue;
    const std::optional<Value> value = plan::Fold(other);
    if (!value || value->is_null()) continue;
    std::optional<std::string>& slot =
        scan.partition_equals[levels.at(plan::As<plan::ColumnRef>(column).column)];
    if (value->type.IsInteger()) slot = std::to_string(value->as_int());
    if (value->type.id() == TypeId::kString) slot = value->as_text();
    return;
  }
}

// Definitions that others of the set read, too, in the order in which they read each other.
std::set<int> WithInner(std::unordered_set<int> indexes, const Definitions& definitions) {
  std::set<int> all;
  std::vector<int> left(indexes.begin(), indexes.end());
  while (!left.empty()) {
    const int index = left.back();
    left.pop_back();
    if (!definitions.contains(index) || !all.insert(index).second) continue;
    for (const int inner : OuterDefinitions(*definitions.at(index))) left.push_back(inner);
  }
  return all;
}

// Gives a subquery the definitions that it reads, so that it can run by itself.
void TakeDefinitions(plan::RelationPtr& subquery, const std::set<int>& indexes,
                     const ScanPruning& pruning) {
  if (indexes.empty()) return;
  auto with = std::make_unique<plan::With>();
  for (const int index : indexes) {
    with->indexes.push_back(index);
    with->definitions.push_back(plan::Clone(*pruning.definitions.at(index)));
  }
  with->output = subquery->output;
  with->range = subquery->range;
  with->body = std::move(subquery);
  subquery = std::move(with);
}

void CompleteSubqueries(plan::Expression& expression, const std::set<int>& indexes,
                        const ScanPruning& pruning) {
  if (plan::RelationPtr* subquery = plan::SubqueryOf(expression)) {
    TakeDefinitions(*subquery, indexes, pruning);
    pruning.prune_copy(**subquery);
  }
  plan::ForEachChild(expression, [&](plan::ExpressionPtr& child) {
    CompleteSubqueries(*child, indexes, pruning);
  });
}

// Equal as they stand, or with the sides of an equality exchanged.
bool SaysTheSame(const plan::Expression& a, const plan::Expression& b) {
  if (plan::StructurallyEqual(a, b)) return true;
  if (CallName(a) != "=" || CallName(b) != "=") return false;
  const auto& left = plan::As<plan::Call>(a).arguments;
  const auto& right = plan::As<plan::Call>(b).arguments;
  return plan::StructurallyEqual(*left[0], *right[1]) &&
         plan::StructurallyEqual(*left[1], *right[0]);
}

// Asking the other side of a join for its keys is of no use where a constant says which partition.
bool IsPinned(const plan::Expression& predicate, const plan::Scan& scan,
              const std::unordered_map<plan::ColumnId, size_t>& levels) {
  if (predicate.kind != plan::ExpressionKind::kInSubquery) return false;
  const auto& operands = plan::As<plan::InSubquery>(predicate).operands;
  if (operands.size() != 1 || operands[0]->kind != plan::ExpressionKind::kColumn) return false;
  const auto level = levels.find(plan::As<plan::ColumnRef>(*operands[0]).column);
  return level != levels.end() && scan.partition_equals[level->second].has_value();
}

// The predicate as it can be asked before the statement runs; nullptr when it cannot.
plan::ExpressionPtr RuntimePredicate(const plan::Expression& predicate, const ColumnIds& levels,
                                     const ScanPruning& pruning) {
  const ColumnIds outer = OuterColumns(predicate);
  const bool inside =
      !outer.empty() && std::all_of(outer.begin(), outer.end(),
                                    [&](plan::ColumnId id) { return levels.contains(id); });
  if (!inside || !IsRepeatable(predicate)) return nullptr;
  const std::unordered_set<int> read = OuterDefinitions(predicate);
  const std::set<int> needed = WithInner(read, pruning.definitions);
  for (const int index : needed) {
    if (!IsRepeatable(*pruning.definitions.at(index))) return nullptr;
  }
  for (const int index : read) {
    if (!needed.contains(index)) return nullptr;
  }
  plan::ExpressionPtr copy = plan::Clone(predicate);
  CompleteSubqueries(*copy, needed, pruning);
  return copy;
}

}  // namespace

bool PruneScan(plan::Scan& scan, const Predicates& predicates, const ScanPruning& pruning) {
  std::unordered_map<plan::ColumnId, size_t> levels;
  ColumnIds ids;
  for (size_t i = 0; i < scan.columns.size(); ++i) {
    if (scan.columns[i].kind != plan::Scan::Source::kPartition) continue;
    levels[scan.output[i].id] = scan.columns[i].index;
    ids.insert(scan.output[i].id);
  }
  scan.runtime_predicates.clear();
  std::fill(scan.partition_equals.begin(), scan.partition_equals.end(), std::nullopt);
  bool written = false;
  std::vector<plan::ExpressionPtr> terms;
  std::vector<plan::ExpressionPtr> derived;
  Predicates all = CloneAll(predicates);
  Append(all, GeneratedPredicates(pruning.context, scan, predicates));
  for (const PushedPredicate& predicate : all) {
    const plan::Expression& expression = *predicate.expression;
    const std::vector<plan::ColumnId> columns = ColumnsOf(expression);
    const bool speaks = std::any_of(columns.begin(), columns.end(),
                                    [&](plan::ColumnId id) { return ids.contains(id); });
    if (!speaks) continue;
    if (plan::ContainsSubquery(expression)) {
      written = written || !predicate.derived;
      plan::ExpressionPtr runtime;
      if (pruning.prune_copy) runtime = RuntimePredicate(expression, ids, pruning);
      if (runtime)
        (predicate.derived ? derived : scan.runtime_predicates).push_back(std::move(runtime));
    }
    plan::ExpressionPtr part = PartOver(pruning.context, expression, ids);
    if (part == nullptr) continue;
    written = written || !predicate.derived;
    NoteEquality(scan, *part, levels);
    const bool known = std::any_of(terms.begin(), terms.end(),
                                   [&](const auto& term) { return SaysTheSame(*term, *part); });
    if (!known) terms.push_back(std::move(part));
  }
  for (plan::ExpressionPtr& predicate : derived) {
    if (!IsPinned(*predicate, scan, levels)) {
      scan.runtime_predicates.push_back(std::move(predicate));
    }
  }
  scan.partition_predicate = Conjunction(pruning.context, std::move(terms));
  return written;
}

}  // namespace paisql::optimizer
