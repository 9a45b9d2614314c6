#pragma once

// What a reader was told of a table, and what of it a writer may hold the catalog to.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "store/types.h"

namespace paisql::store {

// A table's files at one snapshot.
struct FileListing {
  int64_t snapshot = 0;
  std::vector<Partition> partitions;  // the selected ones, for partitioned tables
  std::vector<DataFile> files;
  std::vector<SchemaVersion> schema_versions;  // every version that a listed file needs
  int64_t partition_count = 0;  // of the whole table, for "partitions read: 3 of 365"
};

// A table as somebody has read it. It holds as long as the table has the same columns and, where
// rows were read, as long as no commit after `snapshot` has changed the list of files of what was
// read.
struct ReadVersion {
  int64_t table_id = 0;
  std::string table;  // "project.name", for the error
  int schema_version = 1;
  std::optional<int64_t> snapshot = {};  // nullopt: the columns alone
  // Those that were read; nullopt: the whole table, and then a new partition is a change, too.
  std::optional<std::vector<int64_t>> partition_ids = {};
};

// Of who has looked at the table's columns and at no rows.
ReadVersion ColumnsRead(const Table& table);
// Of who has read the listed files.
ReadVersion RowsRead(const Table& table, const FileListing& listing);

}  // namespace paisql::store
