#pragma once

// UPDATE, DELETE and MERGE as plans over the files of a table. Private to this room.

#include <optional>
#include <vector>

#include "analysis/expression/expressions.h"
#include "analysis/statement/insert.h"
#include "syntax/statements/rows.h"

namespace paisql::analysis {

class RowChangeAnalyzer {
 public:
  RowChangeAnalyzer(State& state, const syntax::RowChangeStatement& statement);

  Result<RowChangePlan> Plan();

 private:
  // A relation and the names that expressions over it may use.
  struct Rows {
    plan::RelationPtr plan;
    std::vector<ScopeRelation> relations;
  };
  using Kind = syntax::MergeClause::Kind;

  // row_change.cpp
  Status FindTarget();
  Status CheckColumns();
  Result<plan::RelationPtr> Touched();
  Result<plan::RelationPtr> Rewritten();
  Result<plan::RelationPtr> Inserted();
  // Rows that the clauses of the kind may change: matched ones, or those that no source row
  // matches.
  Result<plan::RelationPtr> TouchedBy(Kind kind);
  // All rows of the kind as they are afterwards.
  Result<plan::RelationPtr> RewrittenBy(Kind kind);
  bool Has(Kind kind) const;

  // row_change_rows.cpp
  // The table's rows; `scans` gets its scan. With `places` the last two columns are a row's file
  // and its place there.
  Result<Rows> Target(bool places, std::vector<const plan::Scan*>& scans);
  Result<Rows> Source();
  Result<Rows> Joined(plan::JoinType type, Rows left, Rows right, Kind kind, bool acts);
  // Whether a clause of the kind applies: null where that is always so.
  Result<plan::ExpressionPtr> Acts(Kind kind, const Scope& scope);
  // ON or WHERE; null for none.
  Result<plan::ExpressionPtr> Condition(const Scope& scope);
  // The rows with one more column: the number of the clause that applies, 0 for none.
  Result<Rows> WithAction(Rows rows, Kind kind);
  Result<plan::RelationPtr> WithoutDeleted(plan::RelationPtr rows, Kind kind);
  // The columns of the table, each with the value that the clause of the action gives it.
  Result<plan::RelationPtr> NewRows(Rows rows, Kind kind);
  Result<plan::ExpressionPtr> NewValue(const Rows& rows, Kind kind, size_t column);
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
  bool IsPartition(size_t column) const;

  State& state_;
  const syntax::RowChangeStatement& statement_;
  const SourceRange& range_;
  syntax::InsertTarget target_;
  InsertAnalyzer values_;
  RowChangePlan result_;
};

}  // namespace paisql::analysis
