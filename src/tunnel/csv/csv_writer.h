#pragma once

// Writes rows as CSV (RFC 4180), with the delimiters and the text for NULL that the caller wants.

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "engine/text/result_text.h"
#include "tunnel/date_pattern.h"

namespace paisql::tunnel {

struct CsvFormat {
  std::string field_delimiter = ",";
  std::string record_delimiter = "\n";
  std::string null_text;
  bool quotes = true;  // false: a field that holds a delimiter is an error
};

// Appends a field, quoted when its text would not come back as it is (it also differs from NULL
// then).
void AppendCsvField(std::string_view text, const CsvFormat& format, std::string& out);

// The rows of a result, one after another. Belongs to one thread.
class CsvRows {
 public:
  // `pattern` says how a DATETIME is written; null: as everywhere. It outlives the object.
  CsvRows(const std::vector<engine::ResultColumn>& columns, CsvFormat format,
          const DatePattern* pattern = nullptr);

  void AppendHeader(std::string& out) const;
  // kIo for a field that holds a delimiter where nothing is quoted; never where fields are.
  Status AppendRow(const engine::ResultText& rows, size_t row, std::string& out);

 private:
  struct Column {
    std::string name;
    bool plain = false;  // its texts never hold what has to be quoted
    bool dated = false;  // the pattern writes it
  };

  bool NeedsQuotes(std::string_view text) const;
  Status EndField(size_t column, size_t start, std::string& out);

  CsvFormat format_;
  const DatePattern* pattern_;
  std::vector<Column> columns_;
  std::array<bool, 256> special_ = {};  // bytes without which a text needs no quotes
  std::string cell_;
};

}  // namespace paisql::tunnel
