#include "libraries/tensors/records/record_lines.h"

#include <algorithm>
#include <chrono>

#include "libraries/tensors/counters.h"

namespace paisql::tensors {

using tensorflow::tstring;

namespace {

constexpr int64_t kBatchRows = 1024;
constexpr const char* kTexts[] = {"STRING", "VARCHAR", "CHAR", "BINARY"};

std::vector<Target> TextTargets(size_t columns, const std::string& time_zone) {
  Target target;
  target.element = Element::kString;  // and "" stands for NULL
  target.time_zone = time_zone;
  return std::vector<Target>(columns, target);
}

}  // namespace

RecordLines::RecordLines(const std::string& description, size_t columns, const LineFormat& format,
                         int64_t ahead_rows, int threads)
    : format_(format),
      scan_({description}, columns),
      targets_(TextTargets(columns, format.time_zone)),
      quoted_("\"\r\n" + format.delimiter) {
  if (scan_.ranges() == 0) return;
  // Numbers, times and truth values need quotes only where the delimiter may stand in one.
  const bool plain =
      format.delimiter.find_first_of("0123456789+-.: aeEfilnNrstuTy") == std::string::npos;
  for (const Column& column : scan_.range(0).table->columns) {
    is_text_.push_back(!plain || std::ranges::count(kTexts, BaseType(column.type)) > 0);
  }
  ReadOptions options;
  options.batch_rows = kBatchRows;
  options.ahead_rows = ahead_rows;
  options.threads = threads;
  reader_ =
      std::make_unique<BatchReader>(scan_, targets_, MakeRowSequence(scan_.rows(), {}), options);
}

void RecordLines::AppendField(const tstring& field, bool is_text, std::string* line) const {
  const std::string_view text(field.data(), field.size());
  if (!is_text || text.find_first_of(quoted_) == std::string_view::npos) {
    line->append(text);
    return;
  }
  line->push_back('"');
  for (const char character : text) {
    if (character == '"') line->push_back('"');
    line->push_back(character);
  }
  line->push_back('"');
}

int64_t RecordLines::Read(int64_t limit, std::vector<tstring>* lines) {
  if (reader_ == nullptr) return 0;
  if (next_ == batch_rows_) {
    const auto begin = std::chrono::steady_clock::now();
    batch_rows_ = next_ = 0;
    if (!reader_->Next(&batch_)) return 0;
    batch_rows_ = batch_[0].dim_size(0);
    CountRead(batch_rows_, begin, std::chrono::steady_clock::now());
  }
  const int64_t count = std::min(limit, batch_rows_ - next_);
  std::vector<const tstring*> columns;
  columns.reserve(batch_.size());
  for (const tensorflow::Tensor& column : batch_) columns.push_back(column.flat<tstring>().data());
  std::string line;
  for (int64_t row = next_; row < next_ + count; ++row) {
    line.clear();
    for (size_t column = 0; column < columns.size(); ++column) {
      if (column > 0) line += format_.delimiter;
      AppendField(columns[column][row], is_text_[column], &line);
    }
    lines->emplace_back(line);
  }
  next_ += count;
  return count;
}

}  // namespace paisql::tensors
