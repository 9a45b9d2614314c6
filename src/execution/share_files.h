#pragma once

// Rows of a table that become rows of another table or partition without being copied: a listed
// file gets a second name below a staging folder, from where a commit takes it. Files never change,
// so both names may stay.

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "execution/staging.h"

namespace paisql::execution {

// Fetches the files that lie in a bucket, so that the copies of them that get second names are
// whole.
Status BringWhole(Host& host, const store::Table& table, const std::vector<store::DataFile>& files);

// A second name for the file; a copy where the file system has no links.
Status LinkFile(const std::string& from, const std::string& to);

using PartitionValues = std::vector<std::string>;

// The listing of each partition, {} for a table without partitions. A partition without files has
// one, too.
std::map<PartitionValues, store::FileListing> ByPartition(const store::Table& table,
                                                          const store::FileListing& listing);

// Files with the rows of the listing, which is of one partition of `from`, for the partition with
// these values of `to`, which has the same columns. Files that were written under other columns, or
// of which rows are deleted, are written anew. The caller keeps the listed files.
Result<std::vector<store::StagedFile>> ShareFiles(Host& host, const store::Table& from,
                                                  const store::FileListing& listing,
                                                  const store::Table& to,
                                                  const PartitionValues& values, Staging& staging,
                                                  const engine::ExecutionSettings& settings);

// Which partition of the other table gets the rows of this one; nullopt: none.
using PartitionTarget = std::function<std::optional<PartitionValues>(const PartitionValues&)>;

// The same for every partition of the listing that has a target.
Result<std::vector<store::StagedFile>> SharePartitions(
    Host& host, const store::Table& from, const store::FileListing& listing, const store::Table& to,
    const PartitionTarget& target, Staging& staging, const engine::ExecutionSettings& settings);

}  // namespace paisql::execution
