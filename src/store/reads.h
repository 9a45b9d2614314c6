#pragma once

// The facts that a reader got of a table, and those of them that a writer may hold the catalog to.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "store/types.h"

namespace paisql::store {

// A table's files at one snapshot.
struct FileListing {
  int64_t snapshot = 0;
  int64_t changed_at = 0;  // the commit that was the last to change the table's list of files
  std::vector<Partition> partitions;           // the selected ones, for partitioned tables
  std::vector<DataFile> files;                 // with rows
  std::vector<DataFile> deletes;               // FileKind::kDelete
  std::vector<SchemaVersion> schema_versions;  // every version that a listed file needs
  int64_t partition_count = 0;  // of the whole table, for "partitions read: 3 of 365"
};

// A table as a writer has read it. It holds as long as the table has the same columns and, where
// rows were read, as long as no commit after `snapshot` has changed the list of files of what was
// read. With `files` only these files count: other files may come and go.
struct ReadVersion {
  int64_t table_id = 0;
  std::string table;  // "project.name", for the error
  int schema_version = 1;
  std::optional<int64_t> snapshot = {};  // nullopt: the columns alone
  // The partitions that were read; nullopt: the whole table, and then a new partition is a change,
  // too.
  std::optional<std::vector<int64_t>> partition_ids = {};
  // The files that must still be listed, by their paths as ListFiles gives them. A merge of small
  // files takes them off the list, too.
  std::optional<std::vector<std::string>> files = {};
};

// The writer has looked at the table's columns and at no rows.
ReadVersion ColumnsRead(const Table& table);
// The writer has read all listed files.
ReadVersion RowsRead(const Table& table, const FileListing& listing);
// The writer rests on the rows of these files of the listing, and on no other file.
ReadVersion FilesRead(const Table& table, const FileListing& listing,
                      std::vector<std::string> paths);

}  // namespace paisql::store
