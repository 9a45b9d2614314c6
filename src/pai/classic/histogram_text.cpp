#include "pai/classic/histogram_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "pai/classic/known_rows.h"
#include "pai/job/component_tables.h"

namespace paisql::pai {

namespace {

// `b` is the interval's number; the largest number belongs to the last one.
constexpr std::string_view kBinsSql =
    "SELECT b, COUNT(*) FROM (SELECT LEAST(CAST(FLOOR((v - {low}) / {width}) AS BIGINT), {last}) "
    "AS b FROM {relation} r WHERE v IS NOT NULL) k GROUP BY b";

std::string BinText(double low, double high, bool closed, int64_t count) {
  return fmt::format("[{},{}{}:{}", low, high, closed ? ']' : ')', count);
}

}  // namespace

Result<std::string> HistogramOf(const std::string& relation, int64_t intervals,
                                const Parameters& parameters, const BuildContext& context) {
  PAISQL_ASSIGN(
      const Answer ends,
      AskRows("SELECT MIN(v), MAX(v), COUNT(v) FROM " + relation + " r", parameters, context));
  if (ends.unknown || CountIn(ends.rows[0][2]) == 0) return std::string();
  const double low = NumberIn(ends.rows[0][0]), high = NumberIn(ends.rows[0][1]);
  if (low == high) return BinText(low, high, true, CountIn(ends.rows[0][2]));
  const double width = (high - low) / static_cast<double>(intervals);
  PAISQL_ASSIGN(const Answer bins,
                AskRows(FillSql(kBinsSql, {{"low", DoubleText(low)},
                                           {"width", DoubleText(width)},
                                           {"last", std::to_string(intervals - 1)},
                                           {"relation", relation}}),
                        parameters, context));
  std::vector<int64_t> counts(intervals);
  for (const auto& bin : bins.rows) {
    counts[std::clamp<int64_t>(CountIn(bin[0]), 0, intervals - 1)] = CountIn(bin[1]);
  }
  std::string text;
  for (int64_t i = 0; i < intervals; ++i) {
    const bool last = i + 1 == intervals;
    if (i > 0) text += ';';
    text += BinText(low + static_cast<double>(i) * width,
                    last ? high : low + static_cast<double>(i + 1) * width, last, counts[i]);
  }
  return text;
}

std::string HistogramRows(const std::vector<std::pair<std::string, std::string>>& histograms) {
  std::vector<std::vector<Cell>> rows;
  for (const auto& [name, text] : histograms) rows.push_back({name, text});
  return KnownRows({NewColumn("colname", TypeId::kString), NewColumn("histogram", TypeId::kString)},
                   rows);
}

}  // namespace paisql::pai
