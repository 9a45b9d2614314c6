#pragma once

// ALTER TABLE, as far as it can be judged before anything changes: the rules are here, what is left
// is a call of the catalog.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "analysis/analyzer.h"
#include "store/clustering.h"
#include "store/external.h"

namespace paisql::syntax {
struct AlterTableStatement;
struct PartitionFilter;
}  // namespace paisql::syntax

namespace paisql::analysis {

// One PARTITION (…) clause that chooses partitions.
struct PartitionChoice {
  store::PartitionLevels match;  // a level without a value: any; empty where `filter` chooses
  plan::ExpressionPtr filter;
  std::vector<plan::OutputColumn> columns;  // what the filter calls the levels, one each
  SourceRange range;

  // "ds=20260101/hour=08" of the levels that have a value.
  std::string Name(const store::Table& table) const;
};

// Levels may be missing in key=value pairs. The table is partitioned.
Result<PartitionChoice> ChoosePartitions(const syntax::PartitionFilter& clause,
                                         const store::Table& table, AnalysisContext& context);

// A column that takes another place: after that one, "" for the first place.
struct ColumnMove {
  std::string column;
  std::string after;
};

// The members that a statement's action needs; the others stay empty.
struct AlterTablePlan {
  store::Table table;
  store::Table source;                      // EXCHANGE: whose partitions come
  std::optional<store::Partition> touched;  // by TOUCH, LIFECYCLE and LOCATION
  // SET SERDEPROPERTIES: how the files of an external table are read from now on.
  std::optional<store::ExternalSource> files;
  PartitionChoice exchanged;
  std::map<std::string, std::optional<std::string>> properties;  // that SET TBLPROPERTIES keeps
  std::vector<ColumnMove> moves;
  std::optional<store::Clustering> clustering;
  std::vector<std::vector<std::string>> added_partitions;  // all levels of each; of COMPACT, too
  std::vector<PartitionChoice> dropped_partitions;
  std::vector<store::Column> columns;  // the new ones, or what a column becomes
  std::vector<int64_t> column_ids;     // of those that are changed or dropped
  std::vector<store::Column> kept;     // REPLACE COLUMNS: what those become that stay
};

// Errors have their places. A statement that leaves everything as it is has an empty plan.
Result<AlterTablePlan> AnalyzeAlterTable(const syntax::AlterTableStatement& statement,
                                         AnalysisContext& context);

}  // namespace paisql::analysis
