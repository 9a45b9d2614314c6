#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "base/text.h"
#include "shell/chart/bars.h"
#include "shell/chart/data.h"

namespace paisql::shell {
namespace {

using Cells = std::vector<std::vector<std::optional<std::string>>>;

ChartRows Rows(std::vector<engine::ResultColumn> columns, Cells cells) {
  return {std::move(columns), std::move(cells)};
}

ChartRows Cities() {
  return Rows({{"city", TypeId::kString}, {"amount", TypeId::kDouble}},
              {{"北京", "10.0"}, {"上海", "20.0"}, {std::nullopt, "5.0"}, {"广州", std::nullopt}});
}

std::vector<std::string> Lines(const std::string& text) {
  std::vector<std::string> lines = Split(text, '\n');
  EXPECT_EQ(lines.back(), "");
  lines.pop_back();
  return lines;
}

std::string Drawn(const ChartRows& rows, const ChartRequest& request, const Canvas& canvas) {
  Result<Chart> chart = MakeChart(rows, request);
  EXPECT_TRUE(chart.ok());
  return chart.ok() ? DrawText(*chart, canvas) : "";
}

std::string Refusal(const ChartRows& rows, const ChartRequest& request) {
  const Result<Chart> chart = MakeChart(rows, request);
  return chart.ok() ? "" : chart.error().detail + " | " + chart.error().hint;
}

TEST(ChartTest, BarsAreAsLongAsTheirValues) {
  const std::vector<std::string> lines = Lines(Drawn(Cities(), {}, {.columns = 30, .rows = 24}));
  ASSERT_EQ(lines.size(), 5U);
  EXPECT_EQ(lines[0], "amount by city");
  EXPECT_EQ(lines[1], "北京 │█████████▌ 10");
  EXPECT_EQ(lines[3], "NULL │████▊ 5");
  EXPECT_EQ(lines[4], "广州 │ NULL");
}

TEST(ChartTest, EveryLineFitsTheScreen) {
  const ChartRows rows = Rows(
      {{"label of a rather long name", TypeId::kString}, {"v", TypeId::kDouble}},
      {{"一个很长很长很长很长很长很长的名字", "1234567.5"}, {"b", "-200000.25"}, {"c", "1e300"}});
  for (const ChartKind kind : {ChartKind::kBar, ChartKind::kLine, ChartKind::kScatter}) {
    for (const int columns : {20, 60, 100, 400}) {
      for (const bool ascii : {false, true}) {
        for (const std::string& line :
             Lines(Drawn(rows, {kind, {}}, {columns, 24, false, ascii}))) {
          EXPECT_LE(DisplayWidth(line), columns) << line;
        }
      }
    }
  }
}

TEST(ChartTest, TheYAxisHasRoundTicks) {
  const ChartRows rows = Rows({{"x", TypeId::kBigint}, {"y", TypeId::kDouble}},
                              {{"1", "0.31"}, {"2", "2.77"}, {"3", "1.0"}});
  const std::vector<std::string> lines =
      Lines(Drawn(rows, {ChartKind::kLine, {}}, {.columns = 60, .rows = 24}));
  std::vector<std::string> ticks;
  for (const std::string& line : lines) {
    if (line.find("│") == std::string::npos) continue;
    const std::string tick(Trim(line.substr(0, line.find("│"))));
    if (!tick.empty()) ticks.push_back(tick);
  }
  EXPECT_EQ(Join(ticks, " "), "3 2 1 0");
  const Ticks wide = RoundTicks(-3, 4, 2);
  EXPECT_EQ(wide.low(), -5);
  EXPECT_EQ(wide.high(), 5);
  const Ticks huge = RoundTicks(-1e308, 1e308, 5);
  EXPECT_LE(huge.low(), -1e308);
  EXPECT_GE(huge.high(), 1e308);
  const Ticks flat = RoundTicks(1e300, std::nextafter(1e300, 2e300), 5);
  EXPECT_EQ(flat.steps, 1);
}

TEST(ChartTest, NamesStandOnceUnderTheAxis) {
  const auto axis = [](Cells cells) {
    const ChartRows rows = Rows({{"k", TypeId::kString}, {"v", TypeId::kBigint}}, std::move(cells));
    const std::string last =
        Lines(Drawn(rows, {ChartKind::kLine, {}}, {.columns = 40, .rows = 24})).back();
    std::vector<std::string> names;
    for (const std::string& name : Split(last, ' ')) {
      if (!name.empty()) names.push_back(name);
    }
    return Join(names, " ");
  };
  EXPECT_EQ(axis({{"a", "1"}}), "a");
  EXPECT_EQ(axis({{"a", "1"}, {"b", "2"}}), "a b");
  EXPECT_EQ(axis({{"a", "1"}, {"b", "2"}, {"c", "2"}}), "a b c");
  EXPECT_EQ(axis({{"a", "1"}, {"b", "2"}, {"c", "2"}, {"d", "2"}}), "a b d");
}

TEST(ChartTest, NegativeBarsLieOnTheLeftOfTheAxis) {
  const ChartRows rows = Rows({{"k", TypeId::kString}, {"v", TypeId::kBigint}},
                              {{"a", "-10"}, {"b", "10"}, {"c", "0"}});
  const std::vector<std::string> lines = Lines(Drawn(rows, {}, {.columns = 40, .rows = 24}));
  EXPECT_EQ(lines[1].find("│"), lines[1].rfind("█") + std::string("█").size());
  EXPECT_EQ(DisplayWidth(lines[1].substr(0, lines[1].find("│"))),
            DisplayWidth(lines[2].substr(0, lines[2].find("│"))));
  EXPECT_TRUE(lines[2].find("│█") != std::string::npos);
  EXPECT_TRUE(lines[3].ends_with("│ 0"));
}

TEST(ChartTest, InfiniteBarsAreAsLongAsTheLongest) {
  const double infinity = std::numeric_limits<double>::infinity();
  const BarRange range = RangeOf({{"a", infinity}, {"b", 3.0}, {"c", -infinity}, {"d", NAN}});
  EXPECT_EQ(range.most, 3.0);
  EXPECT_EQ(range.least, 0.0);
  EXPECT_EQ(RangeOf(std::vector<Bar>{}).most, 1.0);
}

TEST(ChartTest, ALineIsSortedAndBrokenWhereAValueIsMissing) {
  const ChartRows rows =
      Rows({{"day", TypeId::kDate}, {"v", TypeId::kDouble}}, {{"2026-01-03", "3.0"},
                                                              {"2026-01-01", "1.0"},
                                                              {"2026-01-02", std::nullopt},
                                                              {"2026-01-04", "4.0"}});
  const Result<Chart> chart = MakeChart(rows, {});
  ASSERT_TRUE(chart.ok());
  EXPECT_EQ(chart->kind, ChartKind::kLine);
  ASSERT_EQ(chart->points.size(), 3U);
  EXPECT_EQ(chart->points[0].y, 1.0);
  EXPECT_EQ(chart->points[2].y, 4.0);
  EXPECT_EQ(AxisLabel(*chart, chart->points[0].x), "2026-01-01");
  EXPECT_EQ(chart->gaps, (std::vector<bool>{false, true, false}));
  ASSERT_EQ(chart->notes.size(), 1U);
  EXPECT_EQ(chart->notes[0], "1 row with NULL or infinite values is left out");
}

TEST(ChartTest, OnePointHasAnAxis) {
  const ChartRows rows = Rows({{"x", TypeId::kBigint}, {"y", TypeId::kBigint}}, {{"7", "0"}});
  for (const ChartKind kind : {ChartKind::kLine, ChartKind::kScatter}) {
    const std::string text = Drawn(rows, {kind, {}}, {.columns = 60, .rows = 20});
    EXPECT_NE(text.find("y by x"), std::string::npos);
  }
}

TEST(ChartTest, AHistogramCountsEachValueOnce) {
  Cells cells;
  for (int i = 0; i < 1000; ++i) cells.push_back({std::to_string(i % 97)});
  cells.push_back({std::nullopt});
  const Result<Chart> chart =
      MakeChart(Rows({{"v", TypeId::kInt}}, std::move(cells)), {ChartKind::kHistogram, {"v"}});
  ASSERT_TRUE(chart.ok());
  double sum = 0;
  for (const Bar& bar : chart->bars) sum += *bar.value;
  EXPECT_EQ(sum, 1000);
  EXPECT_EQ(chart->bars.size(), 11U);
  EXPECT_EQ(chart->notes.size(), 1U);
}

ChartRows Flights() {
  return Rows({{"month", TypeId::kBigint}, {"origin", TypeId::kString}, {"n", TypeId::kBigint}},
              {{"1", "JFK", "10"},
               {"2", "JFK", "30"},
               {"1", "LGA", "20"},
               {"2", "LGA", "20"},
               {"2", std::nullopt, "5"}});
}

TEST(ChartTest, ByDrawsALineForEachValue) {
  Result<Chart> chart = MakeChart(Flights(), {ChartKind::kLine, {"month", "n"}, "origin"});
  ASSERT_TRUE(chart.ok());
  EXPECT_EQ(chart->title, "n by month and origin");
  EXPECT_EQ(chart->series, (std::vector<std::string>{"JFK", "LGA", "NULL"}));
  EXPECT_EQ(chart->series_of, (std::vector<size_t>{0, 0, 1, 1, 2}));
  // No line leads from one series to the next.
  EXPECT_EQ(chart->gaps, (std::vector<bool>{false, false, true, false, true}));
  const std::string plain = DrawText(*chart, {.columns = 40, .rows = 24});
  EXPECT_EQ(Lines(plain).back(), "* JFK  + LGA  o NULL");
  EXPECT_NE(plain.find("│*"), std::string::npos);
  EXPECT_NE(plain.find("++"), std::string::npos);
  const std::string colored = DrawText(*chart, {.columns = 40, .rows = 24, .color = true});
  EXPECT_NE(colored.find("\033[36m■\033[0m JFK"), std::string::npos);
  EXPECT_NE(colored.find("\033[31m■\033[0m LGA"), std::string::npos);
  const std::string svg = DrawSvg(*chart);
  size_t paths = 0;
  for (size_t at = svg.find("<path"); at != std::string::npos; at = svg.find("<path", at + 1)) {
    ++paths;
  }
  EXPECT_EQ(paths, 3U);
  EXPECT_NE(svg.find(">LGA</text>"), std::string::npos);
  for (const int columns : {20, 60}) {
    for (const std::string& line : Lines(DrawText(*chart, {.columns = columns, .rows = 24}))) {
      EXPECT_LE(DisplayWidth(line), columns) << line;
    }
  }
}

TEST(ChartTest, SeriesMeetAtTheirNames) {
  ChartRows rows = Flights();
  rows.columns[0].type = TypeId::kString;
  const Result<Chart> chart = MakeChart(rows, {std::nullopt, {}, "origin"});
  ASSERT_TRUE(chart.ok());
  EXPECT_EQ(chart->kind, ChartKind::kLine);
  EXPECT_EQ(chart->labels, (std::vector<std::string>{"1", "2"}));
  EXPECT_EQ(chart->x_name, "month");
  EXPECT_EQ(chart->y_name, "n");
}

TEST(ChartTest, OfManySeriesTheLargestAreDrawn) {
  ChartRows rows =
      Rows({{"x", TypeId::kBigint}, {"k", TypeId::kString}, {"y", TypeId::kBigint}}, {});
  for (int series = 0; series < 12; ++series) {
    for (int row = 0; row < (series < 2 ? 1 : 2); ++row) {
      rows.rows.push_back({std::to_string(row), "k" + std::to_string(series), "1"});
    }
  }
  Result<Chart> chart = MakeChart(rows, {ChartKind::kScatter, {"x", "y"}, "k"});
  ASSERT_TRUE(chart.ok());
  EXPECT_EQ(chart->series.size(), kMostSeries);
  EXPECT_EQ(chart->series.front(), "k2");
  EXPECT_EQ(chart->notes.front(), "10 of 12 values of k are drawn, those with the most rows");
}

TEST(ChartTest, WhatCannotBeDrawnIsNamed) {
  EXPECT_EQ(Refusal(Cities(), {{}, {"city", "amuont"}}),
            "the last result has no column amuont | did you mean 'amount'?");
  EXPECT_EQ(
      Refusal(Cities(), {{}, {"pie"}}),
      "pie is not a kind of chart, and no column of the last result | the kinds are bar, line, "
      "hist and scatter; its columns are city, amount");
  EXPECT_TRUE(Refusal(Cities(), {{}, {"amount", "city"}})
                  .starts_with("column city is STRING, y has to be numbers"));
  EXPECT_TRUE(Refusal(Cities(), {ChartKind::kHistogram, {"city", "amount"}})
                  .starts_with("a histogram has one column"));
  EXPECT_TRUE(Refusal(Rows({{"s", TypeId::kString}}, {{"x"}}), {})
                  .starts_with("the last result has no column of numbers"));
  EXPECT_TRUE(
      Refusal(Rows({{"v", TypeId::kInt}}, {}), {}).starts_with("the last result has no rows"));
  EXPECT_TRUE(Refusal(Rows({{"v", TypeId::kInt}}, {{std::nullopt}}), {ChartKind::kHistogram, {}})
                  .starts_with("column v has no finite value"));
}

TEST(ChartTest, BarsWithoutRoomAreCounted) {
  Cells cells;
  for (int i = 0; i < 100; ++i) cells.push_back({std::to_string(i)});
  Result<Chart> chart = MakeChart(Rows({{"v", TypeId::kInt}}, std::move(cells)), {});
  ASSERT_TRUE(chart.ok());
  EXPECT_EQ(Lines(DrawText(*chart, {.columns = 60, .rows = 20})).size(), 17U);
  ASSERT_EQ(chart->notes.size(), 1U);
  EXPECT_TRUE(chart->notes[0].starts_with("the first 16 of 100 rows are drawn"));
}

TEST(ChartTest, NumbersAreShort) {
  EXPECT_EQ(NumberLabel(1234567), "1,234,567");
  EXPECT_EQ(NumberLabel(-999), "-999");
  EXPECT_EQ(NumberLabel(-1000), "-1,000");
  EXPECT_EQ(NumberLabel(1234.56), "1,234.6");
  EXPECT_EQ(NumberLabel(1999.97), "2,000");
  EXPECT_EQ(NumberLabel(0.12345), "0.1235");
  EXPECT_EQ(NumberLabel(1e20), "1e+20");
  EXPECT_EQ(NumberLabel(NAN), "nan");
  EXPECT_EQ(Fit("北京市", 4, false, false), "北… ");
  EXPECT_EQ(Fit("ab", 4, true, false), "  ab");
}

TEST(ChartTest, SvgIsOneDocumentAndHoldsNoMarkupOfTheData) {
  const ChartRows rows =
      Rows({{"k", TypeId::kString}, {"v", TypeId::kDouble}}, {{"<b>&", "1.0"}, {"北京", "-2.0"}});
  for (const ChartKind kind : {ChartKind::kBar, ChartKind::kLine, ChartKind::kScatter}) {
    Result<Chart> chart = MakeChart(rows, {kind, {}});
    ASSERT_TRUE(chart.ok());
    const std::string svg = DrawSvg(*chart);
    EXPECT_TRUE(svg.starts_with("<svg "));
    EXPECT_TRUE(svg.ends_with("</svg>\n"));
    EXPECT_EQ(svg.find("<b>"), std::string::npos);
    EXPECT_NE(svg.find("&lt;b&gt;&amp;"), std::string::npos);
    EXPECT_NE(svg.find("北京"), std::string::npos);
  }
}

}  // namespace
}  // namespace paisql::shell
