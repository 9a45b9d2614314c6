#pragma once

// A read session of the storage API: rows that stay as they were when it began, in parts that
// clients read beside each other. The rows are those of a table's files, or the result of a query
// where the client asks for a filter or the table is a view. Safe from any thread.

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "rest/call.h"
#include "rest/service.h"
#include "rest/storage/storage_json.h"
#include "rest/tunnel/download.h"

namespace paisql::rest {

enum class SplitMode { kSize, kParallelism, kRowOffset };

class StorageRead {
 public:
  // Of the table that the call's path names, by what its body asks for. The caller's user may read
  // the table. A query has `most_rows` at most; 0: all of them.
  static Result<std::shared_ptr<StorageRead>> Begin(const Call& call, const nlohmann::json& asked,
                                                    Service& service, int64_t most_rows = 0);

  const std::string& id() const { return id_; }
  const store::Table& table() const { return table_; }
  // False while its query runs. kTunnel, and the query's errors.
  Result<bool> IsReady() const;
  // What reads the rows first; null where the table's files have them.
  const instances::InstancePtr& query() const { return query_; }
  // As the platform's JSON; only of a session that is ready.
  nlohmann::json Describe() const;

  struct Part {
    int64_t begin = 0;
    int64_t count = 0;
  };
  // A split, or, with SplitMode RowOffset, rows. kTunnel where they do not exist.
  Result<Part> PartOf(int64_t split, int64_t begin, int64_t count) const;
  // A stream of Arrow with its schema, in batches of so many rows at most (0: as they come). The
  // names choose among the session's columns; none: all of them.
  Result<Answer> Rows(Part part, int64_t batch_rows, const Codec* codec,
                      const std::vector<std::string>& names = {}) const;

 private:
  // Submits the query; names and values of partitions are quoted, the filter is the client's own.
  Status ReadByQuery(const std::vector<std::string>& partitions, const std::string& filter,
                     int64_t most_rows, Service& service, const Call& call);
  std::vector<engine::ResultColumn> Columns() const;  // that are asked for
  RowsToDownload AllRows() const;
  int64_t SplitCount(int64_t rows) const;

  std::string id_;
  const int64_t expires_seconds_ = ExpirationSeconds();
  store::Table table_;
  std::vector<size_t> places_;  // of the columns that are asked for, the table's data first
  SplitMode mode_ = SplitMode::kSize;
  int64_t split_number_ = 0;                     // bytes, parts or rows
  std::shared_ptr<session::PinnedTable> files_;  // or else
  instances::InstancePtr query_;
};

}  // namespace paisql::rest
