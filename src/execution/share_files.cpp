#include "execution/share_files.h"

#include <algorithm>
#include <filesystem>
#include <iterator>

#include <fmt/format.h>

#include "execution/damage.h"
#include "execution/rewrite_files.h"
#include "store/catalog/warehouse.h"

namespace paisql::execution {
namespace {

namespace fs = std::filesystem;

// Whether a file with these columns reads as one that is written for the table today.
bool AreColumnsOf(const store::Table& table, const std::vector<store::Column>& columns) {
  return std::equal(columns.begin(), columns.end(), table.columns.begin(), table.columns.end(),
                    [](const store::Column& left, const store::Column& right) {
                      return left.name == right.name && left.type == right.type &&
                             left.times_in_64_bits == right.times_in_64_bits;
                    });
}

// The version of `to` under which it may list a file of this version of `from`; 0: none.
int VersionIn(const store::Table& to, const store::Table& from, const store::FileListing& listing,
              int version) {
  if (to.id != 0 && to.id == from.id) return version;
  for (const store::SchemaVersion& schema : listing.schema_versions) {
    if (schema.version == version && AreColumnsOf(to, schema.columns)) return to.schema_version;
  }
  return 0;
}

}  // namespace

Status BringWhole(Host& host, const store::Table& table,
                  const std::vector<store::DataFile>& files) {
  if (store::Warehouse(host.catalog()).bucket() == nullptr) return Status::Ok();
  store::FileListing listing;
  listing.files = files;
  return CheckListing(host, table, listing, {});
}

Status LinkFile(const std::string& from, const std::string& to) {
  std::error_code failure;
  fs::create_hard_link(from, to, failure);
  if (!failure) return Status::Ok();
  failure.clear();
  fs::copy_file(from, to, failure);
  if (!failure) return Status::Ok();
  return Error{ErrorCode::kIo,
               "the data file " + from + " cannot be read: " + failure.message(),
               {},
               "paisql verify tells what of the home is damaged"};
}

std::map<PartitionValues, store::FileListing> ByPartition(const store::Table& table,
                                                          const store::FileListing& listing) {
  std::map<PartitionValues, store::FileListing> parts;
  std::map<int64_t, store::FileListing*> of_id;
  const auto add = [&](const PartitionValues& values, int64_t id) {
    store::FileListing& part = parts[values];
    part.snapshot = listing.snapshot;
    part.changed_at = listing.changed_at;
    part.schema_versions = listing.schema_versions;
    of_id[id] = &part;
    return &part;
  };
  if (!table.partitioned()) add({}, 0);
  for (const store::Partition& partition : listing.partitions) {
    add(partition.values, partition.id)->partitions.push_back(partition);
  }
  for (const store::DataFile& file : listing.files) {
    of_id.at(file.partition_id)->files.push_back(file);
  }
  for (const store::DataFile& file : listing.deletes) {
    of_id.at(file.partition_id)->deletes.push_back(file);
  }
  return parts;
}

Result<std::vector<store::StagedFile>> ShareFiles(Host& host, const store::Table& from,
                                                  const store::FileListing& listing,
                                                  const store::Table& to,
                                                  const PartitionValues& values, Staging& staging,
                                                  const engine::ExecutionSettings& settings) {
  std::vector<store::StagedFile> staged;
  store::FileListing rest = listing;
  if (listing.deletes.empty()) {
    PAISQL_TRY(BringWhole(host, from, listing.files));
    rest.files.clear();
    PAISQL_ASSIGN(const std::string folder, staging.MakeFolder());
    for (const store::DataFile& file : listing.files) {
      PAISQL_TRY(host.CheckInterrupted());
      const int version = VersionIn(to, from, listing, file.schema_version);
      if (version == 0) {
        rest.files.push_back(file);
        continue;
      }
      store::StagedFile& link = staged.emplace_back();
      link.path = fmt::format("{}/{}.parquet", folder, staged.size());
      PAISQL_TRY(LinkFile(file.path, link.path));
      link.partition_values = values;
      link.rows = file.rows;
      link.schema_version = version;
      link.block_sums = file.block_sums;
    }
  }
  if (rest.files.empty()) return staged;
  PAISQL_ASSIGN(std::vector<store::StagedFile> written,
                RewriteFiles(host, from, std::move(rest), to, {values.begin(), values.end()},
                             staging, settings));
  staged.insert(staged.end(), written.begin(), written.end());
  return staged;
}

Result<std::vector<store::StagedFile>> SharePartitions(
    Host& host, const store::Table& from, const store::FileListing& listing, const store::Table& to,
    const PartitionTarget& target, Staging& staging, const engine::ExecutionSettings& settings) {
  std::vector<store::StagedFile> all;
  for (const auto& [values, part] : ByPartition(from, listing)) {
    const std::optional<PartitionValues> wanted = target(values);
    if (!wanted.has_value()) continue;
    PAISQL_ASSIGN(std::vector<store::StagedFile> files,
                  ShareFiles(host, from, part, to, *wanted, staging, settings));
    all.insert(all.end(), std::make_move_iterator(files.begin()),
               std::make_move_iterator(files.end()));
  }
  return all;
}

}  // namespace paisql::execution
