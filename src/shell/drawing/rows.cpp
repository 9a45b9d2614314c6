#include "shell/drawing/rows.h"

#include <algorithm>
#include <cstring>

#include "base/text.h"

namespace paisql::shell {

namespace {

// A line of any length has the begin of a row at each multiple of this: rows are found from there.
constexpr size_t kAnchorBytes = size_t{1} << 16;
constexpr int kTab = 8;

constexpr std::string_view kJoiner = "\u200D";

bool IsControl(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }
bool Continues(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

// The whole character at the offset, or one byte where there is none.
std::string_view CharacterAt(std::string_view text, size_t offset) {
  const auto first = static_cast<unsigned char>(text[offset]);
  const size_t size = first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  const std::string_view character = text.substr(offset, size);
  if (size > 1 && IsValidUtf8(character)) return character;
  return text.substr(offset, 1);
}

// Skin tones, and the second half of a flag.
bool JoinsBefore(std::string_view cluster, std::string_view next) {
  const bool tone = next >= "\U0001F3FB" && next <= "\U0001F3FF" && next.size() == 4;
  const auto indicator = [](std::string_view c) {
    return c.size() == 4 && c >= "\U0001F1E6" && c <= "\U0001F1FF";
  };
  return tone || (indicator(cluster) && indicator(next));
}

size_t LineBegin(std::string_view text, size_t offset) {
  const void* newline = offset == 0 ? nullptr : memrchr(text.data(), '\n', offset);
  if (newline == nullptr) return 0;
  return static_cast<size_t>(static_cast<const char*>(newline) - text.data()) + 1;
}

// The first place after `anchor` bytes of the line where a character begins.
size_t AnchorPlace(std::string_view text, size_t line, size_t anchor) {
  size_t place = std::min(line + anchor, text.size());
  while (place < text.size() && Continues(text[place])) ++place;
  return place;
}

// The row that begins at `begin`, of the line that begins at `line`.
RowSpan RowFrom(std::string_view text, const Geometry& geometry, size_t line, size_t begin) {
  const size_t anchor = AnchorPlace(text, line, ((begin - line) / kAnchorBytes + 1) * kAnchorBytes);
  RowSpan row = {begin, begin, line};
  int column = Indent(geometry, row);
  size_t& at = row.end;
  while (at < text.size() && text[at] != '\n' && (at < anchor || at == begin)) {
    const std::string_view cluster = ClusterAt(text, at);
    const int width = ClusterWidth(cluster, column);
    if (column + width > geometry.columns && at > begin) break;
    column += width;
    at += cluster.size();
  }
  return row;
}

}  // namespace

std::string_view ClusterAt(std::string_view text, size_t offset) {
  const std::string_view first = CharacterAt(text, offset);
  size_t end = offset + first.size();
  // A character after ASCII is looked at only if it is not ASCII.
  if (IsControl(text[offset])) return first;
  while (end < text.size() && static_cast<unsigned char>(text[end]) >= 0x80) {
    const std::string_view next = CharacterAt(text, end);
    const bool joined = text.substr(offset, end - offset).ends_with(kJoiner);
    const bool mark = next.size() > 1 && DisplayWidth(next) == 0;
    if (!joined && !mark && !JoinsBefore(text.substr(offset, end - offset), next)) break;
    end += next.size();
  }
  return text.substr(offset, end - offset);
}

int ClusterWidth(std::string_view cluster, int column) {
  if (cluster == "\t") return kTab - column % kTab;
  if (cluster.size() == 1 && IsControl(cluster[0])) return 2;
  if (cluster.size() == 1) return static_cast<unsigned char>(cluster[0]) < 0x80 ? 1 : 4;
  return DisplayWidth(cluster);
}

int Indent(const Geometry& geometry, const RowSpan& row) {
  if (row.begin == 0) return geometry.prompt_width;
  return row.begin == row.line ? geometry.label_width : 0;
}

namespace {

RowSpan RowOfLineAt(std::string_view text, const Geometry& geometry, size_t line, size_t offset) {
  size_t begin = AnchorPlace(text, line, (offset - line) / kAnchorBytes * kAnchorBytes);
  if (begin > offset) begin = line;  // the offset lies within a character
  while (true) {
    const RowSpan row = RowFrom(text, geometry, line, begin);
    const bool last = row.end >= text.size() || text[row.end] == '\n';
    if (offset < row.end || last) return row;
    begin = row.end;
  }
}

}  // namespace

RowSpan RowAt(std::string_view text, const Geometry& geometry, size_t offset) {
  return RowOfLineAt(text, geometry, LineBegin(text, offset), offset);
}

bool RowBelow(std::string_view text, const Geometry& geometry, RowSpan& row) {
  if (row.end >= text.size()) return false;
  const bool wraps = text[row.end] != '\n';
  row = wraps ? RowFrom(text, geometry, row.line, row.end)
              : RowFrom(text, geometry, row.end + 1, row.end + 1);
  return true;
}

bool RowAbove(std::string_view text, const Geometry& geometry, RowSpan& row) {
  if (row.begin == 0) return false;
  row = row.begin > row.line ? RowOfLineAt(text, geometry, row.line, row.begin - 1)
                             : RowAt(text, geometry, row.begin - 1);
  return true;
}

int ColumnOf(std::string_view text, const Geometry& geometry, const RowSpan& row, size_t offset) {
  int column = Indent(geometry, row);
  for (size_t at = row.begin; at < std::min(offset, row.end);) {
    const std::string_view cluster = ClusterAt(text, at);
    if (at + cluster.size() > offset) break;  // within a letter and its marks
    column += ClusterWidth(cluster, column);
    at += cluster.size();
  }
  return column;
}

size_t OffsetAt(std::string_view text, const Geometry& geometry, const RowSpan& row, int column) {
  int at_column = Indent(geometry, row);
  size_t last = row.begin;
  for (size_t at = row.begin; at < row.end;) {
    last = at;
    const std::string_view cluster = ClusterAt(text, at);
    at_column += ClusterWidth(cluster, at_column);
    if (at_column > column) return at;
    at += cluster.size();
  }
  // After the row's last character the cursor would stand in the next row where the line wraps.
  const bool line_ends = row.end >= text.size() || text[row.end] == '\n';
  return line_ends ? row.end : last;
}

}  // namespace paisql::shell
