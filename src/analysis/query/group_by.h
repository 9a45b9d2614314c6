#pragma once

// GROUP BY: keys, grouping sets, and the rewriting of what stands above the aggregation. Private to
// this room.

#include <unordered_set>

#include "analysis/expression/expressions.h"
#include "analysis/query/query.h"
#include "plan/expression_index.h"

namespace paisql::analysis {

// GROUPING__ID holds one bit a key.
inline constexpr size_t kMaxGroupingSetKeys = 62;

// Builds the aggregation of one SELECT. First all keys are given, then every expression of the
// clauses above (select list, HAVING, QUALIFY, ORDER BY) is rewritten to the aggregation's output,
// which collects the aggregates, then the operator is taken.
class Grouping {
 public:
  Grouping(State& state, const Scope& input_scope) : state_(state), scope_(input_scope) {}

  Status AddKeys(const syntax::Select& select, const std::vector<const syntax::Expression*>& items);

  // Replaces keys, aggregates and grouping functions in the expression; any other column is
  // "column reference t.x should appear in GROUP BY key" at its place.
  Status Rewrite(plan::ExpressionPtr& expression);

  plan::RelationPtr Finish(plan::RelationPtr input);

 private:
  using Sets = std::vector<std::vector<size_t>>;

  // Finds the expression of a key: the select list's for its position or alias, else itself.
  Result<const syntax::Expression*> MeantBy(
      const syntax::Expression& expression,
      const std::vector<const syntax::Expression*>& items) const;
  Result<size_t> Key(const syntax::Expression& expression,
                     const std::vector<const syntax::Expression*>& items);
  Result<Sets> SetsOf(const syntax::GroupingItem& item,
                      const std::vector<const syntax::Expression*>& items);
  Status RewriteChildren(plan::ExpressionPtr& expression);
  Status RewriteInSubquery(plan::Relation& relation);
  Status RewriteOuterReferences(plan::ExpressionPtr& expression);
  Status RewriteOuterChildren(plan::Expression& expression);
  bool IsOverInput(const plan::Expression& expression) const;
  Result<plan::ExpressionPtr> GroupingBits(const plan::Call& call);
  Result<plan::ExpressionPtr> AllGroupingBits(const SourceRange& range);
  plan::ExpressionPtr KeyValue(size_t key, const SourceRange& range) const;
  Result<plan::ExpressionPtr> GroupingBit(size_t key, const SourceRange& range);
  Result<plan::ExpressionPtr> Composed(const std::vector<size_t>& keys, const SourceRange& range);
  void DropUnusedKeys();
  plan::OutputColumn AggregateColumn(plan::ExpressionPtr& aggregate);
  Status NotAKey(const plan::ColumnRef& column) const;

  State& state_;
  const Scope& scope_;
  const syntax::Select* select_ = nullptr;
  std::vector<plan::ExpressionPtr> keys_;
  plan::ExpressionIndex known_keys_;  // numbered as in keys_ before Finish
  std::vector<plan::OutputColumn> key_columns_;
  std::vector<plan::ExpressionPtr> aggregates_;
  plan::ExpressionIndex known_aggregates_;
  std::vector<plan::OutputColumn> aggregate_columns_;
  bool has_sets_ = false;
  bool failed_ = false;  // a key is unknown, so no column can be refused
  Sets sets_;
  // With sets: the place of each key among those that stand in some set. The others are NULL in
  // every row, and the operator does not know them.
  std::vector<std::optional<size_t>> places_;
  size_t used_keys_ = 0;
  std::optional<plan::OutputColumn> grouping_id_;
};

}  // namespace paisql::analysis
