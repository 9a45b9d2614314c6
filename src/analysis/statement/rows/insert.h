#pragma once

// INSERT: what goes into which column. Private to this room.

#include <string>
#include <vector>

#include "analysis/query/query.h"
#include "store/auto_partition.h"
#include "syntax/statements/rows.h"

namespace paisql::analysis {

class InsertAnalyzer {
 public:
  InsertAnalyzer(State& state, const syntax::InsertTarget& target)
      : state_(state), target_(target) {}

  Result<WritePlan> FromQuery(const syntax::Query& query);
  // A branch of a multi-insert.
  Result<WritePlan> FromBranch(const syntax::Query& query, const syntax::Relation& source);

  // For values of rows that another statement writes into the table.
  void SetTable(store::Table table);
  Result<plan::ExpressionPtr> Convert(plan::ExpressionPtr value, const store::Column& column);
  Result<plan::ExpressionPtr> Missing(const store::Column& column);
  Result<plan::ExpressionPtr> DynamicPartition(plan::ExpressionPtr value,
                                               const store::Column& column);

 private:
  // False when it failed: then the source is analysed for its own errors only.
  bool ResolveTarget();
  Status FindTarget();
  Status ResolvePartitions();
  bool ListsPartitions() const;
  // Which column of the source goes where, by position or by the column list.
  Status MapColumns(size_t source_columns);
  Status Finish(plan::RelationPtr source);
  // The name of the value in the source: a column of VALUES is _c0, _c1, …
  std::string SourceName(const plan::Expression& value, const store::Column& column) const;
  Result<plan::RelationPtr> Values(const syntax::ValuesRelation& values);

  State& state_;
  const syntax::InsertTarget& target_;
  WritePlan plan_;
  // For each data column and then each dynamic partition column: the source column, or nullopt.
  std::vector<std::optional<size_t>> data_sources_;
  std::vector<size_t> dynamic_levels_;
  std::vector<std::optional<size_t>> dynamic_sources_;
  std::optional<store::AutoPartition> rule_;  // computes the partition of each row
};

}  // namespace paisql::analysis
