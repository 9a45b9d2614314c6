#pragma once

// The forms that rows have in a file of text: CSV, or a JSON object a line.

#include <memory>
#include <string>
#include <vector>

#include "engine/text/result_text.h"
#include "tunnel/csv/csv_writer.h"

namespace paisql::tunnel {

enum class RowForm { kCsv, kJson };

struct RowFormat {
  RowForm form = RowForm::kCsv;
  // Of CSV:
  CsvFormat csv;
  bool header = false;
  const DatePattern* pattern = nullptr;  // of DATETIME; null: as everywhere
};

// Belongs to one thread.
class RowText {
 public:
  virtual ~RowText() = default;
  // What stands above the rows.
  virtual void AppendHeader(std::string& out) const = 0;
  // kIo for a row that has no such form.
  virtual Status AppendRow(const engine::ResultText& rows, size_t row, std::string& out) = 0;

  static std::unique_ptr<RowText> Make(const RowFormat& format,
                                       const std::vector<engine::ResultColumn>& columns);
};

}  // namespace paisql::tunnel
