#include "libraries/tensors/example_rows/example_source.h"

#include <arrow/api.h>
#include <arrow/c/bridge.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <numeric>
#include <utility>

#include "libraries/tensors/columns/arrow_values.h"
#include "libraries/tensors/counters.h"

namespace paisql::tensors {

namespace {

constexpr int64_t kBatchRows = 4096;
constexpr int64_t kBatchBytes = 16 << 20;
constexpr int64_t kBufferBytes = 256 << 10;

struct ElementOfType {
  std::string_view type;
  Element element;
};

// The element that a column of each type becomes; a text for all other types.
constexpr std::array kElements = {
    ElementOfType{"TINYINT", Element::kInt64}, ElementOfType{"SMALLINT", Element::kInt64},
    ElementOfType{"INT", Element::kInt64},     ElementOfType{"BIGINT", Element::kInt64},
    ElementOfType{"BOOLEAN", Element::kInt64}, ElementOfType{"FLOAT", Element::kFloat},
    ElementOfType{"DOUBLE", Element::kDouble}, ElementOfType{"DECIMAL", Element::kDouble}};

Element ElementOf(const std::string& type) {
  const std::string base = BaseType(type);
  for (const ElementOfType& row : kElements) {
    if (row.type == base) return row.element;
  }
  return Element::kString;
}

// Whether the encoder takes the array as the file has it.
bool IsPlain(const arrow::DataType& type, Element element) {
  switch (element) {
    case Element::kInt64:
      return arrow::is_signed_integer(type.id());
    case Element::kFloat:
      return type.id() == arrow::Type::FLOAT;
    case Element::kDouble:
      return type.id() == arrow::Type::FLOAT || type.id() == arrow::Type::DOUBLE;
    default:
      return type.id() == arrow::Type::STRING || type.id() == arrow::Type::BINARY;
  }
}

}  // namespace

ExampleSource::ExampleSource(const Scan& scan, Dealing dealing, const std::atomic<bool>& stop)
    : scan_(scan), dealing_(std::move(dealing)), stop_(stop), row_(dealing_.index) {}

ExampleSource::~ExampleSource() { Release(); }

bool ExampleSource::Next(std::string_view* example) {
  if (at_end_) return false;
  while (row_ >= array_.length) {
    row_ -= array_.length;
    at_end_ = true;  // also after a row that cannot be read
    at_end_ = !NextBatch();
    if (!at_end_) continue;
    const int64_t rows = position_ + array_.length;
    const int64_t extra = rows % dealing_.workers;
    if (stop_ || !dealing_.even || extra == 0 || dealing_.index < extra) return false;
    *example = Encode(array_.length - 1);
    return true;
  }
  row_ += dealing_.workers;
  *example = Encode(row_ - dealing_.workers);
  return true;
}

std::string_view ExampleSource::Encode(int64_t row) {
  int64_t null_column = -1;
  const std::string_view example = encoder_->Row(array_, row, &null_column);
  if (null_column < 0) return example;
  const std::string& name = range_->table->columns[null_column].name;
  if (!encoder_->problem().empty()) {
    throw ReadError(false, "column '" + name + "', row " + std::to_string(position_ + row + 1) +
                               " of the input: " + encoder_->problem());
  }
  throw ReadError(false, "column '" + name + "' is NULL in row " +
                             std::to_string(position_ + row + 1) +
                             " of the input, and a tf.train.Example has no NULL: COALESCE(" + name +
                             ", ...) in a query, or -DnullValues=omit");
}

bool ExampleSource::NextBatch() {
  const auto begin = std::chrono::steady_clock::now();
  std::shared_ptr<arrow::RecordBatch> batch;
  while (batch == nullptr) {
    if (left_ == 0 && !NextFile()) return false;
    batch = NamingTheFile(*range_, [this] { return ReadRows(); });
  }
  position_ += array_.length;
  Hold(batch);
  CountRead(batch->num_rows(), begin, std::chrono::steady_clock::now());
  return true;
}

bool ExampleSource::NextFile() {
  if (scan_.growing() && next_range_ == scan_.ranges()) {
    const int64_t known = scan_.rows();
    if (scan_.RowsUpTo(known + 1, stop_) == known) return false;
  }
  if (next_range_ == scan_.ranges()) return false;
  range_ = &scan_.range(next_range_++);
  const size_t columns = range_->table->columns.size();
  NamingTheFile(*range_, [&] {
    file_ = std::make_unique<DataFile>(*range_, kBufferBytes);
    batch_rows_ = std::clamp<int64_t>(kBatchBytes / file_->RowBytes(*range_), 1, kBatchRows);
    left_ = range_->rows;
    std::vector<int> leaves;
    for (size_t i = 0; i < columns; ++i) {
      const int leaf = range_->table->columns[i].key >= 0 ? -1 : file_->Leaf(*range_, i);
      if (leaf >= 0) leaves.push_back(leaf);
    }
    std::sort(leaves.begin(), leaves.end());
    leaves.erase(std::unique(leaves.begin(), leaves.end()), leaves.end());
    batches_ = nullptr;
    skipped_ = 0;
    if (leaves.empty()) return;
    int64_t group_begin = 0;
    const int first = file_->GroupOf(range_->first, &group_begin);
    skipped_ = range_->first - group_begin;
    std::vector<int> groups(file_->groups() - first);
    std::iota(groups.begin(), groups.end(), first);
    parquet::ArrowReaderProperties properties(/*use_threads=*/false);
    properties.set_batch_size(batch_rows_);
    reader_ = ArrowValue(parquet::arrow::FileReader::Make(arrow::default_memory_pool(),
                                                          file_->OpenReader(), properties));
    batches_ = ArrowValue(reader_->GetRecordBatchReader(groups, leaves));
  });
  return true;
}

std::shared_ptr<arrow::RecordBatch> ExampleSource::ReadRows() {
  std::shared_ptr<arrow::RecordBatch> read;
  if (batches_ == nullptr) {
    read = arrow::RecordBatch::Make(arrow::schema({}), std::min(left_, batch_rows_),
                                    arrow::ArrayVector{});
  } else {
    CheckArrow(batches_->ReadNext(&read));
    if (read == nullptr) throw ReadError(true, "it ends too early");
  }
  const int64_t skipped = std::min(skipped_, read->num_rows());
  skipped_ -= skipped;
  read = read->Slice(skipped, std::min(read->num_rows() - skipped, left_));
  if (read->num_rows() == 0) return nullptr;
  left_ -= read->num_rows();
  return Fitting(*read);
}

std::shared_ptr<arrow::RecordBatch> ExampleSource::Fitting(const arrow::RecordBatch& read) const {
  arrow::ArrayVector arrays;
  arrow::FieldVector fields;
  const std::vector<Column>& columns = range_->table->columns;
  for (size_t i = 0; i < columns.size(); ++i) {
    arrays.push_back(ColumnOf(read, i));
    fields.push_back(arrow::field(columns[i].name, arrays.back()->type()));
  }
  return arrow::RecordBatch::Make(arrow::schema(std::move(fields)), read.num_rows(),
                                  std::move(arrays));
}

std::shared_ptr<arrow::Array> ExampleSource::ColumnOf(const arrow::RecordBatch& read,
                                                      size_t column) const {
  const Column& wanted = range_->table->columns[column];
  if (wanted.key >= 0) {
    const arrow::StringScalar value(range_->keys.at(wanted.key));
    return ArrowValue(arrow::MakeArrayFromScalar(value, read.num_rows()));
  }
  const std::string& stored = range_->table->layouts[range_->layout][column];
  // A file without the column was written before there was one.
  if (stored.empty()) return ArrowValue(arrow::MakeArrayOfNull(arrow::utf8(), read.num_rows()));
  std::shared_ptr<arrow::Array> array = read.GetColumnByName(stored);
  if (array == nullptr) throw ReadError(true, "it has no column '" + stored + "'");
  if (BaseType(wanted.type) == "ARRAY") return array;
  Target target;
  target.element = ElementOf(wanted.type);
  if (IsPlain(*array->type(), target.element)) return array;
  target.time_zone = dealing_.time_zone;
  return ConvertedArray(array, wanted, target);
}

void ExampleSource::Hold(const std::shared_ptr<arrow::RecordBatch>& batch) {
  Release();
  ArrowSchema schema = {};
  CheckArrow(arrow::ExportRecordBatch(*batch, &array_, &schema));
  encoder_ = std::make_unique<examples::Encoder>(schema, dealing_.omit_nulls, dealing_.tensors);
  schema.release(&schema);
  if (!encoder_->problem().empty()) throw ReadError(false, encoder_->problem());
}

void ExampleSource::Release() {
  if (array_.release != nullptr) array_.release(&array_);
  array_ = {};
}

}  // namespace paisql::tensors
