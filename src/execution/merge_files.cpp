#include "execution/merge_files.h"

#include <algorithm>
#include <utility>

#include "execution/keep_all.h"
#include "execution/rewrite_files.h"
#include "store/table_write.h"
#include "store/upkeep/small_files.h"

namespace paisql::execution {
namespace {

// A dynamic insert may touch thousands of partitions; the next ones come with the next insert.
constexpr size_t kMostPartitions = 64;

Result<bool> MergeOne(Host& host, const store::Table& table, const std::vector<std::string>& values,
                      const engine::ExecutionSettings& settings) {
  store::TableWrite write(host.catalog());
  PAISQL_ASSIGN(store::FileListing listing,
                write.transaction().NewestFiles(table, values, store::kNewestFiles));
  // A delete file names rows of files by their places.
  if (!listing.deletes.empty()) return false;
  const size_t merged = store::FilesToMerge(listing.files);
  if (merged == 0) return false;
  listing.files.erase(listing.files.begin(),
                      listing.files.end() - static_cast<std::ptrdiff_t>(merged));

  store::TableTarget target{table, store::WriteMode::kReplaceFiles, {values.begin(), values.end()}};
  for (const store::DataFile& file : listing.files) target.replaced.push_back(file.path);
  Staging staging(host);
  PAISQL_ASSIGN(
      std::vector<store::StagedFile> files,
      RewriteFiles(host, table, std::move(listing), table, target.partition, staging, settings));
  write.transaction().KeepRows();
  write.Put(target, std::move(files));
  PAISQL_TRY(write.Commit());
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
