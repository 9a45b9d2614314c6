#include "execution/merge_files.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "execution/keep_all.h"
#include "execution/rewrite_files.h"
#include "store/table_write.h"
#include "store/upkeep/small_files.h"

namespace paisql::execution {
namespace {

// A dynamic insert may touch thousands of partitions; the next ones come with the next insert.
constexpr size_t kMostPartitions = 64;
// COMPACT minor rewrites no file from this size on.
constexpr int64_t kLargeFileBytes = int64_t{256} << 20;

// How many of the last of the listed files to merge; 0 for none.
using Choose = size_t (*)(const store::FileListing& listing);

// A delete file names rows of files by their places.
template <store::SmallFile small>
size_t SmallFiles(const store::FileListing& listing) {
  return listing.deletes.empty() ? store::FilesToMerge(listing.files, small) : 0;
}

size_t AllFiles(const store::FileListing& listing) {
  const bool whole = listing.files.size() < 2 && listing.deletes.empty();
  return whole ? 0 : listing.files.size();
}

// All after the last large file; with files that name rows of others, all.
size_t FilesAfterLarge(const store::FileListing& listing) {
  if (!listing.deletes.empty()) return listing.files.size();
  size_t count = 0;
  for (auto file = listing.files.rbegin(); file != listing.files.rend(); ++file) {
    if (file->bytes >= kLargeFileBytes) break;
    ++count;
  }
  return count < 2 ? 0 : count;
}

struct Merge {
  int64_t most_files = 0;  // to look at
  Choose choose = nullptr;
  std::optional<int64_t> kept_ms;
};

// Merges the newest files of a partition, as many as are chosen.
Result<bool> MergeOne(Host& host, const store::Table& table, const std::vector<std::string>& values,
                      const Merge& merge, const engine::ExecutionSettings& settings) {
  store::TableWrite write(host.catalog());
  PAISQL_ASSIGN(store::FileListing listing,
                write.transaction().NewestFiles(table, values, merge.most_files));
  const size_t merged = merge.choose(listing);
  if (merged == 0) return false;
  listing.files.erase(listing.files.begin(),
                      listing.files.end() - static_cast<std::ptrdiff_t>(merged));

  store::TableTarget target{table, store::WriteMode::kReplaceFiles, {values.begin(), values.end()}};
  for (const auto* files : {&listing.files, &listing.deletes}) {
    for (const store::DataFile& file : *files) target.replaced.push_back(file.path);
  }
  Staging staging(host);
  PAISQL_ASSIGN(
      std::vector<store::StagedFile> files,
      RewriteFiles(host, table, std::move(listing), table, target.partition, staging, settings));
  write.transaction().KeepRows(merge.kept_ms);
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
  const Choose choose = table.traits.transactional ? SmallFiles<store::SmallFile::kBelow1Mb>
                                                   : SmallFiles<store::SmallFile::kBelow16Mb>;
  bool any = false;
  for (size_t i = 0; i < std::min(partitions.size(), kMostPartitions); ++i) {
    PAISQL_ASSIGN(const bool merged, MergeOne(host, table, partitions[i],
                                              {store::kNewestFiles, choose, {}}, settings));
    any = any || merged;
  }
  return any;
}

Result<bool> CompactFiles(Host& host, const store::Table& table,
                          const std::vector<std::vector<std::string>>& partitions,
                          const Compaction& compaction, const engine::ExecutionSettings& settings) {
  PAISQL_ASSIGN(const KeepAll keep, KeepAll::Begin(host));
  const Choose choose = compaction.kind == CompactionKind::kMajor ? AllFiles : FilesAfterLarge;
  bool any = false;
  for (const std::vector<std::string>& values : partitions) {
    PAISQL_TRY(host.CheckInterrupted());
    PAISQL_ASSIGN(
        const bool merged,
        MergeOne(host, table, values,
                 {std::numeric_limits<int64_t>::max(), choose, compaction.kept_ms}, settings));
    any = any || merged;
  }
  return any;
}

}  // namespace paisql::execution
