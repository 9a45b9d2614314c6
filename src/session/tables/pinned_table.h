#pragma once

// The rows that a table, or one partition of it, had at one moment. They stay readable while others
// write, overwrite or drop the table: a lease keeps its files. Safe from any thread; several may
// read at once.

#include <memory>
#include <string>
#include <vector>

#include "engine/result_stream.h"
#include "session/home_context.h"
#include "session/session.h"
#include "store/reads.h"

namespace paisql::session {

class StatePool;

class PinnedTable : public std::enable_shared_from_this<PinnedTable> {
 public:
  // Pins the rows of today. The partition has a value for each level, and none is for the whole
  // table. The caller has judged whether the options' user may read it. kUnsupported for what holds
  // no files of the home: views and external tables.
  static Result<std::shared_ptr<PinnedTable>> Open(std::shared_ptr<HomeContext> context,
                                                   SessionOptions options,
                                                   const store::Table& table,
                                                   const std::vector<std::string>& partition);

  const store::Table& table() const { return table_; }
  // The columns of the data; of a whole table then those of its partitions.
  const std::vector<engine::ResultColumn>& columns() const { return columns_; }
  int64_t rows() const { return rows_; }
  // Of the files, as they lie on the disk.
  int64_t bytes() const { return bytes_; }

  // The columns at these places, of the rows from `begin` on, from 0, so many at most. The rows
  // have one order, whoever asks. Times are in UTC. The stream keeps this alive.
  Result<std::unique_ptr<engine::ResultStream>> Read(int64_t begin, int64_t count,
                                                     const std::vector<size_t>& columns);

 private:
  PinnedTable(std::shared_ptr<StatePool> pool, const store::Table& table)
      : pool_(std::move(pool)), table_(table) {}
  Status Pin(const std::vector<std::string>& partition);
  // The files that have the rows from `begin` on, which becomes the place in the first of them.
  store::FileListing FilesFor(int64_t& begin, int64_t count) const;

  std::shared_ptr<StatePool> pool_;
  const store::Table table_;
  std::unique_ptr<store::Lease> lease_;
  store::FileListing listing_;
  std::vector<engine::ResultColumn> columns_;
  int64_t rows_ = 0;
  int64_t bytes_ = 0;
};

}  // namespace paisql::session
