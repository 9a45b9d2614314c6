#include "base/display/columns.h"

#include <algorithm>

#include "base/text.h"

namespace paisql {

namespace {

std::string Blanks(std::string_view text, size_t columns) {
  const auto width = static_cast<size_t>(DisplayWidth(text));
  return std::string(columns - std::min(columns, width), ' ');
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

}  // namespace paisql
