#pragma once

// AUTO PARTITIONED BY: the rule of a new table, and the partitions of rows. Private to this room.

#include "analysis/context/state.h"
#include "analysis/expression/scope.h"
#include "store/auto_partition.h"

namespace paisql::syntax {
struct AlterTableStatement;
struct CreateTableStatement;
}  // namespace paisql::syntax

namespace paisql::analysis {

// Gives the new table, whose columns are known, the partition column of the clause.
Status SetAutoPartition(State& state, const syntax::CreateTableStatement& statement,
                        store::Table& table);

// The partition, as text, of a row with this column.
plan::ExpressionPtr PartitionOfRow(State& state, const plan::OutputColumn& source,
                                   const store::AutoPartition& rule);

// The rows of the table's data columns, with their partition as the last column.
plan::RelationPtr WithPartition(State& state, plan::RelationPtr rows, const store::Table& table,
                                const store::AutoPartition& rule);

// _partitiontime of a row that is written now, as the text of a literal.
std::string IngestionTime(const State& state, const store::Column& column,
                          const store::AutoPartition& rule);

// Takes columns that the table computes by itself out of *.
void LeaveOutGenerated(const store::Table& table, ScopeRelation& relation);

// kSemantic for a statement that writes such a column.
Error GeneratedColumn(const store::Table& table, const syntax::Identifier& name);

// What ALTER TABLE may not do with a table whose partitions are computed.
Status CheckPartitionsAreNamed(const store::Table& table, const SourceRange& range);
Status CheckAlterablePartitions(const store::Table& table,
                                const syntax::AlterTableStatement& statement);
Status CheckNotPartitionedBy(const store::Table& table, const store::Column& column,
                             const SourceRange& range);

}  // namespace paisql::analysis
