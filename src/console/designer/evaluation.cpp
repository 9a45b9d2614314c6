#include "console/designer/evaluation.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <utility>

#include "base/coding/json_depth.h"
#include "base/text.h"

namespace paisql::console::canvas {

namespace {

using nlohmann::json;
using Point = std::pair<double, double>;

constexpr size_t kMostPoints = 1000;

double NumberAt(const TableRows& table, size_t row, size_t column) {
  const std::optional<std::string>& cell = table.rows[row][column];
  double number = 0;
  if (cell.has_value()) std::from_chars(cell->data(), cell->data() + cell->size(), number);
  return number;
}

json CurveJson(std::string_view name, std::string_view x, std::string_view y,
               std::vector<Point> points) {
  json list = json::array();
  const size_t step = points.size() / kMostPoints + 1;
  for (size_t i = 0; i < points.size(); i += step) {
    list.push_back({points[i].first, points[i].second});
  }
  if (!points.empty() && (points.size() - 1) % step != 0) {
    list.push_back({points.back().first, points.back().second});
  }
  return {{"name", name}, {"x", x}, {"y", y}, {"points", std::move(list)}};
}

void AddNumber(const std::string& name, const json& value, json& made) {
  if (value.is_number()) made["numbers"].push_back({{"name", name}, {"value", value}});
}

// The table has the columns (name, value) and a row for each measure.
bool TakeMeasures(const TableRows& table, json& made) {
  const auto name = table.Find("name");
  const auto value = table.Find("value");
  if (!name || !value || table.columns.size() != 2) return false;
  for (size_t row = 0; row < table.rows.size(); ++row) {
    AddNumber(table.rows[row][*name].value_or(""), NumberAt(table, row, *value), made);
  }
  made["kind"] = "binary";
  return true;
}

// The table has intervals of scores, from the highest to the lowest.
bool TakeIntervals(const TableRows& table, json& made) {
  const auto total = table.Find("total");
  const auto recall = table.Find("recall");
  const auto fpr = table.Find("fpr");
  const auto precision = table.Find("precision");
  if (!total || !recall || !fpr || !precision || !made["curves"].empty()) return false;
  double all = 0;
  for (size_t row = 0; row < table.rows.size(); ++row) all += NumberAt(table, row, *total);
  std::vector<size_t> order(table.rows.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::stable_sort(order, {}, [&](size_t row) {
    return Point(NumberAt(table, row, *recall), NumberAt(table, row, *fpr));
  });
  const auto lift = table.Find("lift");
  const auto ks = table.Find("ks");
  std::vector<Point> roc = {{0, 0}};
  std::vector<Point> pr;
  std::vector<Point> lifts;
  std::vector<Point> kss = {{0, 0}};
  double seen = 0;
  for (const size_t row : order) {
    seen += NumberAt(table, row, *total);
    const double share = all > 0 ? seen / all : 0;
    roc.emplace_back(NumberAt(table, row, *fpr), NumberAt(table, row, *recall));
    pr.emplace_back(NumberAt(table, row, *recall), NumberAt(table, row, *precision));
    if (lift) lifts.emplace_back(share, NumberAt(table, row, *lift));
    if (ks) kss.emplace_back(share, NumberAt(table, row, *ks));
  }
  made["curves"].push_back(CurveJson("ROC", "fpr", "tpr", std::move(roc)));
  made["curves"].push_back(CurveJson("PR", "recall", "precision", std::move(pr)));
  if (lift) made["curves"].push_back(CurveJson("Lift", "share", "lift", std::move(lifts)));
  if (ks) made["curves"].push_back(CurveJson("KS", "share", "ks", std::move(kss)));
  made["kind"] = "binary";
  return true;
}

// The table has counts for each threshold.
bool TakeThresholds(const TableRows& table, json& made) {
  const auto tp = table.Find("tp");
  const auto fn = table.Find("fn");
  const auto tn = table.Find("tn");
  const auto fp = table.Find("fp");
  if (!table.Find("thresh") || !tp || !fn || !tn || !fp) return false;
  std::vector<Point> roc = {{0, 0}};
  std::vector<Point> pr;
  for (size_t row = 0; row < table.rows.size(); ++row) {
    const double hits = NumberAt(table, row, *tp);
    const double alarms = NumberAt(table, row, *fp);
    const double positive = hits + NumberAt(table, row, *fn);
    const double negative = alarms + NumberAt(table, row, *tn);
    const double recall = positive > 0 ? hits / positive : 0;
    roc.emplace_back(negative > 0 ? alarms / negative : 0, recall);
    if (hits + alarms > 0) pr.emplace_back(recall, hits / (hits + alarms));
  }
  std::ranges::sort(roc);
  std::ranges::sort(pr);
  made["curves"].push_back(CurveJson("ROC", "fpr", "tpr", std::move(roc)));
  made["curves"].push_back(CurveJson("PR", "recall", "precision", std::move(pr)));
  made["kind"] = "binary";
  return true;
}

// The first row holds {"c0":"A","c1":"B"}; a row (label, c0, c1) for each class follows.
bool TakeConfusion(const TableRows& table, json& made) {
  const auto labels = table.Find("labels");
  const auto label = table.Find("label");
  if (!labels || !label) return false;
  json names = json::array();
  json counts = json::array();
  for (size_t row = 0; row < table.rows.size(); ++row) {
    if (!table.rows[row][*label].has_value()) continue;
    names.push_back(*table.rows[row][*label]);
    json line = json::array();
    for (size_t column = *label + 1; column < table.columns.size(); ++column) {
      line.push_back(NumberAt(table, row, column));
    }
    counts.push_back(std::move(line));
  }
  made["confusion"] = {{"labels", std::move(names)}, {"counts", std::move(counts)}};
  if (made["kind"].is_null()) made["kind"] = "multiclass";
  return true;
}

json OnlyJson(const TableRows& table, std::string_view column) {
  const auto place = table.Find(column);
  if (!place || table.rows.empty() || !table.rows[0][*place].has_value()) return nullptr;
  const std::string& text = *table.rows[0][*place];
  if (IsDeepJson(text)) return nullptr;
  json read = json::parse(text, nullptr, false);
  return read.is_object() ? read : json(nullptr);
}

// The table holds one JSON with the measures of all classes.
bool TakeClasses(const TableRows& table, json& made) {
  const json data = OnlyJson(table, "data");
  const auto overall = data.find("OverallMeasures");
  if (!data.is_object() || overall == data.end() || !overall->is_object()) return false;
  for (const auto& [name, value] : overall->items()) AddNumber(name, value, made);
  if (const auto macro = overall->find("MacroAveraged");
      macro != overall->end() && macro->is_object()) {
    for (const char* const name : {"Precision", "Sensitivity", "F1"}) {
      const auto value = macro->find(name);
      if (value != macro->end()) AddNumber(std::string("Macro ") + name, *value, made);
    }
  }
  if (data.contains("ConfusionMatrix") && data.contains("LabelList")) {
    made["confusion"] = {{"labels", data["LabelList"]}, {"counts", data["ConfusionMatrix"]}};
  }
  made["kind"] = "multiclass";
  return true;
}

// The table holds one JSON with numbers.
bool TakeFlat(const TableRows& table, std::string_view column, std::string_view kind, json& made) {
  const json data = OnlyJson(table, column);
  if (!data.is_object()) return false;
  for (const auto& [name, value] : data.items()) AddNumber(name, value, made);
  made["kind"] = kind;
  return true;
}

// The table has the columns (colname, histogram); a histogram is written "[-1,0):3;[0,1]:4".
bool TakeHistogram(const TableRows& table, json& made) {
  const auto name = table.Find("colname");
  const auto text = table.Find("histogram");
  if (!name || !text) return false;
  for (const auto& row : table.rows) {
    json bins = json::array();
    for (const std::string& part : Split(row[*text].value_or(""), ';')) {
      const size_t colon = part.rfind(':');
      if (colon == std::string::npos) continue;
      double count = 0;
      std::from_chars(part.data() + colon + 1, part.data() + part.size(), count);
      bins.push_back({{"range", part.substr(0, colon)}, {"count", count}});
    }
    made["histograms"].push_back({{"name", row[*name].value_or("")}, {"bins", std::move(bins)}});
  }
  return true;
}

}  // namespace

json EvaluationJson(const std::vector<TableRows>& tables) {
  json made = {{"kind", nullptr},
               {"numbers", json::array()},
               {"curves", json::array()},
               {"confusion", nullptr},
               {"histograms", json::array()}};
  bool any = false;
  for (const TableRows& table : tables) {
    any = TakeMeasures(table, made) || TakeIntervals(table, made) || TakeThresholds(table, made) ||
          TakeConfusion(table, made) || TakeClasses(table, made) ||
          TakeFlat(table, "regressionevaluationindex", "regression", made) ||
          TakeFlat(table, "summary", "clustering", made) || TakeHistogram(table, made) || any;
  }
  return any ? made : json(nullptr);
}

}  // namespace paisql::console::canvas
