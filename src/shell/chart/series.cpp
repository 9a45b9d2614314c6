#include "shell/chart/data.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>

namespace paisql::shell {

SeriesOfRows::SeriesOfRows(const ChartRows& rows, std::optional<size_t> by) {
  if (!by.has_value()) {
    rows_.emplace_back(rows.rows.size());
    std::iota(rows_.front().begin(), rows_.front().end(), size_t{0});
    return;
  }
  std::map<std::string, size_t> known;
  for (size_t row = 0; row < rows.rows.size(); ++row) {
    const std::string name = rows.rows[row][*by].value_or("NULL");
    const auto [found, fresh] = known.try_emplace(name, names_.size());
    if (fresh) {
      names_.push_back(name);
      rows_.emplace_back();
    }
    rows_[found->second].push_back(row);
  }
  if (names_.size() <= kMostSeries) return;
  std::vector<size_t> order(names_.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return rows_[a].size() > rows_[b].size(); });
  note_ = fmt::format("{} of {} values of {} are drawn, those with the most rows", kMostSeries,
                      names_.size(), rows.columns[*by].name);
  order.resize(kMostSeries);
  std::sort(order.begin(), order.end());
  std::vector<std::vector<size_t>> left_rows;
  std::vector<std::string> left_names;
  for (const size_t series : order) {
    left_rows.push_back(std::move(rows_[series]));
    left_names.push_back(std::move(names_[series]));
  }
  rows_ = std::move(left_rows);
  names_ = std::move(left_names);
}

}  // namespace paisql::shell
