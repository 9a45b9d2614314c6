#pragma once

// Files of external tables that hold text: records with delimiters, or a JSON object a line. Read,
// they give checked rows; written, they are read again as the same rows.

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/engine.h"
#include "engine/text/result_text.h"
#include "store/external.h"
#include "tunnel/csv/csv_reader.h"
#include "tunnel/field_check.h"
#include "tunnel/input.h"

namespace paisql::tunnel {

class ExternalText {
 public:
  using Check = std::function<Status()>;

  // kUnsupported for a column without a form in text. `folder` takes what has to be unpacked or
  // converted first.
  static Result<ExternalText> ForColumns(const store::ExternalSource& source,
                                         const std::vector<store::Column>& columns,
                                         const TimeZone& zone, std::string folder, Check check);

  // The rows of the file. kIo at the first bad record, unless the source leaves them out.
  Status Read(const InputFile& file, engine::RowAppender& appender);
  // Of all files so far.
  int64_t rows() const { return rows_; }
  int64_t skipped() const { return skipped_; }

 private:
  ExternalText(const store::ExternalSource& source, const std::vector<store::Column>& columns,
               std::string folder, Check check)
      : source_(source), columns_(columns), folder_(std::move(folder)), check_(std::move(check)) {}

  // Where the file's text is, in UTF-8.
  Result<std::string> Plain(const InputFile& file) const;
  Status ReadDelimited(const std::string& path, const std::string& name,
                       engine::RowAppender& appender);
  Status ReadJson(const std::string& path, const std::string& name, engine::RowAppender& appender);
  // "" with the record's cells in cells_, or what is wrong with it.
  std::string TakeRecord(const CsvRecord& record);
  std::string TakeObject(std::string_view line);
  std::string TakeField(size_t column, std::string_view text);
  // Appends the cells, or judges the record by `problem`.
  Status EndRecord(const std::string& problem, const std::string& name, int64_t line,
                   engine::RowAppender& appender);

  store::ExternalSource source_;
  std::vector<store::Column> columns_;
  std::string folder_;
  Check check_;
  std::vector<FieldCheck> checks_;
  std::vector<std::optional<FieldValue>> cells_;
  std::vector<std::string> texts_;  // that cells of JSON lie in
  bool left_out_ = false;           // the record is one to leave out
  int64_t rows_ = 0;
  int64_t skipped_ = 0;
};

// One row after another as text of the source's form.
class ExternalTextRows {
 public:
  // The first columns of `columns` are written.
  ExternalTextRows(const store::ExternalSource& source,
                   const std::vector<engine::ResultColumn>& columns, size_t count);

  // The header, "" when the source has none.
  std::string Header() const;
  // kIo for a field that could not be read again.
  Status Append(const engine::ResultText& text, size_t row, std::string& out);

 private:
  Status AppendField(std::string_view field, size_t column, std::string& out) const;

  const store::ExternalSource& source_;
  std::vector<engine::ResultColumn> columns_;
  std::string cell_;
};

// "csv", "txt", "json" or "parquet", with ".gz" where the source is compressed.
std::string ExternalSuffix(const store::ExternalSource& source);

}  // namespace paisql::tunnel
