#include "libraries/tensors/columns/data_files.h"

#include <algorithm>
#include <filesystem>

namespace paisql::tensors {

namespace {

constexpr size_t kOpenFiles = 32;
// A row group's column is read at once where all columns together take no more than this; a stream
// takes less memory, and copies all values once more.
constexpr int64_t kWholeBytes = int64_t{128} << 20;

std::shared_ptr<arrow::io::ReadableFile> OpenSource(const FileRange& range) {
  auto source = arrow::io::ReadableFile::Open(range.path);
  if (source.ok()) return *source;
  std::error_code error;
  const std::string file = "table " + range.table->name + ": the file " + range.path;
  if (!std::filesystem::exists(range.path, error)) throw ReadError(false, file + " is gone");
  throw ReadError(false, file + " cannot be read: " + source.status().message());
}

}  // namespace

DataFile::DataFile(const FileRange& range, int64_t buffer_bytes) : source_(OpenSource(range)) {
  reader_ = parquet::ParquetFileReader::Open(source_, properties_);
  metadata_ = reader_->metadata();
  if (metadata_->num_rows() != range.file_rows) {
    throw ReadError(true, "it has " + std::to_string(metadata_->num_rows()) + " rows, not " +
                              std::to_string(range.file_rows));
  }
  const parquet::SchemaDescriptor* schema = metadata_->schema();
  for (int leaf = 0; leaf < schema->num_columns(); ++leaf) {
    leaves_.emplace(schema->GetColumnRoot(leaf)->name(), leaf);
  }
  group_begins_.push_back(0);
  for (int group = 0; group < metadata_->num_row_groups(); ++group) {
    const int64_t rows = metadata_->RowGroup(group)->num_rows();
    if (rows < 0) throw ReadError(true, "a row group of " + std::to_string(rows) + " rows");
    group_begins_.push_back(group_begins_.back() + rows);
  }
  if (group_begins_.back() != range.file_rows) {
    throw ReadError(true, "its row groups have " + std::to_string(group_begins_.back()) + " rows");
  }
  if (LargestGroupBytes(range) <= kWholeBytes) return;
  properties_.enable_buffered_stream();
  properties_.set_buffer_size(buffer_bytes);
  reader_ = parquet::ParquetFileReader::Open(source_, properties_, metadata_);
}

int64_t DataFile::LargestGroupBytes(const FileRange& range) const {
  int64_t largest = 0;
  for (int group = 0; group < metadata_->num_row_groups(); ++group) {
    int64_t bytes = 0;
    for (size_t column = 0; column < range.table->columns.size(); ++column) {
      bytes += ChunkBytes(range, group, column);
    }
    largest = std::max(largest, bytes);
  }
  return largest;
}

int DataFile::GroupOf(int64_t row, int64_t* group_begin) const {
  const auto found = std::upper_bound(group_begins_.begin(), group_begins_.end(), row) - 1;
  *group_begin = *found;
  return static_cast<int>(found - group_begins_.begin());
}

int DataFile::Leaf(const FileRange& range, size_t column) const {
  const std::string& name = range.table->layouts[range.layout][column];
  if (name.empty()) return -1;
  const auto found = leaves_.find(name);
  if (found != leaves_.end()) return found->second;
  throw ReadError(true, "it has no column '" + name + "'");
}

std::unique_ptr<ColumnDecoder> DataFile::Open(const FileRange& range, int group, size_t column,
                                              const Target& target) {
  const Column& wanted = range.table->columns[column];
  if (wanted.key >= 0) return MakeConstantDecoder(target, &range.keys.at(wanted.key));
  const int leaf = Leaf(range, column);
  if (leaf < 0) return MakeConstantDecoder(target, nullptr);
  const std::lock_guard lock(mutex_);
  auto direct = MakeDirectDecoder(reader_->RowGroup(group).get(), leaf, wanted, target);
  if (direct != nullptr) return direct;
  return MakeArrowDecoder(OpenReader(), group, leaf, wanted, target);
}

int64_t DataFile::ChunkBytes(const FileRange& range, int group, size_t column) const {
  const int leaf = range.table->columns[column].key >= 0 ? -1 : Leaf(range, column);
  if (leaf < 0) return 0;
  return std::max<int64_t>(metadata_->RowGroup(group)->ColumnChunk(leaf)->total_compressed_size(),
                           0);
}

int64_t DataFile::RowBytes(const FileRange& range) const {
  if (metadata_->num_row_groups() == 0) return 1;
  const auto group = metadata_->RowGroup(0);
  int64_t bytes = 0;
  for (size_t column = 0; column < range.table->columns.size(); ++column) {
    const int leaf = range.table->columns[column].key >= 0 ? -1 : Leaf(range, column);
    if (leaf >= 0) bytes += group->ColumnChunk(leaf)->total_uncompressed_size();
  }
  return std::max<int64_t>(bytes / std::max<int64_t>(group->num_rows(), 1), 1);
}

DataFiles::DataFiles(const Scan& scan, size_t columns)
    : scan_(scan),
      buffer_bytes_(
          std::clamp<int64_t>((64 << 20) / std::max<size_t>(columns, 1), 16 << 10, 1 << 20)) {}

std::shared_ptr<DataFile> DataFiles::Get(size_t range) {
  const FileRange& wanted = scan_.range(range);
  const std::lock_guard lock(mutex_);
  for (auto entry = open_.begin(); entry != open_.end(); ++entry) {
    if (entry->first == wanted.path) {
      std::rotate(open_.begin(), entry, entry + 1);
      return open_.front().second;
    }
  }
  auto opened = std::make_shared<DataFile>(wanted, buffer_bytes_);
  open_.emplace_front(wanted.path, opened);
  if (open_.size() > kOpenFiles) open_.pop_back();
  return opened;
}

}  // namespace paisql::tensors
