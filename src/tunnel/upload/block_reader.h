#pragma once

// Reads one block of an upload: its records are judged and handed to the engine. Blocks are read
// beside each other, each on one thread.

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "store/types.h"
#include "tunnel/field_check.h"
#include "tunnel/upload/blocks.h"

namespace paisql::tunnel {

class BlockReader {
 public:
  struct Surroundings {
    const TunnelOptions& options;
    const store::Table& table;
    const std::vector<FieldCheck>& checks;  // one a column
    CsvReader::Check check;                 // whether to go on; asked now and then
    std::atomic<int64_t>& bytes;            // read so far by all
    std::atomic<int64_t>& rows;
  };

  // `appender` takes the rows; null: they are only judged.
  BlockReader(const Surroundings& surroundings, UploadFile& file,
              std::unique_ptr<engine::RowAppender> appender)
      : around_(surroundings),
        file_(file),
        checks_(surroundings.checks),
        appender_(std::move(appender)) {}

  Result<BlockRows> Read(const CsvRange& range);

 private:
  Status ReadRecords(CsvReader& reader, const CsvRange& range, BlockRows& block);
  // "" with the record's cells in cells_, else why it is bad.
  std::string TakeRecord(const CsvRecord& record);

  const Surroundings& around_;
  UploadFile& file_;
  std::vector<FieldCheck> checks_;  // of its own: they keep texts
  std::unique_ptr<engine::RowAppender> appender_;
  std::vector<std::optional<FieldValue>> cells_;
};

}  // namespace paisql::tunnel
