#pragma once

// The rows to read: of the data files of one or several tables, and the columns to read of them.
// Python, which knows the manifests, describes each table URL by a JSON object.

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <vector>

namespace paisql::tensors {

// An error that ends reading. `damaged`: the data are at fault, not the request.
class ReadError : public std::runtime_error {
 public:
  ReadError(bool damaged, const std::string& message)
      : std::runtime_error(message), damaged(damaged) {}
  bool damaged;
};

class QueryParts;

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

// The ranges of all URLs, one after the other. Those of the last URL may still be coming: it is a
// query that somebody computes. May be used by several threads at once.
class Scan {
 public:
  // Throws ReadError for texts that are not descriptions, or not of `columns` columns.
  Scan(const std::vector<std::string>& descriptions, size_t columns);
  ~Scan();
  Scan(const Scan&) = delete;
  Scan& operator=(const Scan&) = delete;

  // Whether it began as one whose rows are still coming.
  bool growing() const { return parts_ != nullptr; }
  // The rows; for a growing scan, the rows known by now.
  int64_t rows() const;
  // How many rows are known when `wanted` of them are there, or no more are to come, or `stop` is
  // true: waits for that. Throws ReadError when what is missing will not come.
  int64_t RowsUpTo(int64_t wanted, const std::atomic<bool>& stop) const;

  size_t ranges() const;
  // Stays where it is.
  const FileRange& range(size_t number) const;
  // The range that holds a row, which is known, and the first row of a range.
  size_t Find(int64_t row) const;
  int64_t start(size_t range) const;

 private:
  // Takes what has come; false when it is the end. The lock is held.
  bool Grow() const;

  // Only a growing scan changes, and only by growing.
  mutable std::mutex mutex_;
  mutable std::deque<FileRange> ranges_;
  mutable std::vector<int64_t> starts_ = {0};  // one more than ranges
  std::unique_ptr<QueryParts> parts_;
  FileRange part_;  // what its parts have in common
};

}  // namespace paisql::tensors
