#pragma once

// Parts of plans: new operators and expressions over the columns of others. The pieces are owned by
// the caller, like all of a plan; nothing here fails.

#include <string_view>
#include <utility>
#include <vector>

#include "plan/relation.h"

namespace paisql::engine::spark {

using Columns = std::vector<plan::OutputColumn>;

// Numbers that no column and no definition of the analysis has.
class Numbers {
 public:
  plan::ColumnId Column() { return next_column_++; }
  int Definition() { return next_definition_++; }

 private:
  plan::ColumnId next_column_ = 500'000'000;
  int next_definition_ = 1'000'000;
};

plan::ExpressionPtr Reference(const plan::OutputColumn& column);
std::vector<plan::ExpressionPtr> References(const Columns& columns);
plan::ExpressionPtr Truth(bool value);
plan::ExpressionPtr Whole(int64_t value);
plan::ExpressionPtr NullTruth();
// An operator that gives a BOOLEAN. Values are compared exactly, DOUBLEs too.
plan::ExpressionPtr Operation(std::string_view name, std::vector<plan::ExpressionPtr> operands);
plan::ExpressionPtr Operation(std::string_view name, plan::ExpressionPtr operand);
plan::ExpressionPtr Operation(std::string_view name, plan::ExpressionPtr left,
                              plan::ExpressionPtr right);
// Compares exactly what may have compared DOUBLEs to 15 digits.
void CompareExactly(plan::Call& comparison);
// The terms of a conjunction, and what they make together: null for none.
std::vector<plan::ExpressionPtr> TakeTerms(plan::ExpressionPtr condition);
plan::ExpressionPtr Conjunction(std::vector<plan::ExpressionPtr> terms);
// Pairs of columns are equal, or both NULL.
plan::ExpressionPtr SameValues(const Columns& left, const Columns& right);

// An aggregate that stands in no text of a user: the one value of a group, which fails where the
// group has several rows.
bool IsSingleValue(const plan::Aggregate& aggregate);
plan::ExpressionPtr SingleValue(const plan::OutputColumn& column);
// COUNT(*), or COUNT of a column.
plan::ExpressionPtr Count(const plan::OutputColumn* column);

plan::RelationPtr MakeProject(plan::RelationPtr input, const Columns& kept);
// Further columns: their values are appended to the kept ones.
plan::RelationPtr MakeProject(plan::RelationPtr input, const Columns& kept,
                              std::vector<std::pair<plan::OutputColumn, plan::ExpressionPtr>> more);
// The input itself without a condition.
plan::RelationPtr MakeFilter(plan::RelationPtr input, plan::ExpressionPtr condition);
plan::RelationPtr MakeDistinct(plan::RelationPtr input);
plan::RelationPtr MakeJoin(plan::JoinType type, plan::RelationPtr left, plan::RelationPtr right,
                           plan::ExpressionPtr condition);
plan::RelationPtr MakeAggregate(
    plan::RelationPtr input, std::vector<std::pair<plan::OutputColumn, plan::ExpressionPtr>> keys,
    std::vector<std::pair<plan::OutputColumn, plan::ExpressionPtr>> aggregates);
plan::RelationPtr MakeCteScan(int definition, const Columns& source, const Columns& output);
// The columns under new numbers.
Columns Renumbered(const Columns& columns, Numbers& numbers);

}  // namespace paisql::engine::spark
