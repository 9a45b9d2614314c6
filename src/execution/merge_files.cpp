#include "execution/merge_files.h"

#include <algorithm>
#include <utility>

#include "execution/keep_all.h"
#include "execution/rewrite_files.h"
#include "store/transaction.h"
#include "store/upkeep/small_files.h"

namespace paisql::execution {
namespace {

// A dynamic insert may touch thousands of partitions; the next ones come with the next insert.
constexpr size_t kMostPartitions = 64;

Result<bool> MergeOne(Host& host, const store::Table& table, const std::vector<std::string>& values,
                      const engine::ExecutionSettings& settings) {
  store::CatalogTransaction transaction = host.catalog().Begin();
  PAISQL_ASSIGN(store::FileListing listing,
                transaction.NewestFiles(table, values, store::kNewestFiles));
  const size_t merged = store::FilesToMerge(listing.files);
  if (merged == 0) return false;
  listing.files.erase(listing.files.begin(),
                      listing.files.end() - static_cast<std::ptrdiff_t>(merged));

  store::change::ReplaceFiles change;
  transaction.KeepRows();
  for (const store::DataFile& file : listing.files) change.replaced.push_back(file.path);
  Staging staging(host);
  const PartitionLevels levels(values.begin(), values.end());
  PAISQL_ASSIGN(change.write.files,
                RewriteFiles(host, table, std::move(listing), table, levels, staging, settings));
  change.write.table_id = table.id;
  change.write.schema_version = table.schema_version;
  transaction.Add(std::move(change));
  PAISQL_TRY(transaction.Commit());
  return true;
}

}  // namespace

Result<bool> MergeSmallFiles(Host& host, const store::Table& table,
                             const std::vector<std::vector<std::string>>& partitions,
                             const engine::ExecutionSettings& settings) {
  if (host.check_depth() != store::CheckDepth::kSums) return false;
  PAISQL_ASSIGN(const KeepAll keep, KeepAll::Begin(host));
  bool any = false;
  for (size_t i = 0; i < std::min(partitions.size(), kMostPartitions); ++i) {
    PAISQL_ASSIGN(const bool merged, MergeOne(host, table, partitions[i], settings));
    any = any || merged;
  }
  return any;
}

}  // namespace paisql::execution
