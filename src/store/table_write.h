#pragma once

// The one way in which staged files become rows of tables. A TableWrite collects the files of one
// or more tables and what they rest on; Commit brings all of them into their tables in one
// transaction, or none. Statements that run plans stage them through execution/table_write.h; jobs,
// streams and uploads, whose files are written otherwise, put them in here.

#include <vector>

#include "store/transaction.h"

namespace paisql::store {

class Catalog;

// Where rows go.
struct TableTarget {
  Table table;  // with id 0: Commit creates it
  WriteMode mode = WriteMode::kAppend;
  PartitionLevels partition = {};
  std::vector<std::string> replaced = {};  // WriteRequest::replaced

  // The partition that a statement names in full, else nothing.
  std::vector<std::vector<std::string>> NamedPartitions() const;
};

class TableWrite {
 public:
  explicit TableWrite(Catalog& catalog);

  // The files come into the target's table. The reference holds until the next Put.
  const WriteRequest& Put(const TableTarget& target, std::vector<StagedFile> files);
  const WriteRequest& Put(WriteRequest request);
  // What is put from here on changes the tables as they are after what was put before: INSERT
  // OVERWRITE then replaces rows of an earlier INSERT, too.
  void BeginNext() { begins_.push_back(requests_.size()); }
  void Expect(ReadVersion read) { transaction_.Expect(std::move(read)); }
  // For what else happens at once with the rows, such as the end of the job that wrote them.
  CatalogTransaction& transaction() { return transaction_; }

  // As CatalogTransaction::Commit. Nothing to commit is a success.
  Status Commit();

  // In the order of Put; their files have moved after Commit.
  const std::vector<WriteRequest>& requests() const { return requests_; }
  // The rows of the files that were put.
  int64_t rows() const;
  // After Commit: how many rows its overwriting writes have replaced.
  int64_t replaced_rows() const { return transaction_.replaced_rows(); }

 private:
  CatalogTransaction transaction_;
  std::vector<WriteRequest> requests_;
  std::vector<size_t> begins_;  // see BeginNext
};

}  // namespace paisql::store
