#pragma once

// The uploads of tables that clients have begun. The records of a block wait in a file of a lease,
// so that nothing stays of an upload that is never committed. Safe from any thread.

#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>

#include "rest/tunnel/table_target.h"
#include "store/home/lease.h"

namespace paisql::rest {

struct TableUpload {
  std::string id;
  std::string user;
  TableTarget target;
  bool overwrite = false;
  std::unique_ptr<store::Lease> lease;
  std::string folder;  // of the blocks' files

  std::mutex mutex;  // guards what follows
  std::set<int64_t> blocks;
  bool closed = false;
};

using TableUploadPtr = std::shared_ptr<TableUpload>;

class Uploads {
 public:
  void Add(TableUploadPtr upload);
  // Null for an unknown one.
  TableUploadPtr Find(const std::string& id) const;

 private:
  mutable std::mutex mutex_;
  std::map<std::string, TableUploadPtr> uploads_;
};

// The file of a block. Files follow each other as the numbers do.
std::string BlockPath(const TableUpload& upload, int64_t block);
// The statements that write the blocks' rows into the table, all or none.
std::string CommitStatements(const TableUpload& upload);

}  // namespace paisql::rest
