#pragma once

// Records of a CSV file, which may begin with a byte order mark (csv_cutter.h says what a record
// is). Memory is bounded by the longest record. A file ends where it ended when it was opened:
// whoever writes to it meanwhile cannot keep the reader from its end.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/files/files.h"
#include "base/result.h"
#include "tunnel/csv/csv_cutter.h"

namespace paisql::tunnel {

// A part of a file. A record belongs to it that begins before its end.
struct CsvRange {
  int64_t begin = 0;           // a record begins here
  std::optional<int64_t> end;  // nullopt: that of the file
  int64_t first_line = 1;      // in which the part begins
};

class CsvReader {
 public:
  using Check = std::function<Status()>;

  // kIo when the file cannot be opened. `check` says while a stream is waited for whether to go on.
  static Result<CsvReader> Open(
      const std::string& path, CsvDialect dialect, Check check = [] { return Status::Ok(); },
      CsvRange range = {});
  CsvReader(CsvReader&& other) noexcept = default;
  CsvReader& operator=(CsvReader&&) = delete;

  // The next record; false at the end. Its views live until the next call.
  Result<bool> Next(CsvRecord& record);
  int64_t bytes_read() const { return bytes_read_; }
  // Where the next record begins: the place in the file, and its line.
  int64_t position() const {
    return range_.begin + bytes_read_ - static_cast<int64_t>(end_ - begin_);
  }
  int64_t line() const { return cutter_.line(); }

 private:
  CsvReader(std::string path, Descriptor file, CsvDialect dialect, Check check, CsvRange range);
  Result<bool> Fill();  // false at the end of the file

  std::string path_;
  Descriptor file_;
  Check check_;
  CsvRange range_;
  bool is_stream_ = false;
  std::optional<int64_t> size_;  // when it was opened; nullopt for a stream
  CsvCutter cutter_;
  std::vector<char> buffer_;
  size_t begin_ = 0;  // of the record in the buffer
  size_t end_ = 0;    // of what has been read
  bool at_end_ = false;
  int64_t bytes_read_ = 0;
};

}  // namespace paisql::tunnel
