#pragma once

// Texts as cells of the request log's CSV, such that its table takes them whatever a client has
// sent: one cell that is refused would hold up all that is written with it. Pure.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace paisql::serving {

class LogCells {
 public:
  // As much as a cell of a table holds.
  static constexpr size_t kMostCellBytes = 8UL << 20;
  // TUNNEL UPLOAD gives up at a record of 64 MiB. A cell may take twice its bytes, for its quotes.
  static constexpr size_t kMostLineBytes = 40UL << 20;

  // `csv` is added to, and outlives this.
  explicit LogCells(std::string& csv) : csv_(csv), line_(csv.size()) {}

  std::string& csv() { return csv_; }
  void EndLine();
  // In quotes. Each byte that is no part of a character becomes U+FFFD. A text that is too long for
  // its cell, or for what is left of the line, is nothing, which is NULL: half of a JSON would help
  // nobody.
  void AddText(std::string_view text);
  int64_t too_long() const { return too_long_; }

 private:
  std::string& csv_;
  size_t line_;  // where it begins
  int64_t too_long_ = 0;
};

}  // namespace paisql::serving
