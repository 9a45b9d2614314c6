#pragma once

// Rows from outside that become rows of a table at once: blocks, which threads write beside each
// other into files of a lease, and a commit that brings the files of some blocks into the table.
// Nothing stays of what was not committed. Safe from any thread, where nothing else is said.

#include <memory>
#include <string>
#include <vector>

#include "engine/engine.h"
#include "session/home_context.h"
#include "session/session.h"
#include "store/types.h"

namespace paisql::session {

class StatePool;

// A block that is complete.
struct UploadedBlock {
  std::vector<store::StagedFile> files;
  int64_t rows = 0;
  int64_t bytes = 0;  // of the files
};

class TableUpload {
 public:
  struct Target {
    store::Table table;
    // A value for each level, or with `spreads` for the first. Where partitions are generated, rows
    // go where they belong, and what is named must be there.
    std::vector<std::string> partition;
    bool overwrite = false;
    // Rows change those of the same keys: blocks have two more columns, and ApplyChanges takes the
    // place of Commit. Only for a table with a PRIMARY KEY.
    bool changes = false;
    // Rows say themselves where they belong: blocks have columns of the other levels after those of
    // the table. Partitions that are missing are made.
    bool spreads = false;
  };
  // The columns that blocks of changes have after those of the table: what becomes of the row, and
  // a BIGINT in the order of the changes, of which the last one of a key counts.
  static constexpr const char* kOperation = "__operation";  // TINYINT
  static constexpr const char* kOrder = "__order";
  static constexpr int8_t kUpsert = 'U';
  static constexpr int8_t kDelete = 'D';
  // The options' user needs Update on the table, now and at each commit. kUnsupported for what has
  // no files of the home.
  static Result<std::unique_ptr<TableUpload>> Open(std::shared_ptr<HomeContext> context,
                                                   SessionOptions options, Target target);
  ~TableUpload();

  const Target& target() const { return target_; }
  // The columns that blocks have.
  const std::vector<engine::ResultColumn>& columns() const { return columns_; }

  // Writes one block; for one thread. Its end without Finish removes what it has written.
  class Block {
   public:
    virtual ~Block() = default;
    // The batch has the upload's columns; its times are in UTC, its texts UTF-8.
    virtual Status Append(engine::Batch batch) = 0;
    virtual Result<UploadedBlock> Finish() = 0;
  };
  Result<std::unique_ptr<Block>> NewBlock();
  // Removes a block that will not be committed.
  static void Drop(const UploadedBlock& block);
  // Rows of the blocks, in their order. ODPS-0130131 for a table and kPartitionNotFound for a
  // partition that has gone meanwhile; an error of which store::IsConflict is true where the
  // table's columns are others by now.
  Status Commit(const std::vector<UploadedBlock>& blocks);
  // Brings the changes of the blocks into the table, at once.
  Status ApplyChanges(const std::vector<UploadedBlock>& blocks);

 private:
  TableUpload() = default;
  Status CheckTarget(store::Catalog& catalog) const;
  std::string MergeText() const;
  std::string InsertText() const;
  Status Spread(const std::vector<UploadedBlock>& blocks);

  std::shared_ptr<StatePool> pool_;
  Target target_;
  std::vector<store::Column> block_columns_;
  std::vector<engine::ResultColumn> columns_;
  std::unique_ptr<store::Lease> lease_;
  std::string folder_;
  std::string user_;  // "": the owner
};

}  // namespace paisql::session
