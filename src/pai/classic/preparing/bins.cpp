#include "pai/classic/preparing/bins.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "base/whole_number.h"
#include "pai/classic/answers.h"
#include "pai/job/component_tables.h"

namespace paisql::pai {

namespace {

using Json = nlohmann::ordered_json;

std::string BorderText(double border) { return NumberCell(border).value_or("0"); }

std::string BinName(const FeatureBins& bins, size_t index) {
  if (!bins.numbers) return bins.values[index];
  const bool first = index == 0;
  const bool last = index == bins.borders.size();
  const std::string low = first ? "-inf" : BorderText(bins.borders[index - 1]);
  const std::string high = last ? "+inf" : BorderText(bins.borders[index]);
  const std::string begin = bins.left_open || first ? "(" : "[";
  return begin + low + "," + high + (bins.left_open && !last ? "]" : ")");
}

Json BinJson(const FeatureBins& bins, size_t index, const std::string& value) {
  const BinCount& count = bins.counts[index];
  Json json = {{"index", index}, {"value", value}, {"total", count.total}};
  if (!bins.labeled) return json;
  json["positive"] = count.positive;
  json["woe"] = count.woe ? Json(*count.woe) : Json(nullptr);
  return json;
}

// "(1.5,3]" as its upper border.
std::optional<double> UpperBorder(const std::string& value) {
  const size_t comma = value.find(',');
  if (comma == std::string::npos || value.size() < comma + 3) return std::nullopt;
  return ParseNumber<double>(Trim(value.substr(comma + 1, value.size() - comma - 2)));
}

bool LooksLikeInterval(const std::string& value) {
  return value.size() > 4 && (value.front() == '(' || value.front() == '[') &&
         value.find(',') != std::string::npos && (value.back() == ')' || value.back() == ']');
}

void ReadCount(const Json& json, size_t index, FeatureBins& bins) {
  bins.counts.resize(std::max(bins.counts.size(), index + 1));
  BinCount& count = bins.counts[index];
  count.total = json.value("total", int64_t{0});
  count.positive = json.value("positive", int64_t{0});
  if (json.contains("woe") && json["woe"].is_number()) count.woe = json["woe"].get<double>();
}

std::optional<FeatureBins> ReadBins(const std::string& name, const Json& json) {
  FeatureBins bins;
  bins.name = name;
  const Json& norm = json.at("bin").at("norm");
  if (!norm.is_array()) return std::nullopt;
  std::vector<std::string> values;
  for (const Json& bin : norm) values.push_back(bin.at("value").get<std::string>());
  bins.numbers = json.contains("type") ? json["type"] == "number"
                                       : std::ranges::all_of(values, LooksLikeInterval);
  bins.labeled = json.contains("positive");
  for (size_t i = 0; bins.numbers && i + 1 < values.size(); ++i) {
    const std::optional<double> border = UpperBorder(values[i]);
    if (!border.has_value()) return std::nullopt;
    bins.borders.push_back(*border);
    bins.left_open = values[i].back() == ']';
  }
  if (!bins.numbers) bins.values = values;
  bins.counts.resize(bins.all());
  for (size_t i = 0; i < values.size(); ++i) ReadCount(norm[i], i, bins);
  const Json& body = json["bin"];
  if (body.contains("null") && !body["null"].empty()) {
    ReadCount(body["null"].front(), bins.null_index(), bins);
  }
  if (!bins.numbers && body.contains("else") && !body["else"].empty()) {
    ReadCount(body["else"].front(), bins.else_index(), bins);
  }
  return bins;
}

}  // namespace

std::optional<FeatureBins> BinsOf(const std::string& name, const std::string& json) {
  const Json parsed = Json::parse(json, nullptr, false);
  if (!parsed.is_object()) return std::nullopt;
  try {
    return ReadBins(name, parsed);
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

std::string JsonOf(const FeatureBins& bins) {
  Json json = {{"name", bins.name}, {"type", bins.numbers ? "number" : "text"}};
  int64_t total = 0;
  int64_t positive = 0;
  for (const BinCount& count : bins.counts) {
    total += count.total;
    positive += count.positive;
  }
  json["total"] = total;
  if (bins.labeled) {
    json["positive"] = positive;
    double value = 0;
    for (const BinCount& count : bins.counts) {
      if (!count.woe.has_value()) continue;
      const double share = static_cast<double>(count.positive) / static_cast<double>(positive);
      const double other =
          static_cast<double>(count.total - count.positive) / static_cast<double>(total - positive);
      value += (share - other) * *count.woe;
    }
    json["iv"] = value;
  }
  Json norm = Json::array();
  for (size_t i = 0; i < bins.size(); ++i) norm.push_back(BinJson(bins, i, BinName(bins, i)));
  Json others = Json::array();
  if (!bins.numbers) others.push_back(BinJson(bins, bins.else_index(), "else"));
  json["bin"] = {{"norm", norm},
                 {"null", Json::array({BinJson(bins, bins.null_index(), "null")})},
                 {"else", others}};
  return json.dump();
}

std::string BinIndexText(const FeatureBins& bins, const store::Column& column) {
  const std::string name = "t." + QuotedName(column.name);
  const std::string value = bins.numbers ? "CAST(" + name + " AS DOUBLE)" : name;
  std::string text = "CASE WHEN " + value + " IS NULL";
  if (bins.numbers) text += " OR ISNAN(" + value + ")";
  text += " THEN " + std::to_string(bins.null_index());
  for (size_t i = 0; bins.numbers && i < bins.borders.size(); ++i) {
    text += " WHEN " + value + (bins.left_open ? " <= " : " < ") + DoubleText(bins.borders[i]) +
            " THEN " + std::to_string(i);
  }
  for (size_t i = 0; i < bins.values.size(); ++i) {
    text += " WHEN " + value + " = " + QuotedText(bins.values[i]) + " THEN " + std::to_string(i);
  }
  const size_t otherwise = bins.numbers ? bins.borders.size() : bins.else_index();
  return "CAST(" + text + " ELSE " + std::to_string(otherwise) + " END AS BIGINT)";
}

void SetWeights(FeatureBins& bins) {
  double positive = 0;
  double negative = 0;
  for (const BinCount& count : bins.counts) {
    positive += static_cast<double>(count.positive);
    negative += static_cast<double>(count.total - count.positive);
  }
  for (BinCount& count : bins.counts) {
    const auto own = static_cast<double>(count.positive);
    const auto other = static_cast<double>(count.total - count.positive);
    count.woe.reset();
    if (own > 0 && other > 0) count.woe = std::log((own / positive) / (other / negative));
  }
}

Result<BinTable> ReadBinTable(const Parameters& parameters, const BuildContext& context) {
  PAISQL_ASSIGN(const ClassicInput table, InputOf(parameters, context, "inputBinTableName", ""));
  PAISQL_ASSIGN(const Answer answer, AskRows("SELECT feature, json FROM " + table.relation + " t",
                                             parameters, context, "inputBinTableName"));
  BinTable read;
  read.unknown = answer.unknown;
  for (const auto& row : answer.rows) {
    const std::optional<FeatureBins> bins = BinsOf(row[0].value_or(""), row[1].value_or(""));
    if (!bins.has_value()) {
      return Wrong(parameters.PlaceOf("inputBinTableName"),
                   "the bins of feature " + row[0].value_or("NULL") + " cannot be read",
                   "the table is one that binning has written");
    }
    read.features.push_back(*bins);
  }
  return read;
}

const FeatureBins* FindBins(const std::vector<FeatureBins>& features, std::string_view name) {
  const auto found = std::ranges::find_if(
      features, [&](const FeatureBins& one) { return EqualsIgnoreCase(one.name, name); });
  return found == features.end() ? nullptr : &*found;
}

}  // namespace paisql::pai
