#include "shell/prompt/match_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "base/text.h"

namespace paisql::shell {

namespace {

constexpr int kGap = 2;

std::string Shown(std::string_view word, bool path, int columns) {
  if (path) {
    const size_t slash = word.substr(0, word.size() - 1).rfind('/');
    if (slash != std::string_view::npos) word.remove_prefix(slash + 1);
  }
  if (DisplayWidth(word) <= columns) return std::string(word);
  return std::string(FirstColumns(word, columns - 1)) + "…";
}

}  // namespace

std::vector<std::string> MatchRows(const std::vector<std::string>& words, bool paths, int columns,
                                   int rows) {
  const int room = std::max(columns - 1, 2);  // the last column stays free
  std::vector<std::string> shown;
  int widest = 1;
  for (const std::string& word : words) {
    if (word.empty()) continue;
    shown.push_back(Shown(word, paths, room));
    widest = std::max(widest, DisplayWidth(shown.back()));
  }
  const auto across = static_cast<size_t>(std::max(1, (room + kGap) / (widest + kGap)));
  const auto most = static_cast<size_t>(std::max(rows, 2));
  size_t down = (shown.size() + across - 1) / across;
  size_t left_out = 0;
  if (down > most) {
    down = most - 1;
    left_out = shown.size() - down * across;
    shown.resize(down * across);
  }
  std::vector<std::string> lines(down);
  for (size_t i = 0; i < shown.size(); ++i) {
    std::string& line = lines[i % down];
    const auto column = static_cast<int>(i / down) * (widest + kGap);
    line.append(static_cast<size_t>(std::max(0, column - DisplayWidth(line))), ' ');
    line += shown[i];
  }
  if (left_out > 0) {
    lines.push_back(std::string(FirstColumns(fmt::format("… {} more", left_out), room)));
  }
  return lines;
}

}  // namespace paisql::shell
