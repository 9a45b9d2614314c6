#include "session/layout.h"

#include <algorithm>

#include "base/text.h"

namespace paisql::session {

namespace {

constexpr size_t kFrameWidth = 84;
constexpr size_t kLabelWidth = 26;
constexpr size_t kMinColumnWidth = 10;

size_t Width(std::string_view text) { return static_cast<size_t>(DisplayWidth(text)); }

void AppendBoxRow(const std::vector<std::string>& cells, const std::vector<size_t>& widths,
                  std::string& out) {
  out += "|";
  for (size_t i = 0; i < cells.size(); ++i) out += " " + Pad(cells[i], widths[i]) + " |";
  out += " \n";
}

}  // namespace

std::string Pad(std::string_view text, size_t width) {
  std::string padded(text);
  const size_t used = Width(text);
  if (used < width) padded.append(width - used, ' ');
  return padded;
}

void Frame::Rule() { text_ += "+" + std::string(kFrameWidth, '-') + "+\n"; }

void Frame::Line(std::string_view text) { text_ += "| " + Pad(text, kFrameWidth - 2) + " |\n"; }

void Frame::Field(std::string_view label, std::string_view value) {
  Line(Pad(label, kLabelWidth) + std::string(value));
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
