#include "render/box_layout.h"

#include <algorithm>
#include <numeric>

namespace paisql::render {

namespace {

// A blank on both sides and a line after.
constexpr size_t kFrame = 3;

// Gives what is left of the room to the columns that want more, as evenly as may be: those that
// want little get all of it first.
void Share(const std::vector<ColumnNeed>& needs, size_t room, BoxLayout& layout) {
  std::vector<size_t> order(layout.shown.size());
  std::iota(order.begin(), order.end(), size_t{0});
  const auto missing = [&](size_t i) {
    const ColumnNeed& need = needs[layout.shown[i]];
    return need.natural - std::min(need.natural, need.least);
  };
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return missing(a) < missing(b); });
  for (size_t at = 0; at < order.size(); ++at) {
    const size_t part = std::min(missing(order[at]), room / (order.size() - at));
    layout.widths[order[at]] += part;
    room -= part;
  }
}

}  // namespace

BoxLayout NaturalLayout(const std::vector<ColumnNeed>& needs) {
  BoxLayout layout;
  for (size_t i = 0; i < needs.size(); ++i) {
    layout.shown.push_back(i);
    layout.widths.push_back(needs[i].natural);
  }
  return layout;
}

size_t BoxWidth(const std::vector<size_t>& widths) {
  return std::accumulate(widths.begin(), widths.end(), 1 + kFrame * widths.size());
}

std::optional<BoxLayout> FitLayout(const std::vector<ColumnNeed>& needs, size_t columns,
                                   size_t mark, size_t fewest) {
  BoxLayout layout;
  for (size_t i = 0; i < needs.size(); ++i) {
    layout.shown.push_back(i);
    layout.widths.push_back(std::min(needs[i].least, needs[i].natural));
  }
  if (const size_t width = BoxWidth(layout.widths); width <= columns) {
    Share(needs, columns - width, layout);
    return layout;
  }
  // From both ends in turns, as long as there is room beside the column that stands for the rest.
  const std::vector<size_t> least = layout.widths;
  size_t used = 1 + kFrame + mark;
  size_t front = 0;
  size_t back = 0;
  while (front + back < needs.size()) {
    const bool first = front <= back;
    const size_t next = first ? front : needs.size() - 1 - back;
    if (used + least[next] + kFrame > columns) break;
    used += least[next] + kFrame;
    ++(first ? front : back);
  }
  if (front + back < std::min(fewest, needs.size()) && fewest > 1) return std::nullopt;
  front = std::max<size_t>(front, 1);
  layout = {};
  for (size_t i = 0; i < needs.size(); ++i) {
    if (i >= front && i < needs.size() - back) continue;
    layout.shown.push_back(i);
    layout.widths.push_back(least[i]);
  }
  layout.elided = needs.size() - layout.shown.size();
  layout.elided_at = front;
  Share(needs, used < columns ? columns - used : 0, layout);
  return layout;
}

}  // namespace paisql::render
