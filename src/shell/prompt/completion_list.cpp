#include "shell/prompt/completion.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/display/columns.h"
#include "base/text.h"

namespace paisql::shell {

namespace {

using completion::Item;
using completion::Kind;

constexpr int kGap = 2;
constexpr int kMaxSignatures = 5;

// The last name of a path; a value without the quote that closes it.
std::string_view Shown(const Item& item) {
  std::string_view text = item.text;
  if (text.size() > 1 && (text.back() == '\'' || text.back() == '"') && text.front() != text.back())
    text.remove_suffix(1);
  if (item.kind != Kind::kFile && item.kind != Kind::kFolder) return text;
  const size_t slash = text.substr(0, text.size() - 1).rfind('/');
  return slash == std::string_view::npos ? text : text.substr(slash + 1);
}

std::vector<std::string> InColumns(const std::vector<Item>& items, int widest, int room,
                                   size_t most) {
  const int cell = std::min(widest, room);
  const auto across = static_cast<size_t>(std::max(1, (room + kGap) / (cell + kGap)));
  size_t down = (items.size() + across - 1) / across;
  size_t shown = items.size();
  if (down > most) {
    down = std::max<size_t>(most, 2) - 1;
    shown = std::min(items.size(), down * across);
  }
  std::vector<std::string> lines(down);
  for (size_t i = 0; i < shown; ++i) {
    std::string& line = lines[i % down];
    const int column = static_cast<int>(i / down) * (cell + kGap);
    line = Pad(line, static_cast<size_t>(column)) + CutTo(Shown(items[i]), cell);
  }
  if (shown < items.size())
    lines.push_back(CutTo(fmt::format("… {} more", items.size() - shown), room));
  return lines;
}

}  // namespace

std::vector<std::string> CompletionRows(const completion::Completions& completions, int columns,
                                        int rows) {
  const int room = std::max(columns - 1, 2);
  std::vector<std::string> lines;
  const std::vector<std::string> signatures = Split(completions.signature, '\n');
  for (size_t i = 0; i < signatures.size() && !completions.signature.empty(); ++i) {
    if (i == kMaxSignatures) {
      lines.push_back(CutTo(fmt::format("… {} more", signatures.size() - i), room));
      break;
    }
    lines.push_back(CutTo(signatures[i], room));
  }
  const std::vector<Item>& items = completions.items;
  if (items.empty()) return lines;
  int widest = 1;
  bool details = false;
  for (const Item& item : items) {
    widest = std::max(widest, DisplayWidth(Shown(item)));
    details = details || !item.detail.empty();
  }
  const auto left = static_cast<size_t>(std::max(rows - static_cast<int>(lines.size()), 2));
  if (!details || items.size() > left || widest + kGap >= room) {
    for (std::string& line : InColumns(items, widest, room, left)) lines.push_back(std::move(line));
    return lines;
  }
  for (const Item& item : items) {
    std::string line(Shown(item));
    if (!item.detail.empty()) line = Pad(line, static_cast<size_t>(widest) + kGap) + item.detail;
    lines.push_back(CutTo(line, room));
  }
  return lines;
}

}  // namespace paisql::shell
