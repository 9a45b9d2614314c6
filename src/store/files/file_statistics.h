#pragma once

// What the footers of a table's data files say of its columns: least and greatest values, NULLs and
// bytes. No row is read. Files that are gone or that cannot be read count as not read; the caller
// has pinned them (store/home/lease.h).

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "store/reads.h"
#include "types/time/zone.h"

namespace paisql::store {

struct ColumnFacts {
  int64_t column_id = 0;
  int64_t bytes = 0;               // in the files that were read, packed
  int64_t unpacked_bytes = 0;      // the same as the columns' values take them
  std::optional<int64_t> nulls;    // nullopt where a file does not say it, and for nested types
  std::optional<std::string> min;  // as a query shows them
  std::optional<std::string> max;
};

struct FileFacts {
  int64_t files = 0;       // of the listing
  int64_t files_read = 0;  // whose footers were read
  int64_t rows = 0;        // of these
  // Rows were deleted since, so that values and NULLs are bounds.
  bool has_deletes = false;
  std::vector<ColumnFacts> columns;  // of today, in their order, without those of partitions
};

// Reads the footers of at most `most_files` files. Times are shown in the zone.
FileFacts ReadFileFacts(const Table& table, const FileListing& listing, size_t most_files,
                        const TimeZone& zone);

// One column of one row group, as a footer has it. For tests, too.
struct ChunkStatistics {
  std::string column;     // the first part of its path
  bool nested = false;    // the path has further parts
  int physical_type = 0;  // as parquet.thrift numbers them
  int64_t values = 0;     // NULLs among them
  int64_t bytes = 0;
  int64_t unpacked_bytes = 0;
  std::optional<int64_t> nulls;
  std::optional<std::string> min;  // plain-encoded
  std::optional<std::string> max;
};
// nullopt for any other bytes.
std::optional<std::vector<ChunkStatistics>> ParseChunkStatistics(std::string_view footer);

}  // namespace paisql::store
