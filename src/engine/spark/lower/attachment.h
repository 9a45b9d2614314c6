#pragma once

// Columns with the values of subqueries, joined to the rows of a relation. Its rows stay, each one
// once. Rows that subqueries depend on become a definition of a WITH, because they are read
// several times.

#include "engine/spark/lower/dependent.h"
#include "engine/spark/lower/lowering.h"

namespace paisql::engine::spark {

class Attachment {
 public:
  // Every subquery that Take will be given is in the expressions.
  Attachment(Lowering& lowering, plan::RelationPtr input,
             const std::vector<const plan::Expression*>& expressions);

  // Puts columns in place of the subqueries of an expression.
  void Take(plan::ExpressionPtr& expression);
  // The input's columns, then those of the subqueries.
  plan::RelationPtr Finish();

 private:
  plan::ExpressionPtr ValueOf(plan::Expression& subquery);
  plan::ExpressionPtr ValueOfScalar(plan::ScalarSubquery& subquery);
  plan::ExpressionPtr ValueOfExists(plan::Exists& subquery);
  plan::ExpressionPtr ValueOfIn(plan::InSubquery& subquery);
  plan::ExpressionPtr ValueOfRowIn(plan::InSubquery& subquery);
  // The relation computed for all values of what it reads outside. Both lists are empty where it
  // reads nothing.
  struct Computed {
    std::vector<plan::ExpressionPtr> outer;
    Columns copies;
    bool tied = false;  // by the equalities of tied.h, not by the domain's columns
    plan::ExpressionPtr of_nothing;

    // The condition that a row of the relation is one for a row of the input; null: each is one.
    plan::ExpressionPtr Same(const Columns& columns) const;
    // The same, with other columns for its copies.
    Computed With(Columns columns) const;
  };
  Computed Compute(plan::RelationPtr& relation, bool scalar);
  Computed ComputeForDomain(plan::RelationPtr& relation, const Columns& outer);
  plan::ExpressionPtr ValueOrOfNothing(plan::RelationPtr rows, const plan::OutputColumn& value,
                                       const Computed& computed);
  // Joins one row at most for each row; the column is true where there is one.
  plan::ExpressionPtr Mark(plan::RelationPtr rows, const Computed& computed,
                           plan::ExpressionPtr condition, const Columns& kept);
  void AddLeft(plan::RelationPtr rows, plan::ExpressionPtr condition);
  int Define(plan::RelationPtr relation);

  Lowering& lowering_;
  const Columns columns_;
  plan::RelationPtr body_;
  int shared_ = -1;  // the definition that has the input's rows
  std::vector<int> indexes_;
  std::vector<plan::RelationPtr> definitions_;
};

}  // namespace paisql::engine::spark
