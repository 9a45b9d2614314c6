#pragma once

// What is read: rows of the data files of one or several tables, and the columns to read of them.
// Python, which knows the manifests, describes each table URL by a JSON object.

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace paisql::tensors {

// What ends reading. `damaged`: the data are at fault, not what was asked for.
class ReadError : public std::runtime_error {
 public:
  ReadError(bool damaged, const std::string& message)
      : std::runtime_error(message), damaged(damaged) {}
  bool damaged;
};

struct Column {
  std::string name;
  std::string type;  // today's, in the platform's spelling
  int key = -1;      // of a partition key: which one
};

// The columns that one URL gives, and what the files of each layout call them.
struct Table {
  std::string name;
  std::vector<Column> columns;
  // For each layout the column's name in the file, "" when the file has no such column.
  std::vector<std::vector<std::string>> layouts;
};

// Rows [first, first + rows) of a file.
struct FileRange {
  std::shared_ptr<const Table> table;
  std::string path;
  int64_t file_rows = 0;  // what the manifest says
  int64_t first = 0;
  int64_t rows = 0;
  int layout = 0;
  std::vector<std::string> keys;  // values of the partition keys
};

// The ranges of all URLs, one behind the other.
class Scan {
 public:
  // Throws ReadError for texts that are no descriptions, or not of `columns` columns.
  Scan(const std::vector<std::string>& descriptions, size_t columns);

  int64_t rows() const { return starts_.back(); }
  const std::vector<FileRange>& ranges() const { return ranges_; }
  // The range that holds a row, and where it stands in the file.
  size_t Find(int64_t row) const;
  int64_t start(size_t range) const { return starts_[range]; }

 private:
  std::vector<FileRange> ranges_;
  std::vector<int64_t> starts_ = {0};  // one more than ranges
};

}  // namespace paisql::tensors
