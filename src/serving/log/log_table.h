#pragma once

// The table in which requests of a model are kept, and a request as lines of CSV for it. A request
// of several rows is as many rows of the table. Inputs and outputs of the default signature that
// have rows are columns: of the type of their elements where a row has one element, else STRING
// with JSON. Tensors without rows, and requests of other signatures, are JSON in the columns
// `inputs` and `outputs`. There a processor's requests and answers stand unchanged. Pure.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "serving/log/log_entry.h"

namespace paisql::serving {

// Writes texts as cells of CSV that the table accepts, whatever a client has sent. A refused cell
// would block all rows of its batch.
class LogCells {
 public:
  // The limit of a table's cell.
  static constexpr size_t kMostCellBytes = 8UL << 20;
  // TUNNEL UPLOAD gives up at a record of 64 MiB. A cell may take twice its bytes, for its quotes.
  static constexpr size_t kMostLineBytes = 40UL << 20;

  // `csv` is added to, and outlives this.
  explicit LogCells(std::string& csv) : csv_(csv), line_(csv.size()) {}

  std::string& csv() { return csv_; }
  void EndLine();
  // Adds the text in quotes. Each byte that is not part of a character becomes U+FFFD. A text too
  // long for its cell, or for the rest of the line, becomes NULL: half of a JSON helps nobody.
  void AddText(std::string_view text);
  int64_t too_long() const { return too_long_; }

 private:
  std::string& csv_;
  size_t line_;  // where it begins
  int64_t too_long_ = 0;
};

struct LogColumn {
  std::string name;  // letters, digits and '_', in lower case
  std::string type;  // of SQL
  std::string comment;
};

struct LogLines {
  int64_t rows = 0;
  int64_t long_cells = 0;  // that are NULL for their length
};

class LogTable {
 public:
  // Beyond so many inputs and outputs, they are JSON: a table has a limit.
  static constexpr size_t kMostTensors = 500;

  // `signature` is the model's default one, or nullptr where it has none, as a processor; it
  // outlives this.
  LogTable(std::string service, std::string version, const inference::Signature* signature);

  std::span<const LogColumn> columns() const { return columns_; }
  // The names of the columns as the first line of a file.
  std::string Header() const;
  // Appends the lines of an entry, 1 or more.
  LogLines Append(const LogEntry& entry, std::string& csv) const;

  // The partition that an entry belongs to, "20260131": the platform's days are those of
  // Asia/Shanghai.
  static std::string DayOf(const LogEntry& entry);

 private:
  void AddTensorColumns(std::span<const inference::TensorSpec> specs, std::string_view prefix);
  void AppendTensors(const std::vector<inference::Tensor>& tensors,
                     std::span<const inference::TensorSpec> specs, int64_t row,
                     LogCells& cells) const;

  const std::string service_;
  const std::string version_;
  const inference::Signature* signature_;  // nullptr where its tensors are not columns
  std::vector<LogColumn> columns_;
};

}  // namespace paisql::serving
