#pragma once

// UPDATE, DELETE and MERGE as plans over the files of a table. Private to this room.

#include <optional>
#include <vector>

#include "analysis/expression/expressions.h"
#include "analysis/statement/rows/insert.h"
#include "syntax/statements/rows.h"

namespace paisql::analysis {

class RowChangeAnalyzer {
 public:
  RowChangeAnalyzer(State& state, const syntax::RowChangeStatement& statement,
                    const ComputedIds& ids);

  Result<RowChangePlan> Plan();

 private:
  // A relation and the names that expressions over it may use.
  struct Rows {
    plan::RelationPtr plan;
    std::vector<ScopeRelation> relations;
  };
  using Kind = syntax::MergeClause::Kind;
  // Which rows of the touched files.
  enum class Part { kAll, kChanged, kUnchanged };

  // row_change.cpp
  Status FindTarget();
  Status CheckColumns();
  Result<plan::RelationPtr> Touched();
  Result<plan::RelationPtr> TouchedByCondition();
  Result<plan::RelationPtr> Inserted();
  Status PlanRewriting();
  bool Has(Kind kind) const;

  // row_changes.cpp: with a source
  Status ComputeSource();
  Result<plan::RelationPtr> Changes();
  // The rows that the clauses of the kind change: matched rows, or rows without a source row.
  Result<plan::RelationPtr> ChangesBy(Kind kind);
  // Whether the changes say of each row of the source that the table has a row for it: the others
  // are then the new ones, and the table is not read again for them.
  Result<bool> ChangesTellMatches();
  // Two more columns of a scan: a row's file and its place there.
  void AddPlaces(plan::Relation& relation);
  Result<Rows> WithoutChange(Rows source);
  Status ComputeChanges();
  // Whether the clause is an UPDATE that gives the column a value.
  bool Assigns(const syntax::MergeClause& clause, size_t column) const;
  // The columns that some clause assigns.
  std::vector<size_t> AssignedColumns() const;
  // What a clause of the kind makes of the column, NULL for the others.
  Result<plan::ExpressionPtr> ChangedValue(const Rows& rows, Kind kind, size_t column);
  Result<plan::RelationPtr> RewrittenByChanges(Part part);

  // row_change_rows.cpp
  Result<plan::RelationPtr> RewrittenByCondition(Part part);
  // The table's rows; `scans` gets its scan. With `places` the last two columns are a row's file
  // and its place there.
  Result<Rows> Target(bool places, std::vector<const plan::Scan*>& scans);
  Result<Rows> Source();
  // The pairs of the left and the right that ON or WHERE takes, or the rows of the left without
  // one.
  Result<Rows> Pairs(Rows left, Rows right);
  Result<Rows> Unmatched(Rows left, Rows right);
  // ON or WHERE; null for none.
  Result<plan::ExpressionPtr> Condition(const Scope& scope, bool subqueries);
  // The rows with one more column: the number of the clause that applies, 0 for none.
  Result<Rows> WithAction(Rows rows, Kind kind);
  // Of rows with the number of their clause in the column.
  Result<plan::RelationPtr> WithoutDeleted(plan::RelationPtr rows,
                                           const plan::OutputColumn& action);
  Result<plan::RelationPtr> PartOf(plan::RelationPtr rows, const plan::OutputColumn& action,
                                   Part part);
  // The columns of the table, each with the value that the clause of the action gives it.
  Result<plan::RelationPtr> NewRows(Rows rows, Kind kind);
  Result<plan::ExpressionPtr> NewValue(const Rows& rows, Kind kind, size_t column);
  // In the type of the column, or as text for that of a partition.
  Result<plan::ExpressionPtr> Settled(plan::ExpressionPtr value, size_t column);
  DataType SettledType(size_t column) const;
  Result<plan::ExpressionPtr> Is(const plan::OutputColumn& action, size_t clause);
  Result<plan::ExpressionPtr> ValueOf(const syntax::MergeClause& clause, const Rows& rows,
                                      const store::Column& column);
  Result<plan::ExpressionPtr> AssignedValue(const syntax::Assignment& assignment, size_t place,
                                            const Scope& scope);
  Result<plan::ExpressionPtr> InsertedValue(const syntax::MergeClause& clause, const Scope& scope,
                                            const store::Column& column);
  Result<plan::ExpressionPtr> SourceValue(const Rows& rows, const store::Column& column,
                                          const SourceRange& range);
  const store::Column& ColumnAt(size_t column) const;
  size_t ColumnCount() const;
  // How many columns INSERT without a list of columns writes.
  size_t WritableCount() const;
  bool IsWritable(size_t column) const;
  // The columns of the table in its rows; a partition that the table computes is added last.
  plan::RelationPtr Completed(plan::RelationPtr rows);
  // How many columns of the table the rows have before that.
  size_t ComputedCount() const;
  bool IsPartition(size_t column) const;
  bool IsKey(size_t column) const;

  State& state_;
  const syntax::RowChangeStatement& statement_;
  const SourceRange& range_;
  const ComputedIds ids_;
  syntax::InsertTarget target_;
  InsertAnalyzer values_;
  RowChangePlan result_;
  bool tells_matches_ = false;               // ChangesTellMatches
  std::vector<ScopeRelation> source_names_;  // over the columns of the computed source
};

}  // namespace paisql::analysis
