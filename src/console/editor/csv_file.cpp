#include "console/editor/csv_file.h"

namespace paisql::console {

namespace {

// Programs for tables take the file for UTF-8 with it alone.
constexpr std::string_view kMark = "\xEF\xBB\xBF";

}  // namespace

CsvFile::CsvFile(std::shared_ptr<const instances::InstanceResult> result)
    : result_(std::move(result)),
      text_(result_->columns),
      rows_(result_->columns, tunnel::CsvFormat()) {}

Result<std::string> CsvFile::Next() {
  std::string piece;
  if (ended_) return piece;
  if (reader_ == nullptr) {
    PAISQL_ASSIGN(reader_, result_->Read(0, result_->rows));
    piece = kMark;
    rows_.AppendHeader(piece);
  }
  PAISQL_ASSIGN(const engine::Batch batch, reader_->Next());
  ended_ = !batch;
  if (ended_) return piece;
  text_.Read(batch);
  for (size_t row = 0; row < batch.row_count(); ++row) {
    PAISQL_TRY(rows_.AppendRow(text_, row, piece));
  }
  return piece;
}

}  // namespace paisql::console
