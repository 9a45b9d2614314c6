#include "flow/report/node_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <numeric>

#include "base/display/amounts.h"
#include "base/display/columns.h"
#include "base/text.h"

namespace paisql::flow {

namespace {

// How states are shown: the first of them is the one that is looked for first.
struct StateRow {
  std::string_view name;
  bool painted = false;
  terminal::Color color = terminal::Color::kBold;
};

constexpr StateRow kStates[] = {
    {"RUNNING", true, terminal::Color::kCyan},
    {"CHECKING_CONDITION", true, terminal::Color::kCyan},
    {"FAILURE", true, terminal::Color::kRed},
    {"WAIT_TIME"},
    {"WAIT_RESOURCE"},
    {"SUCCESS", true, terminal::Color::kGreen},
    {"NOT_RUN"},
};
constexpr size_t kStateWidth = 13;
constexpr size_t kTimeWidth = 9;
constexpr size_t kRowsWidth = 7;
constexpr size_t kDayWidth = 8;
constexpr size_t kLeastName = 8;
constexpr const char* kEraseBelow = "\033[J";
constexpr const char* kLineDown = "\033D";

size_t RankOf(const NodeRow& row) {
  const auto* found = std::ranges::find(kStates, row.state, &StateRow::name);
  return static_cast<size_t>(std::distance(std::begin(kStates), found));
}

std::string ElapsedOf(const NodeRow& row, int64_t now_ms) {
  if (row.started_ms == 0) return "";
  const int64_t end = row.ended_ms > 0 ? row.ended_ms : now_ms;
  constexpr double kMilliseconds = 1000;
  return SecondsText(static_cast<double>(std::max<int64_t>(0, end - row.started_ms)) /
                     kMilliseconds);
}

// The positions of the rows that are shown, in their order.
std::vector<size_t> Chosen(const std::vector<NodeRow>& rows, size_t most) {
  std::vector<size_t> places(rows.size());
  std::iota(places.begin(), places.end(), 0);
  if (rows.size() <= most) return places;
  std::ranges::stable_sort(places, {}, [&](size_t i) { return RankOf(rows[i]); });
  places.resize(most);
  std::ranges::sort(places);
  return places;
}

}  // namespace

std::vector<std::string> NodeLines(const std::vector<NodeRow>& rows, int64_t now_ms,
                                   const terminal::Screen& screen, size_t most) {
  const bool all = rows.size() <= most;
  const std::vector<size_t> places = Chosen(rows, all || most == 0 ? most : most - 1);
  // The last column stays free: some terminals go on to the next line after it.
  const auto width = static_cast<size_t>(std::max(1, screen.columns - 1));
  size_t name = kLeastName;
  bool days = false;
  for (const size_t i : places) {
    name = std::max(name, static_cast<size_t>(DisplayWidth(rows[i].name)));
    days = days || !rows[i].day.empty();
  }
  name = std::min(name, std::max(kLeastName, width / 3));
  std::vector<std::string> lines;
  for (const size_t i : places) {
    const NodeRow& row = rows[i];
    const size_t rank = RankOf(row);
    const std::string state = Pad(CutTo(row.state, kStateWidth), kStateWidth);
    const bool painted = rank < std::size(kStates) && kStates[rank].painted;
    std::string before = days ? Pad(row.day, kDayWidth) + " " : "";
    before += Pad(CutTo(row.name, static_cast<int>(name)), name) + " ";
    const std::string behind = " " + PadLeft(ElapsedOf(row, now_ms), kTimeWidth) + " " +
                               PadLeft(row.rows, kRowsWidth) + "  " + row.message;
    const size_t taken = static_cast<size_t>(DisplayWidth(before)) + kStateWidth;
    const int left = static_cast<int>(width) - static_cast<int>(taken);
    if (left <= 0) {
      lines.push_back(CutTo(before + state, static_cast<int>(width)));
      continue;
    }
    std::string rest = CutTo(behind, left);
    rest.erase(rest.find_last_not_of(' ') + 1);
    lines.push_back(before +
                    (painted ? terminal::Paint(state, kStates[rank].color, screen.color) : state) +
                    rest);
  }
  if (!all && most > 0) {
    lines.push_back(
        CutTo(fmt::format("and {} more", rows.size() - places.size()), static_cast<int>(width)));
  }
  return lines;
}

std::string NodeTable::Draw(const std::vector<NodeRow>& rows, const std::string& title,
                            int64_t now_ms, const terminal::Screen& screen) {
  const size_t most = static_cast<size_t>(std::max(2, screen.rows - 1));
  std::vector<std::string> lines = {CutTo(title, std::max(1, screen.columns - 1))};
  std::ranges::move(NodeLines(rows, now_ms, screen, most - 1), std::back_inserter(lines));
  std::string text = Clear();
  // Room below, by scrolling if need be: what stood above goes into the terminal's history.
  for (size_t i = 1; i < lines.size(); ++i) text += kLineDown;
  if (lines.size() > 1) text += fmt::format("\033[{}A", lines.size() - 1);
  for (size_t i = 0; i < lines.size(); ++i) text += (i > 0 ? "\r\n" : "") + lines[i];
  text += "\r";
  if (lines.size() > 1) text += fmt::format("\033[{}A", lines.size() - 1);
  shown_ = lines.size();
  return text;
}

std::string NodeTable::Clear() {
  const std::string text = shown_ > 0 ? std::string("\r") + kEraseBelow : "";
  shown_ = 0;
  return text;
}

}  // namespace paisql::flow
