#include "shell/drawing/frame.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"

namespace paisql::shell {

namespace {

constexpr int kLeastTextColumns = 8;  // of the first line, beside a long prompt
constexpr std::string_view kElided = "…";

// The prompt's end where all of it leaves no room.
std::string FittingPrompt(std::string_view prompt, int columns) {
  const int most = std::max(columns - kLeastTextColumns, columns / 2);
  if (DisplayWidth(prompt) <= most) return std::string(prompt);
  std::string_view end = prompt;
  while (DisplayWidth(end) > most - 1) end.remove_prefix(ClusterAt(end, 0).size());
  return std::string(kElided) + std::string(end);
}

void Append(Row& row, std::string_view text, Style style) {
  for (size_t at = 0; at < text.size();) {
    const std::string_view cluster = ClusterAt(text, at);
    row.push_back({std::string(cluster), ClusterWidth(cluster, 0), style});
    at += cluster.size();
  }
}

// A cluster of the text as cells.
void AppendShown(Row& row, std::string_view cluster, int column, Style style) {
  const auto byte = static_cast<unsigned char>(cluster[0]);
  if (cluster == "\t") {
    const int width = ClusterWidth(cluster, column);
    for (int i = 0; i < width; ++i) row.push_back({" ", 1, style});
  } else if (cluster.size() == 1 && (byte < 0x20 || byte == 0x7F)) {
    Append(row, fmt::format("^{:c}", static_cast<char>(byte ^ 0x40)), Style::kControl);
  } else if (cluster.size() == 1 && byte >= 0x80) {
    Append(row, fmt::format("\\x{:02X}", byte), Style::kControl);
  } else if (const int width = DisplayWidth(cluster); width > 0 || row.empty()) {
    row.push_back({std::string(cluster), std::max(width, 0), style});
  } else {
    row.back().text += cluster;
  }
}

// Ranges that are asked for from the text's begin to its end.
class Styles {
 public:
  explicit Styles(const std::vector<StyledRange>& ranges) : ranges_(ranges) {}

  Style At(size_t offset) {
    while (next_ < ranges_.size() && ranges_[next_].end <= offset) ++next_;
    if (next_ == ranges_.size() || ranges_[next_].begin > offset) return Style::kPlain;
    return ranges_[next_].style;
  }

 private:
  const std::vector<StyledRange>& ranges_;
  size_t next_ = 0;
};

}  // namespace

int WidthOf(const Row& row) {
  int width = 0;
  for (const Cell& cell : row) width += cell.width;
  return width;
}

Geometry GeometryOf(const View& view) {
  Geometry geometry;
  geometry.columns = std::max(view.columns - 1, 4);
  geometry.prompt_width = DisplayWidth(FittingPrompt(view.prompt, geometry.columns));
  // As wide as the prompt, so that the lines stand below each other, where there is room for it.
  constexpr int kLeastLabel = 4;
  const bool roomy = geometry.prompt_width <= geometry.columns / 3;
  geometry.label_width = roomy ? std::max(geometry.prompt_width, kLeastLabel) : kLeastLabel;
  return geometry;
}

std::vector<RowSpan> Painter::Window(const View& view, const Geometry& geometry, int height) {
  const std::string_view text = view.text;
  const RowSpan cursor = RowAt(text, geometry, view.cursor);
  RowSpan row = RowAt(text, geometry, std::min(top_, text.size()));
  if (row.begin > cursor.begin) row = cursor;
  std::vector<RowSpan> window = {row};
  const auto wanted = static_cast<size_t>(height);
  bool seen = row == cursor;
  while (window.size() < wanted && RowBelow(text, geometry, row)) {
    window.push_back(row);
    seen = seen || row == cursor;
  }
  if (!seen) window = {cursor};  // it has left at the bottom, and is the last row now
  row = window.front();
  while (window.size() < wanted && RowAbove(text, geometry, row)) {
    window.insert(window.begin(), row);
  }
  top_ = window.front().begin;
  return window;
}

Frame Painter::Paint(const View& typed) {
  if (typed.suggestion.empty()) return PaintText(typed, typed.text.size());
  // The rows are those of all that is seen; what it means is looked up in what is typed.
  const std::string shown = std::string(typed.text) + std::string(typed.suggestion);
  View view = typed;
  view.text = shown;
  return PaintText(view, typed.text.size());
}

Frame Painter::PaintText(const View& view, size_t typed) {
  const Geometry geometry = GeometryOf(view);
  const int below = view.below == nullptr ? 0 : static_cast<int>(view.below->size());
  const std::vector<RowSpan> window = Window(view, geometry, std::max(view.rows - below, 1));
  std::vector<size_t> lines;
  for (const RowSpan& row : window) {
    if (row.begin > 0 && row.begin == row.line && row.begin <= typed) lines.push_back(row.begin);
  }
  const Highlights highlights = highlighter_.Look(
      view.text.substr(0, typed), std::min(window.front().begin, typed),
      std::min(window.back().end, typed), view.done ? std::string_view::npos : view.cursor, lines);
  Styles styles(highlights.ranges);
  const RowSpan cursor = RowAt(view.text, geometry, view.cursor);
  Frame frame;
  size_t line = 0;
  for (const RowSpan& span : window) {
    Row row;
    if (span.begin == 0) {
      Append(row, FittingPrompt(view.prompt, geometry.columns), view.prompt_style);
    } else if (span.begin == span.line) {
      const std::string_view label =
          span.begin <= typed ? LabelOf(highlights.opens[line++]) : std::string_view();
      Append(row, fmt::format("{:>{}} ", label, geometry.label_width - 1), Style::kLabel);
    }
    int column = Indent(geometry, span);
    for (size_t at = span.begin; at < span.end;) {
      const std::string_view cluster = ClusterAt(view.text, at);
      AppendShown(row, cluster, column, at < typed ? styles.At(at) : Style::kSuggestion);
      column += ClusterWidth(cluster, column);
      at += cluster.size();
    }
    if (span == cursor) frame.cursor_row = static_cast<int>(frame.rows.size());
    frame.rows.push_back(std::move(row));
  }
  frame.cursor_column = ColumnOf(view.text, geometry, cursor, view.cursor);
  for (int i = 0; i < below; ++i) {
    Append(frame.rows.emplace_back(), (*view.below)[static_cast<size_t>(i)], Style::kPlain);
  }
  return frame;
}

}  // namespace paisql::shell
