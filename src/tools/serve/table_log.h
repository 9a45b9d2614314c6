#pragma once

// The request log of a server as a table of a home. Each batch is uploaded by a process of its own,
// this program with one TUNNEL statement: the server itself knows no catalog, stays small, and goes
// on whatever happens to the home. A batch is in the table wholly or not at all.

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "serving/log/request_log.h"

namespace paisql::tools {

class TableLog final : public serving::LogWriter {
 public:
  // `home` is "" for the default one; serving::IsLogTable(table).
  TableLog(std::string home, std::string table);

  // Makes the table, partitioned by ds, or adds the columns that it lacks. kEnvironment where a
  // column is there with another type, the table has other partitions, or a statement fails.
  Status Open(std::span<const serving::LogColumn> columns) override;
  // Rows that the table refuses for what is in them are left out, with a second process.
  // A process that is killed may have written its batch, which then appears twice:
  // request_id tells.
  Result<serving::LogWritten> Write(const serving::LogBatch& batch) override;

 private:
  using Types = std::map<std::string, std::string>;

  struct Answer {
    Types types;  // of the last statement that answers rows, the first two columns
    int64_t rows_written = 0;
    std::string failure;      // "": all has gone well
    bool is_refused = false;  // for what is in the rows: another try would end as this one
  };

  // `flags` end with a blank, or are "".
  Result<Answer> Upload(const serving::LogBatch& batch, std::string_view flags) const;
  // Runs statements with `input` as standard input. kEnvironment where that cannot be begun.
  Result<Answer> Run(const std::string& statements, std::string_view input) const;
  // The answer that the events print.
  static Answer Read(std::string_view events);

  const std::string home_;
  const std::string table_;
};

}  // namespace paisql::tools
