#pragma once

// Records of a CSV file (RFC 4180): quoted fields with doubled quotes and newlines inside,
// delimiters of one or more characters, LF or CRLF, a byte order mark. Memory is bounded by the
// longest record.

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/files/files.h"
#include "base/result.h"

namespace paisql::tunnel {

struct CsvDialect {
  std::string field_delimiter = ",";
  std::string record_delimiter;  // "": LF or CRLF
};

struct CsvField {
  std::string_view text;  // without its quotes, doubled quotes resolved
  bool quoted = false;
};

struct CsvRecord {
  int64_t line = 0;  // of its first character, from 1
  std::vector<CsvField> fields;
  std::string problem;  // "" for a record that could be cut into fields
};

class CsvReader {
 public:
  static constexpr size_t kMaxRecordBytes = 64UL << 20;

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
  // Where a field was found in the buffer; `text` of a quoted field with doubled quotes lies in
  // unescaped_.
  enum class Cut { kRecord, kNeedMore };

  CsvReader(std::string path, Descriptor file, CsvDialect dialect, Check check);
  Result<bool> Fill();  // false at the end of the file
  Cut CutRecord(CsvRecord& record);
  Cut CutQuoted(size_t& at, CsvRecord& record);
  Cut CutBare(size_t& at, CsvRecord& record);
  // Length of the record delimiter at a place, 0 when there is none.
  size_t RecordEndAt(size_t at) const;
  bool FieldEndAt(size_t at) const;
  Cut SkipRest(size_t at);
  void EndRecord(size_t at, size_t delimiter);

  std::string path_;
  Descriptor file_;
  Check check_;
  bool is_stream_ = false;
  CsvDialect dialect_;
  std::vector<char> buffer_;
  size_t begin_ = 0;  // of the record in the buffer
  size_t end_ = 0;    // of what has been read
  bool at_end_ = false;
  int64_t line_ = 1;
  int64_t bytes_read_ = 0;
  std::vector<std::string> unescaped_;
};

}  // namespace paisql::tunnel
