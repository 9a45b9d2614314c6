#include "session/display/fitted_box.h"

#include <algorithm>
#include <numeric>

#include "base/assert.h"
#include "base/display/columns.h"
#include "base/text.h"
#include "session/display/layout.h"

namespace paisql::session {

namespace {

constexpr size_t kFrame = 1;       // the first rule of a line
constexpr size_t kAroundCell = 3;  // "| " before it, a blank after it

size_t WidthOf(std::string_view text) { return static_cast<size_t>(DisplayWidth(text)); }

struct Fitted {
  const ColumnRoom* room;
  size_t index;    // in the answer
  size_t natural;  // as wide as its widest cell
  size_t width;
};

// The text in so many columns, with a sign for what is missing.
std::string Cut(const std::string& text, size_t width, bool keeps_end) {
  if (WidthOf(text) <= width) return text;
  constexpr std::string_view kCut = "…";
  if (width <= 1) return std::string(kCut);
  if (!keeps_end) return CutTo(text, static_cast<int>(width));
  size_t begin = 0;
  while (WidthOf(std::string_view(text).substr(begin)) > width - 1) {
    do {
      ++begin;
    } while (begin < text.size() && (static_cast<unsigned char>(text[begin]) & 0xC0) == 0x80);
  }
  return std::string(kCut) + text.substr(begin);
}

size_t LeastOf(const Fitted& column) {
  return column.room->least == 0 ? column.natural : std::min(column.room->least, column.natural);
}

// Whether no row says anything in it.
bool IsEmpty(const Answer& answer, const Fitted& column) {
  return !answer.rows.empty() && std::ranges::all_of(answer.rows, [&](const auto& row) {
    return row[column.index].value_or("").empty();
  });
}

// The last column of those that say nothing, else the last of all; never the first.
size_t LeastWanted(const Answer& answer, const std::vector<Fitted>& columns) {
  for (size_t i = columns.size() - 1; i > 0; --i) {
    if (IsEmpty(answer, columns[i])) return i;
  }
  return columns.size() - 1;
}

// In the order of `rooms`.
std::vector<Fitted> Measure(const Answer& answer, std::span<const ColumnRoom> rooms) {
  std::vector<Fitted> columns;
  for (const ColumnRoom& room : rooms) {
    const auto found = std::find(answer.columns.begin(), answer.columns.end(), room.name);
    PAISQL_ASSERT(found != answer.columns.end(), "an answer has no such column");
    const auto index = static_cast<size_t>(found - answer.columns.begin());
    size_t natural = WidthOf(*found);
    for (const auto& row : answer.rows)
      natural = std::max(natural, WidthOf(row[index].value_or("")));
    columns.push_back({&room, index, natural, natural});
  }
  return columns;
}

size_t Needed(const std::vector<Fitted>& columns, size_t (*width)(const Fitted&)) {
  return std::accumulate(
      columns.begin(), columns.end(), kFrame,
      [&](size_t sum, const Fitted& column) { return sum + width(column) + kAroundCell; });
}

}  // namespace

std::string FittedBox(const Answer& answer, std::span<const ColumnRoom> rooms, int columns,
                      std::vector<std::string>* left_out) {
  std::vector<Fitted> shown = Measure(answer, rooms);
  const auto room = static_cast<size_t>(std::max(columns, 1));
  while (shown.size() > 1 && Needed(shown, LeastOf) > room) {
    const size_t least_wanted = LeastWanted(answer, shown);
    left_out->emplace_back(shown[least_wanted].room->name);
    shown.erase(shown.begin() + static_cast<std::ptrdiff_t>(least_wanted));
  }
  // Room beyond the least goes to the columns in the order in which they matter.
  const size_t least = Needed(shown, LeastOf);
  size_t spare = room > least ? room - least : 0;
  for (Fitted& column : shown) {
    column.width = LeastOf(column);
    const size_t more = std::min(spare, column.natural - column.width);
    column.width += more;
    spare -= more;
  }
  std::sort(shown.begin(), shown.end(),
            [](const Fitted& left, const Fitted& right) { return left.index < right.index; });

  std::string rule = "+";
  std::string head = "|";
  for (const Fitted& column : shown) {
    rule += std::string(column.width + 2, '-') + "+";
    head += " " + Pad(Cut(answer.columns[column.index], column.width, false), column.width) + " |";
  }
  std::string text = rule + "\n" + head + "\n" + rule + "\n";
  for (const auto& row : answer.rows) {
    text += "|";
    for (const Fitted& column : shown) {
      const std::string cell = row[column.index].value_or("");
      text += " " + Pad(Cut(cell, column.width, column.room->keeps_end), column.width) + " |";
    }
    text += "\n";
  }
  return text + rule + "\n";
}

}  // namespace paisql::session
