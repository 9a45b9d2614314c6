#include "jobs/job/list_inputs.h"

#include "jobs/files/files.h"
#include "store/external.h"

namespace paisql::jobs {

namespace {

// Listing several tables takes several looks at the catalog; commits of others may fall between
// them.
constexpr int kSnapshotAttempts = 20;

// Rows that are not computed yet.
InputListing WithoutFiles(const TableBinding& binding, int64_t snapshot) {
  InputListing input;
  input.table = binding.table;
  input.listing.snapshot = snapshot;
  input.listing.schema_versions = {{binding.table.schema_version, binding.table.columns}};
  return input;
}

Result<InputListing> ListInput(store::Catalog& catalog, const TableBinding& binding) {
  const store::Table& bound = binding.table;
  PAISQL_ASSIGN(std::optional<store::Table> table, catalog.FindTable(bound.project, bound.name));
  if (!table.has_value() || table->id != bound.id) {
    return Error{ErrorCode::kTableNotFound,
                 "table " + bound.QualifiedName() + " has just been dropped",
                 {},
                 ""};
  }
  if (store::IsExternal(*table)) {
    return Error{ErrorCode::kUnsupported,
                 "jobs do not read the external table " + bound.QualifiedName(),
                 {},
                 "write a query: -Dtables=\"(SELECT * FROM " + bound.name + ")\""};
  }
  InputListing input;
  std::optional<std::vector<int64_t>> partition_ids;
  if (!binding.partition_values.empty()) {
    const std::vector<std::optional<std::string>> match(binding.partition_values.begin(),
                                                        binding.partition_values.end());
    PAISQL_ASSIGN(const std::vector<store::Partition> partitions,
                  catalog.ListPartitions(table->id, match));
    partition_ids.emplace();
    for (const store::Partition& partition : partitions) partition_ids->push_back(partition.id);
  }
  PAISQL_ASSIGN(input.listing, catalog.ListFiles(*table, partition_ids));
  input.table = std::move(*table);
  return input;
}

}  // namespace

Result<std::vector<InputListing>> ListInputs(store::Catalog& catalog, const JobSpec& spec,
                                             InputQueries* queries, bool compute,
                                             int64_t* snapshot) {
  for (int attempt = 0; attempt < kSnapshotAttempts; ++attempt) {
    PAISQL_ASSIGN(*snapshot, catalog.CurrentSnapshot());
    std::vector<InputListing> inputs;
    bool same = true;
    for (const TableBinding& binding : spec.tables) {
      if (binding.is_query) {
        inputs.push_back(WithoutFiles(binding, *snapshot));
        continue;
      }
      PAISQL_ASSIGN(InputListing input, ListInput(catalog, binding));
      same = same && input.listing.snapshot == *snapshot;
      inputs.push_back(std::move(input));
    }
    if (same && queries != nullptr) {
      PAISQL_ASSIGN(const std::optional<int64_t> pinned, queries->Pin(compute));
      same = pinned.value_or(*snapshot) == *snapshot;
    }
    if (same) return inputs;
  }
  return Error{ErrorCode::kIo,
               "other sessions write faster than the input tables can be listed",
               {},
               "try again"};
}

Status ComputeQueries(const JobSpec& spec, const std::string& folder, InputQueries* queries,
                      std::vector<InputListing>* inputs) {
  size_t number = 0;
  for (size_t i = 0; i < inputs->size(); ++i) {
    if (!spec.tables[i].is_query) continue;
    PAISQL_TRY(MakeFolders(folder));
    PAISQL_ASSIGN((*inputs)[i].listing.files,
                  queries->Compute(number++, folder + "/" + std::to_string(i)));
  }
  return Status::Ok();
}

}  // namespace paisql::jobs
