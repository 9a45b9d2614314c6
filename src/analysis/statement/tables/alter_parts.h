#pragma once

// The rules of ALTER TABLE, one for each action: what each does to columns and to partitions fills
// its part of the plan. alter_table.cpp has the table of them. Private to this folder.

#include "analysis/alter_table.h"
#include "analysis/context/state.h"
#include "syntax/statements/tables.h"

namespace paisql::analysis {

Status CheckPartitioned(const store::Table& table, const SourceRange& range);

// Files of an external table are not the home's, so they cannot move.
Status CheckOwnFiles(const store::Table& table, const SourceRange& range);

// alter_columns.cpp

Status PlanAddedColumns(State& state, const syntax::AlterTableStatement& statement,
                        AlterTablePlan& plan);
Status RenameColumn(State&, const syntax::AlterTableStatement& statement, AlterTablePlan& plan);
Status ChangeColumn(State& state, const syntax::AlterTableStatement& statement,
                    AlterTablePlan& plan);
Status DropColumns(State&, const syntax::AlterTableStatement& statement, AlterTablePlan& plan);

// Columns of the names that are given keep their values, all others go, and new ones are NULL in
// old rows.
Status ReplaceColumns(State& state, const syntax::AlterTableStatement& statement,
                      AlterTablePlan& plan);

// alter_partitions.cpp

Status AddPartitions(State& state, const syntax::AlterTableStatement& statement,
                     AlterTablePlan& plan);
Status DropPartitions(State& state, const syntax::AlterTableStatement& statement,
                      AlterTablePlan& plan);
Status MergePartitions(State& state, const syntax::AlterTableStatement& statement,
                       AlterTablePlan& plan);
Status RenamePartition(State& state, const syntax::AlterTableStatement& statement,
                       AlterTablePlan& plan);
Status ExchangePartition(State& state, const syntax::AlterTableStatement& statement,
                         AlterTablePlan& plan);
// The partitions that PARTITION (…) chooses, if it is there.
Status Rebuild(State& state, const syntax::AlterTableStatement& statement, AlterTablePlan& plan);
// The table, or a partition of it.
Status FindTouched(State& state, const syntax::AlterTableStatement& statement,
                   AlterTablePlan& plan);

// The partition that the statement names, which is there.
Result<store::Partition> NamedPartition(State& state, const syntax::AlterTableStatement& statement,
                                        const AlterTablePlan& plan);

}  // namespace paisql::analysis
