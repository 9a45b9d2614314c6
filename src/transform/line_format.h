#pragma once

// Rows as lines of text, as the scripts of SELECT TRANSFORM read and write them
// (plan::LineFormat). Nothing is quoted: without an escape character a delimiter within a text is
// written as it is, and the script sees one more column or line.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "plan/relation.h"

namespace paisql::transform {

// Appends the text of a cell to a line.
void AppendField(std::string_view text, const plan::LineFormat& format, std::string& line);

// Lines as they come, in pieces of any size. Memory is bounded by the longest line.
class LineReader {
 public:
  static constexpr size_t kMaxLineBytes = size_t{64} << 20;

  // With `key_and_rest` there are two columns, and the second one is all after the first
  // delimiter.
  LineReader(plan::LineFormat format, size_t columns, bool key_and_rest)
      : format_(std::move(format)), columns_(columns), key_and_rest_(key_and_rest) {}

  void Add(std::string_view bytes);
  // No more bytes come: what is left is a line, though nothing ends it.
  void End() { ended_ = true; }
  // The cells of the next line, nullopt for NULL; false when more bytes are needed, or at the end.
  // They live until the next call. kScript, with the line's number, if the line is too long, has
  // another number of columns or is not UTF-8.
  Result<bool> Next(std::vector<std::optional<std::string_view>>& cells);

 private:
  bool FindLine(std::string_view& line);
  Status Split(std::string_view line, std::vector<std::optional<std::string_view>>& cells);
  // The first place of the delimiter that no escape character takes away.
  size_t Find(std::string_view text, std::string_view delimiter, size_t from) const;
  void AddCell(std::string_view text, std::vector<std::optional<std::string_view>>& cells);
  Error Wrong(const std::string& what) const;

  plan::LineFormat format_;
  size_t columns_;
  bool key_and_rest_;
  std::string buffer_;
  size_t begin_ = 0;  // of the next line
  size_t seen_ = 0;   // up to here no line ends
  bool ended_ = false;
  int64_t line_ = 0;
  std::vector<std::string> unescaped_;  // one a column: what the cells of such a line point into
};

}  // namespace paisql::transform
