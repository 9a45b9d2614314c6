#include "shell/drawing/frame_writer.h"

#include <fmt/format.h>

#include <algorithm>

namespace paisql::shell {

namespace {

void WriteCells(const Row& row, size_t begin, size_t end, bool color, std::string& out) {
  Style style = Style::kPlain;
  for (size_t i = begin; i < end; ++i) {
    if (color && row[i].style != style) {
      if (style != Style::kPlain) out += "\033[0m";
      style = row[i].style;
      out += SequenceOf(style);
    }
    out += row[i].text;
  }
  if (style != Style::kPlain) out += "\033[0m";
}

}  // namespace

void FrameWriter::MoveTo(int row, int column, std::string& out) {
  const int there = static_cast<int>(shown_.rows.size()) - 1;  // the last row that exists
  if (row < row_) out += fmt::format("\033[{}A", row_ - row);
  if (const int down = std::min(row, there) - row_; down > 0) out += fmt::format("\033[{}B", down);
  for (int i = std::max(row_, there); i < row; ++i) {
    out += "\r\n";
    column_ = 0;
  }
  row_ = row;
  if (column == column_) return;
  if (column == 0) {
    out += '\r';
  } else if (column > column_) {
    out += fmt::format("\033[{}C", column - column_);
  } else {
    out += fmt::format("\033[{}D", column_ - column);
  }
  column_ = column;
}

void FrameWriter::ShowRow(int index, const Row& row, bool color, std::string& out) {
  const auto at = static_cast<size_t>(index);
  static const Row kNone;
  const Row& before = at < shown_.rows.size() ? shown_.rows[at] : kNone;
  if (at < shown_.rows.size() && before == row) return;
  size_t same = 0;
  int column = 0;
  while (same < std::min(row.size(), before.size()) && row[same] == before[same]) {
    column += row[same++].width;
  }
  // The text after the change that has the same columns stays.
  size_t end = row.size();
  const bool as_wide = WidthOf(row) == WidthOf(before);
  size_t tail = before.size();
  while (as_wide && end > same && tail > same && row[end - 1] == before[tail - 1]) {
    --end;
    --tail;
  }
  MoveTo(index, column, out);
  WriteCells(row, same, end, color, out);
  for (size_t i = same; i < end; ++i) column_ += row[i].width;
  if (WidthOf(row) < WidthOf(before)) out += "\033[K";
}

std::string FrameWriter::Show(Frame next, int columns, int rows, bool color) {
  std::string out;
  const bool resized = begun_ && (columns != columns_ || rows != rows_);
  if (resized) {
    // Rows that have scrolled away are out of reach.
    const int up = std::min(row_, rows - 1);
    if (up > 0) out += fmt::format("\033[{}A", up);
  }
  if (resized || !begun_) {
    out += "\r\033[J";
    shown_ = {};
    shown_.rows.emplace_back();
    row_ = column_ = 0;
  }
  for (size_t i = 0; i < next.rows.size(); ++i) {
    ShowRow(static_cast<int>(i), next.rows[i], color, out);
    if (i >= shown_.rows.size()) shown_.rows.emplace_back();
  }
  if (shown_.rows.size() > next.rows.size()) {
    MoveTo(static_cast<int>(next.rows.size()), 0, out);
    out += "\033[J";
  }
  shown_.rows = next.rows;
  // The rows that were removed are still rows of the terminal, but nobody asks for them.
  MoveTo(next.cursor_row, next.cursor_column, out);
  begun_ = true;
  columns_ = columns;
  rows_ = rows;
  return out;
}

std::string FrameWriter::Leave() {
  if (!begun_) return "";
  std::string out;
  MoveTo(static_cast<int>(shown_.rows.size()) - 1, 0, out);
  Forget();
  return out + "\r\n";
}

std::string FrameWriter::Erase() {
  if (!begun_) return "";
  std::string out;
  MoveTo(0, 0, out);
  Forget();
  return out + "\033[J";
}

void FrameWriter::Forget() {
  shown_ = {};
  begun_ = false;
  row_ = column_ = 0;
}

std::string FrameWriter::Clear() {
  Forget();
  return "\033[H\033[2J";
}

}  // namespace paisql::shell
