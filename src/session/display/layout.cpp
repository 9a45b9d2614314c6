#include "session/display/layout.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/display/columns.h"
#include "base/text.h"

namespace paisql::session {

namespace {

constexpr size_t kFrameWidth = 84;
constexpr size_t kLabelWidth = 26;
constexpr size_t kMinColumnWidth = 10;

bool IsControl(char c) { return (c >= 0 && c < ' ') || c == 0x7F; }

size_t Width(std::string_view text) { return static_cast<size_t>(DisplayWidth(text)); }

void AppendBoxRow(const std::vector<std::string>& cells, const std::vector<size_t>& widths,
                  std::string& out) {
  out += "|";
  for (size_t i = 0; i < cells.size(); ++i) out += " " + Pad(cells[i], widths[i]) + " |";
  out += " \n";
}

}  // namespace

std::string OneLine(std::string_view text, size_t width) {
  constexpr std::string_view kCut = "...";
  std::string line;
  for (const char c : text) {
    if (c != ' ' && !IsControl(c)) {
      line += c;
    } else if (!line.empty() && line.back() != ' ') {
      line += ' ';
    }
  }
  size_t used = 0;
  size_t cut = 0;  // the end of the text that leaves room for the dots
  for (size_t i = 0; i < line.size();) {
    size_t end = i + 1;
    while (end < line.size() && (static_cast<unsigned char>(line[end]) & 0xC0) == 0x80) ++end;
    used += Width(std::string_view(line).substr(i, end - i));
    if (used > width) return line.substr(0, cut) + std::string(kCut);
    if (used + kCut.size() <= width) cut = end;
    i = end;
  }
  return line;
}

std::string Visible(std::string_view text) {
  std::string visible;
  for (const char c : text) {
    if (!IsControl(c)) {
      visible += c;
    } else if (c == '\n') {
      visible += "\\n";
    } else if (c == '\t') {
      visible += "\\t";
    } else {
      visible += fmt::format("\\x{:02X}", static_cast<unsigned char>(c));
    }
  }
  return visible;
}

void Frame::Rule() { lines_.emplace_back(std::nullopt); }

void Frame::Line(std::string_view text) { lines_.emplace_back(std::string(text)); }

void Frame::Field(std::string_view label, std::string_view value) {
  Line(Pad(label, kLabelWidth) + std::string(value));
}

std::string Frame::Take() const {
  constexpr size_t kSides = 2;   // a sign at each side
  constexpr size_t kBlanks = 2;  // of a line, next to them
  size_t width = kFrameWidth;
  if (columns_ > 0 && static_cast<size_t>(columns_) < kFrameWidth + kSides) {
    width = std::max(static_cast<size_t>(columns_), kSides + kBlanks) - kSides;
    for (const std::optional<std::string>& line : lines_) {
      if (line.has_value()) width = std::max(width, std::min(Width(*line) + kBlanks, kFrameWidth));
    }
  }
  std::string text;
  for (const std::optional<std::string>& line : lines_) {
    text += line.has_value() ? "| " + Pad(*line, width - kBlanks) + " |\n"
                             : "+" + std::string(width, '-') + "+\n";
  }
  return text;
}

std::string Box(const Answer& answer) {
  std::vector<size_t> widths;
  for (const std::string& name : answer.columns) {
    widths.push_back(std::max(kMinColumnWidth, Width(name)));
  }
  for (const auto& row : answer.rows) {
    for (size_t i = 0; i < row.size(); ++i) {
      widths[i] = std::max(widths[i], Width(row[i].value_or("NULL")));
    }
  }
  std::string rule = "+";
  for (const size_t width : widths) rule += std::string(width + 2, '-') + "+";
  rule += "\n";
  std::string text = rule;
  AppendBoxRow(answer.columns, widths, text);
  text += rule;
  for (const auto& row : answer.rows) {
    std::vector<std::string> cells;
    for (const auto& cell : row) cells.push_back(cell.value_or("NULL"));
    AppendBoxRow(cells, widths, text);
  }
  return text + rule;
}

std::string Lines(const Answer& answer) {
  std::string text;
  for (const auto& row : answer.rows) {
    for (size_t i = 0; i < row.size(); ++i) {
      if (i > 0) text += ' ';
      text += row[i].value_or("NULL");
    }
    text += '\n';
  }
  return text;
}

}  // namespace paisql::session
