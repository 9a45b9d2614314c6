#pragma once

// What ALTER TABLE and TRUNCATE do to partitions. Private to this folder.

#include "analysis/alter_table.h"
#include "session/state.h"
#include "syntax/statements/tables.h"

namespace paisql::session {

// The arguments of every action of ALTER TABLE. Its rules hold: analysis/alter_table.h.
struct Alter {
  const syntax::AlterTableStatement& statement;
  const analysis::AlterTablePlan& plan;
  Run& run;

  store::Catalog& catalog() const { return run.state.catalog(); }
  int64_t table_id() const { return plan.table.id; }
  const SourceRange& range() const { return statement.table.range; }
};

// The partitions that the clause chooses; kPartitionNotFound for values that no partition has,
// unless they `may_be_missing`.
Result<std::vector<store::Partition>> ChosenPartitions(const analysis::PartitionChoice& choice,
                                                       const store::Table& table,
                                                       bool may_be_missing, Run& run);

Status AddPartitions(const Alter& alter);
Status DropPartitions(const Alter& alter);
Status MergePartitions(const Alter& alter);
Status RenamePartition(const Alter& alter);
Status ExchangePartition(const Alter& alter);  // exchange_partition.cpp

// materialized.cpp

Status RebuildMaterialized(const Alter& alter);
Status SetRewrite(const Alter& alter);

}  // namespace paisql::session
