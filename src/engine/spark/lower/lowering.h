#pragma once

// The state of one lowering (lower.h). Every operator is rewritten before its inputs, so that a
// subquery reads nothing outside when its own operators are rewritten.

#include <optional>
#include <unordered_set>

#include "engine/spark/lower/columns.h"
#include "engine/spark/lower/lower.h"

namespace paisql::engine::spark {

class Lowering {
 public:
  explicit Lowering(const SaysItself& says_itself) : says_itself_(says_itself) {}

  void Rewrite(plan::RelationPtr& relation);

  void Fail(Error error) {
    if (!error_) error_ = std::move(error);
  }
  const std::optional<Error>& error() const { return error_; }
  Numbers& numbers() { return numbers_; }

 private:
  void RewriteOne(plan::RelationPtr& relation);
  void RewriteFilter(plan::RelationPtr& relation);
  void RewriteValues(plan::RelationPtr& relation);
  // INTERSECT ALL and EXCEPT ALL, which count equal rows, become sets of numbered rows.
  void NumberEqualRows(plan::RelationPtr& relation);
  // The subqueries of an operator with one input become columns of that input.
  void RewriteExpressions(plan::RelationPtr& relation, plan::RelationPtr& input);
  // A subquery that decides alone whether a row stays: a join without columns. False where it is
  // not one.
  bool JoinDirectly(plan::RelationPtr& body, plan::ExpressionPtr& term);

  void RewriteJoin(plan::RelationPtr& relation);
  // What one side computes alone becomes a column of that side.
  void ComputeBelow(plan::Join& join, std::vector<plan::ExpressionPtr>& terms);
  void JoinPairs(plan::RelationPtr& relation);
  // Turns each subquery that reads one side alone into a column of that side. The other subqueries
  // stay in the terms.
  void TakeSubqueries(plan::Join& join, std::vector<plan::ExpressionPtr>& terms);

  const SaysItself& says_itself_;
  Numbers numbers_;
  std::unordered_set<const plan::Relation*> done_;  // joins and filters that are as they have to be
  std::optional<Error> error_;
};

// Marks the comparisons of DOUBLE columns from different inputs: they compare bit by bit, because a
// join looks its keys up by hash. The engine on one machine has the same rule (duckdb/print).
void CompareTablesExactly(plan::Expression& condition,
                          const std::vector<const plan::Relation*>& inputs);

}  // namespace paisql::engine::spark
