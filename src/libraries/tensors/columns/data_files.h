#pragma once

// The open Parquet files of a scan. May be used by several threads at once.

#include <arrow/io/file.h>
#include <parquet/api/reader.h>

#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <new>
#include <string>
#include <unordered_map>
#include <vector>

#include "libraries/tensors/columns/column_decoder.h"
#include "libraries/tensors/scan.h"

namespace paisql::tensors {

// A file with its footer. What it gives out may outlive it.
class DataFile {
 public:
  // Throws ReadError, and what the libraries throw, when the file is gone, damaged or not what the
  // manifest says.
  DataFile(const FileRange& range, int64_t buffer_bytes);

  // The row group that holds a row, and the group's first row.
  int GroupOf(int64_t row, int64_t* group_begin) const;
  int64_t group_rows(int group) const { return group_begins_[group + 1] - group_begins_[group]; }

  // A column from the first row of a row group on.
  std::unique_ptr<ColumnDecoder> Open(const FileRange& range, int group, size_t column,
                                      const Target& target);

  // The bytes of a row group's part of a column in the file; 0 where it is not in the file.
  int64_t ChunkBytes(const FileRange& range, int group, size_t column) const;

  // The leaf that a column of the layout is in, -1 for none.
  int Leaf(const FileRange& range, size_t column) const;

  int groups() const { return metadata_->num_row_groups(); }
  // A reader of its own over the same file.
  std::unique_ptr<parquet::ParquetFileReader> OpenReader() const {
    return parquet::ParquetFileReader::Open(source_, properties_, metadata_);
  }

  // Bytes of a row of these columns when they are decoded, more or less; at least 1.
  int64_t RowBytes(const FileRange& range) const;

 private:
  // The bytes of the columns in the file, of the row group where that is most.
  int64_t LargestGroupBytes(const FileRange& range) const;

  std::mutex mutex_;  // opening columns
  std::shared_ptr<arrow::io::ReadableFile> source_;
  parquet::ReaderProperties properties_;
  std::shared_ptr<parquet::FileMetaData> metadata_;
  std::unique_ptr<parquet::ParquetFileReader> reader_;
  std::vector<int64_t> group_begins_;  // one more than groups
  std::unordered_map<std::string, int> leaves_;
};

// Runs `action`; what the libraries throw becomes a ReadError that names table and file.
template <typename Action>
auto NamingTheFile(const FileRange& range, Action action) {
  const auto where = [&] { return "table " + range.table->name + ": the file " + range.path; };
  try {
    return action();
  } catch (const ReadError& error) {
    if (!error.damaged) throw;
    throw ReadError(true, where() + " is damaged: " + error.what());
  } catch (const std::bad_alloc&) {
    throw ReadError(false, where() + " needs more memory than there is");
  } catch (const std::exception& error) {
    throw ReadError(true, where() + " is damaged: " + error.what());
  }
}

// Keeps the files that were used last open.
class DataFiles {
 public:
  DataFiles(const Scan& scan, size_t columns);
  std::shared_ptr<DataFile> Get(size_t range);

 private:
  const Scan& scan_;
  const int64_t buffer_bytes_;
  std::mutex mutex_;
  std::deque<std::pair<std::string, std::shared_ptr<DataFile>>> open_;
};

}  // namespace paisql::tensors
