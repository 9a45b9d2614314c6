#include "base/display/columns.h"

#include <algorithm>

#include "base/text.h"

namespace paisql {

namespace {

std::string Blanks(std::string_view text, size_t columns) {
  const auto width = static_cast<size_t>(DisplayWidth(text));
  return std::string(columns - std::min(columns, width), ' ');
}

// Where what goes on begins.
size_t IndentOf(std::string_view line, size_t deepest) {
  const size_t begin = std::min(line.find_first_not_of(' '), line.size());
  size_t indent = std::min(begin + 2, deepest);
  for (size_t gap = line.find("  ", begin); gap != std::string_view::npos;) {
    const size_t column = line.find_first_not_of(' ', gap);
    if (column == std::string_view::npos) break;
    const auto width = static_cast<size_t>(DisplayWidth(line.substr(0, column)));
    if (width > deepest) break;
    indent = width;
    gap = line.find("  ", column);
  }
  return indent;
}

// How much of the text, which is too long, goes into the columns: up to a blank, or within Chinese
// text, which has none, up to any character.
size_t FoldAt(std::string_view text, int columns) {
  const size_t fits = FirstColumns(text, columns).size();
  const size_t first = text.find_first_not_of(' ');
  if (fits < text.size() && text[fits] == ' ') return fits;
  const size_t blank = text.rfind(' ', fits);
  if (blank != std::string_view::npos && blank > first && blank * 3 > fits) return blank;
  if (fits > first && static_cast<unsigned char>(text[fits]) >= 0x80) return fits;
  if (blank != std::string_view::npos && blank > first) return blank;
  return std::min(text.find(' ', fits), text.size());  // one long word
}

}  // namespace

std::string Pad(std::string_view text, size_t columns) {
  return std::string(text) + Blanks(text, columns);
}

std::string PadLeft(std::string_view text, size_t columns) {
  return Blanks(text, columns) + std::string(text);
}

std::string CutTo(std::string_view text, int columns, std::string_view mark) {
  if (DisplayWidth(text) <= columns) return std::string(text);
  const int left = std::max(0, columns - DisplayWidth(mark));
  return Pad(std::string(FirstColumns(text, left)) + std::string(FirstColumns(mark, columns)),
             static_cast<size_t>(std::max(columns, 0)));
}

size_t DeepestIndent(int columns) { return static_cast<size_t>(columns) / 2 + 2; }

std::string Folded(std::string_view line, int columns) {
  const size_t indent = IndentOf(line, DeepestIndent(columns));
  std::string folded;
  std::string rest(line);
  while (DisplayWidth(rest) > columns) {
    const size_t at = FoldAt(rest, columns);
    if (at >= rest.size()) break;
    folded += rest.substr(0, at) + "\n";
    const size_t next = rest.find_first_not_of(' ', at);
    if (next == std::string::npos) return folded;
    rest = std::string(indent, ' ') + rest.substr(next);
  }
  return folded + rest + "\n";
}

std::string FoldedLines(std::string_view text, int columns) {
  constexpr int kFewest = 40;
  std::string folded;
  while (true) {
    const size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    folded += columns < kFewest ? std::string(line) + "\n" : Folded(line, columns);
    if (end == std::string_view::npos || end + 1 == text.size()) return folded;
    text.remove_prefix(end + 1);
  }
}

}  // namespace paisql
