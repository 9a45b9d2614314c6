#pragma once

// Cuts text into records of CSV (RFC 4180): quoted fields with doubled quotes and newlines inside,
// delimiters of one or more characters, LF or CRLF. The one place that knows what a record is:
// files of TUNNEL and, through libraries/csv, Alink's readers in Python.

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace paisql::tunnel {

inline constexpr size_t kMaxRecordBytes = 64UL << 20;

struct CsvDialect {
  std::string field_delimiter = ",";
  std::string record_delimiter = "";  // "": LF or CRLF
  std::string quote = "\"";           // one letter, in UTF-8; "": quotes mean nothing
};

struct CsvField {
  std::string_view text;  // without its quotes, doubled quotes resolved
  bool quoted = false;
};

struct CsvRecord {
  int64_t line = 0;  // of its first character, from 1; what ends a record ends a line
  std::vector<CsvField> fields;
  std::string problem;  // "" for a record that could be cut into fields
};

class CsvCutter {
 public:
  enum class Cut { kRecord, kNeedMore };

  explicit CsvCutter(CsvDialect dialect, int64_t first_line = 1)
      : dialect_(std::move(dialect)),
        plain_(dialect_.field_delimiter.size() == 1 && dialect_.record_delimiter.empty()),
        line_(first_line) {}

  // Cuts the first record of `text`; nothing comes after it when `at_end`. With kNeedMore the text
  // ended first: call again with a longer one that begins at the same place. The record's views
  // live as long as the text, and until the next call.
  Cut Next(std::string_view text, bool at_end, CsvRecord& record);
  size_t size() const { return size_; }   // bytes of the record that Next() cut, with its delimiter
  int64_t line() const { return line_; }  // in which the next record begins, from 1

 private:
  // The whole record in the plain dialect; nullopt where a field begins with a quote.
  std::optional<Cut> CutPlain(CsvRecord& record);
  Cut CutQuoted(size_t& at, CsvRecord& record);
  Cut CutBare(size_t& at, CsvRecord& record);
  // CutBare of the plain dialect: the place where the field ends, npos when the text does first.
  size_t PlainEnd(size_t at) const;
  // Length of the record delimiter at a place, 0 when there is none.
  size_t RecordEndAt(size_t at) const;
  bool FieldEndAt(size_t at) const { return Has(at, dialect_.field_delimiter); }
  bool QuoteAt(size_t at) const { return !dialect_.quote.empty() && Has(at, dialect_.quote); }
  bool Has(size_t at, std::string_view part) const {
    if (part.size() == 1) return at < text_.size() && text_[at] == part.front();
    return text_.substr(at).starts_with(part);
  }
  // The most bytes that have to be there to tell what begins at a place.
  size_t Longest() const;
  Cut SkipRest(size_t at);
  Cut EndRecord(size_t at);

  CsvDialect dialect_;
  bool plain_;               // one character ends a field, LF or CRLF a record
  bool has_quotes_ = false;  // in the record: newlines may be inside
  std::string_view text_;
  bool at_end_ = false;
  size_t size_ = 0;
  int64_t line_;
  std::deque<std::string> unescaped_;  // fields whose doubled quotes were resolved
};

}  // namespace paisql::tunnel
