#pragma once

// The versions of transactional tables, and what reads them: time travel, incremental reads and
// streams. Version 1 is the empty table as it was made; each commit that changes rows makes the
// next one. Merging files makes none.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "store/catalog.h"
#include "store/streams.h"

namespace paisql::store {

struct DataVersion {
  int64_t number = 0;
  int64_t made_ms = 0;
  // The commits after which the table holds these rows: any of them lists the same rows, in other
  // files where files were merged.
  int64_t first_snapshot = 0;
  int64_t last_snapshot = 0;
};

// What commits have changed in a table. The rows of `added` without those of `removed`, each as
// often as it is there, are the rows that are new.
struct ChangedFiles {
  FileListing added;
  FileListing removed;
};

class VersionCatalog {
 public:
  explicit VersionCatalog(Catalog& catalog) : catalog_(catalog) {}

  // The versions that can still be read, oldest first; the last one is today's. None for a table
  // that is not transactional.
  Result<std::vector<DataVersion>> ListVersions(int64_t table_id);
  // What the commits after `from` and up to `to` have changed. The output of a merge is not among
  // it, and neither is a file that came and went in between. nullopt when some files are gone. The
  // caller has pinned its lease.
  Result<std::optional<ChangedFiles>> FilesBetween(const Table& table, int64_t from, int64_t to);

  // Whether some commit has listed files that the owner of the lease had staged: false also once
  // they are removed and swept.
  Result<bool> HasFilesOf(const std::string& lease);

  // nullopt for an unknown name.
  Result<std::optional<Stream>> FindStream(const std::string& project, const std::string& name);
  Result<std::vector<Stream>> ListStreams(const std::string& project);  // sorted by name
  // The table of a stream; nullopt when it was dropped.
  Result<std::optional<Table>> TableOf(const Stream& stream);

 private:
  Catalog& catalog_;
};

}  // namespace paisql::store
