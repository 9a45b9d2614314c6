#pragma once

// Records of a CSV file, which may begin with a byte order mark (csv_cutter.h says what a record
// is). Memory is bounded by the longest record.

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/files/files.h"
#include "base/result.h"
#include "tunnel/csv_cutter.h"

namespace paisql::tunnel {

class CsvReader {
 public:
  using Check = std::function<Status()>;

  // kIo when the file cannot be opened. `check` says while a stream is waited for whether to go on.
  static Result<CsvReader> Open(
      const std::string& path, CsvDialect dialect, Check check = [] { return Status::Ok(); });
  CsvReader(CsvReader&& other) noexcept = default;
  CsvReader& operator=(CsvReader&&) = delete;

  // The next record; false at the end. Its views live until the next call.
  Result<bool> Next(CsvRecord& record);
  int64_t bytes_read() const { return bytes_read_; }

 private:
  CsvReader(std::string path, Descriptor file, CsvDialect dialect, Check check);
  Result<bool> Fill();  // false at the end of the file

  std::string path_;
  Descriptor file_;
  Check check_;
  bool is_stream_ = false;
  CsvCutter cutter_;
  std::vector<char> buffer_;
  size_t begin_ = 0;  // of the record in the buffer
  size_t end_ = 0;    // of what has been read
  bool at_end_ = false;
  int64_t bytes_read_ = 0;
};

}  // namespace paisql::tunnel
