#pragma once

// TUNNEL DOWNLOAD: a query's rows as lines of a CSV file.

#include <memory>
#include <string>

#include "base/files/new_file.h"
#include "engine/coding/charset.h"
#include "engine/engine.h"
#include "engine/text/result_text.h"
#include "tunnel/csv_writer.h"
#include "tunnel/date_pattern.h"
#include "tunnel/options.h"
#include "tunnel/table.h"

namespace paisql::tunnel {

// The query whose rows the options ask for.
Result<std::string> DownloadQuery(const TunnelTable& source, const TunnelOptions& options);

class Download {
 public:
  using Pack = std::string (*)(std::string_view bytes);

  // The arguments outlive the object. A file whose name ends with .gz or .zst is packed.
  Download(const TunnelOptions& options, const DatePattern& pattern, NewFile& file);

  int64_t rows() const { return rows_; }

  // Reads the stream to its end. The file is not finished by that.
  Status Write(engine::ResultStream& stream);

 private:
  void AppendRow(const engine::ResultText& text, size_t row,
                 const std::vector<engine::ResultColumn>& columns);
  // `end`: the file has no more rows.
  Status Flush(bool end);

  const TunnelOptions& options_;
  const DatePattern& pattern_;
  NewFile& file_;
  CsvFormat format_;
  std::unique_ptr<engine::Charset> charset_;  // null: UTF-8
  Pack pack_ = nullptr;                       // as the file's name says; null: not packed
  std::string buffer_;
  std::string cell_;
  int64_t rows_ = 0;
  bool written_ = false;  // some bytes
};

}  // namespace paisql::tunnel
