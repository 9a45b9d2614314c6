#pragma once

// The request log of a server as a table of a home. Each batch is uploaded by a process of its own,
// this program with one TUNNEL statement: the server itself knows no catalog, stays small, and goes
// on whatever happens to the home. A batch is in the table wholly or not at all.

#include <map>
#include <string>

#include "serving/log/request_log.h"

namespace paisql::shell {

class TableLog final : public serving::LogWriter {
 public:
  // `home` is "" for the default one; serving::IsLogTable(table).
  TableLog(std::string home, std::string table);

  // Makes the table, partitioned by ds, or adds the columns that it lacks. kEnvironment where a
  // column is there with another type, the table has other partitions, or a statement fails.
  Status Open(std::span<const serving::LogColumn> columns) override;
  // A process that is killed may have written its batch, which then stands there twice:
  // request_id tells.
  Status Write(const serving::LogBatch& batch) override;

 private:
  using Types = std::map<std::string, std::string>;

  // Runs statements with `input` as standard input. Of the last one that answers rows, the first
  // two columns; kEnvironment with what went wrong.
  Result<Types> Run(const std::string& statements, std::string_view input) const;

  const std::string home_;
  const std::string table_;
};

}  // namespace paisql::shell
