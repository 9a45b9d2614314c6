#include "execution/merge_files.h"

#include <algorithm>
#include <utility>

#include "execution/damage.h"
#include "execution/staging.h"
#include "plan/relation.h"
#include "store/transaction.h"
#include "store/upkeep/small_files.h"

namespace paisql::execution {
namespace {

// A dynamic insert may touch thousands of partitions; the next ones come with the next insert.
constexpr size_t kMostPartitions = 64;

// All data columns of the table.
void MakeScan(const store::Table& table, plan::Scan& scan) {
  scan.table = {table.id, table.project, table.name, table.schema_version, {}, {}};
  for (const store::Column& column : table.columns) {
    scan.columns.push_back({false, scan.columns.size()});
    scan.table.columns.push_back({column.id, column.name, column.type});
    scan.output.push_back(
        {static_cast<plan::ColumnId>(scan.output.size()) + 1, column.name, column.type});
  }
}

// Every file stays as long as this lives, whoever replaces it meanwhile.
class KeepAll {
 public:
  static Result<KeepAll> Begin(Host& host) {
    PAISQL_ASSIGN(store::Lease * lease, host.Lease());
    PAISQL_TRY(lease->Pin(0));
    return KeepAll(lease);
  }
  KeepAll(KeepAll&& other) noexcept : lease_(std::exchange(other.lease_, nullptr)) {}
  KeepAll& operator=(KeepAll&&) = delete;
  ~KeepAll() {
    if (lease_ != nullptr) (void)lease_->Pin(store::Lease::kNothing);
  }

 private:
  explicit KeepAll(store::Lease* lease) : lease_(lease) {}
  store::Lease* lease_;
};

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
  plan::Scan scan;
  MakeScan(table, scan);
  engine::Bindings bindings;
  bindings.SetFiles(scan, std::move(listing));
  // A damaged file must not become a sound one.
  PAISQL_TRY(CheckScans(host, {&scan}, bindings));

  Staging staging(host);
  const PartitionLevels levels(values.begin(), values.end());
  PAISQL_ASSIGN(std::string folder, staging.MakeFolder());
  PAISQL_ASSIGN(engine::Engine * engine, host.Engine());
  PAISQL_ASSIGN(
      const std::vector<engine::WrittenFile> files,
      engine->Write(scan, bindings, TargetFor(table, levels, std::move(folder)), settings));
  PAISQL_TRY(host.CheckInterrupted());
  change.write.table_id = table.id;
  change.write.schema_version = table.schema_version;
  change.write.files = ToStagedFiles(files, levels);
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
