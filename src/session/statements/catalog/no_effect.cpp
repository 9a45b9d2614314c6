// Statements that change no answer. What they name must be there all the same, as on the platform.

#include <algorithm>

#include "session/statements/catalog/handlers.h"

namespace paisql::session {

namespace {

Status CheckPartition(const syntax::PartitionSpec& spec, const store::Table& table, Run& run) {
  // A key without a value means every partition.
  const bool whole = std::all_of(spec.keys.begin(), spec.keys.end(),
                                 [](const auto& key) { return key.value != nullptr; });
  if (!whole || spec.keys.size() < table.partition_columns.size()) return Status::Ok();
  PAISQL_ASSIGN(const std::vector<std::string> values,
                analysis::ResolvePartition(spec, table, run.state.MakeContext()));
  PAISQL_ASSIGN_AT(spec.range, const std::vector<store::Partition> found,
                   run.state.catalog().ListPartitions(table.id, {values.begin(), values.end()}));
  if (!found.empty()) return Status::Ok();
  return Error{ErrorCode::kPartitionNotFound, "no such partition of " + table.QualifiedName(),
               spec.range, "look with SHOW PARTITIONS " + table.name};
}

}  // namespace

Status RunNoEffect(const syntax::NoEffectStatement& statement, Run& run) {
  if (statement.table.has_value()) {
    PAISQL_ASSIGN(const store::Table table,
                  analysis::ResolveTable(*statement.table, run.state.MakeContext()));
    if (statement.partition.has_value()) {
      PAISQL_TRY(CheckPartition(*statement.partition, table, run));
    }
  }
  run.out.Done();
  return Status::Ok();
}

}  // namespace paisql::session
