#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "base/text.h"
#include "pai/classic/answers.h"
#include "pai/classic/common_parameters.h"
#include "pai/classic/known_rows.h"
#include "pai/classic/statistics/statistics_rows.h"
#include "pai/job/component_tables.h"

namespace paisql::pai {

namespace {

constexpr std::array<std::string_view, 1> kSelectionNames = {"fe_select_runner"};

constexpr auto kSelectionParameters = Together(
    std::array{
        Parameter{"inputTable", ParameterType::kTable, true, "", "",
                  "The table, or query, that is read.", "", "inputTableName"},
        kInputPartitionsParameter,
        Parameter{"outputTable", ParameterType::kTable, true, "", "",
                  "The table with the label and the chosen features, the weightiest first.", "",
                  "outputTableName"},
        Parameter{"featImportanceTable", ParameterType::kTable, true, "", "",
                  "The table (featname, weight) of all features."},
        Parameter{"labelCol", ParameterType::kColumn, true, "", "",
                  "The column with the class. Rows without one do not count."},
        Parameter{"selectedCols", ParameterType::kColumns, false, "", "",
                  "The features; all columns but the label without it."},
        Parameter{"categoryCols", ParameterType::kColumns, false, "", "",
                  "Columns of numbers whose values are classes. Those of texts are so anyway."},
        Parameter{"maxBins", ParameterType::kInteger, false, "100", "",
                  "How many intervals of one width numbers are put into.", "", "", "[2,100000]"},
        Parameter{"selectMethod", ParameterType::kText, false, "iv", "",
                  "The information value of two classes, in which a count of 0 is taken as 0.5, or "
                  "the gain of Gini's impurity or of information (in bits).",
                  "iv GiniGain InfoGain"},
        Parameter{"topN", ParameterType::kInteger, false, "10", "",
                  "How many features are chosen; all where there are fewer.", "", "", "[1,)"},
        Parameter{"isSparse", ParameterType::kBoolean, false, "false", "",
                  "Columns with keys and values are not taken here, nor on the platform.", "false"},
        Parameter{"itemSpliter", ParameterType::kText, false, "", "columns have no keys",
                  "Stands between two pairs."},
        Parameter{"kvSpliter", ParameterType::kText, false, "", "columns have no keys",
                  "Stands between a key and its value."},
    },
    kTuningParameters);

constexpr std::array kSelectionPorts = {
    Port{"inputTable", PortKind::kInputTable, "", "", nullptr, "inputTablePartitions"},
    Port{"outputTable", PortKind::kOutputTable},
    Port{"featImportanceTable", PortKind::kOutputTable}};

constexpr std::string_view kSelectionExample =
    R"(CREATE TABLE people (age BIGINT, city STRING, bought BIGINT);
INSERT INTO people VALUES (20, 'a', 0), (25, 'b', 0), (30, 'a', 0), (60, 'b', 1), (65, 'a', 1), (70, 'a', 1);
PAI -name {name} -DinputTable=people -DlabelCol=bought -DselectedCols=age,city -DmaxBins=2 -DtopN=1
  -DoutputTable=chosen -DfeatImportanceTable=weights;
SELECT * FROM weights;
SELECT * FROM chosen WHERE age < 30;
)";

// How often each class occurs in each bin of a feature.
using Bins = std::map<std::string, std::map<std::string, double>>;
using ClassCounts = std::map<std::string, double>;

double SumOf(const ClassCounts& counts) {
  double sum = 0;
  for (const auto& [name, count] : counts) sum += count;
  return sum;
}

// Of a distribution of classes: Gini's impurity, or the entropy in bits.
double ImpurityOf(const ClassCounts& counts, bool gini) {
  const double all = SumOf(counts);
  double impurity = gini ? 1 : 0;
  for (const auto& [name, count] : counts) {
    const double share = count / all;
    impurity -= gini ? share * share : share * std::log2(share);
  }
  return impurity;
}

double GainOf(const Bins& bins, const ClassCounts& classes, bool gini) {
  double gain = ImpurityOf(classes, gini);
  for (const auto& [bin, counts] : bins) {
    gain -= SumOf(counts) / SumOf(classes) * ImpurityOf(counts, gini);
  }
  constexpr double kNothing = 1e-12;  // what sums of shares lose
  return gain < kNothing ? 0 : gain;
}

double InformationValueOf(const Bins& bins, const ClassCounts& classes) {
  const auto& [first, first_all] = *classes.begin();
  const auto& [second, second_all] = *classes.rbegin();
  double value = 0;
  for (const auto& [bin, counts] : bins) {
    const auto share = [&, &own = counts](const std::string& name, double all) {
      const auto found = own.find(name);
      return (found == own.end() ? 0.5 : found->second) / all;
    };
    const double p = share(first, first_all), q = share(second, second_all);
    value += (p - q) * std::log(p / q);
  }
  return value;
}

// The expression of a feature's bin, a text that is never NULL.
Result<std::string> BinText(const store::Column& feature, bool category,
                            const std::string& relation, const Parameters& parameters,
                            const BuildContext& context) {
  if (category) return "COALESCE(CONCAT('=', " + ClassText(feature) + "), '')";
  const std::string value = FiniteText(feature);
  PAISQL_ASSIGN(const Answer ends,
                AskRows("SELECT MIN(" + value + "), MAX(" + value + ") FROM " + relation + " t",
                        parameters, context, "inputTable"));
  const double low = ends.unknown ? 0 : NumberIn(ends.rows[0][0]);
  const double high = ends.unknown ? 1 : NumberIn(ends.rows[0][1]);
  if (!(low < high)) return "CAST(" + value + " IS NULL AS STRING)";
  const int64_t bins = parameters.Number("maxBins");
  return FillSql(
      "COALESCE(CAST(LEAST(CAST(FLOOR(({v} - {low}) / {width}) AS BIGINT), {last}) AS STRING), '')",
      {{"v", value},
       {"low", DoubleText(low)},
       {"width", DoubleText((high - low) / static_cast<double>(bins))},
       {"last", std::to_string(bins - 1)}});
}

constexpr std::string_view kBinsOfClassesSql =
    "SELECT b, c, COUNT(*) AS n FROM (SELECT {bin} AS b, {class} AS c FROM {input} t) k WHERE c IS "
    "NOT NULL GROUP BY b, c";

struct Selection {
  ClassicInput input;
  store::Column label;
  std::vector<store::Column> features, categories;
};

Result<Selection> SelectionOf(const Parameters& parameters, const BuildContext& context) {
  Selection read;
  PAISQL_ASSIGN(read.input, InputOf(parameters, context, "inputTable"));
  const auto& columns = read.input.columns;
  PAISQL_ASSIGN(read.label, OneColumn(parameters, context, "labelCol", columns));
  PAISQL_ASSIGN(read.features, Selected(parameters, context, "selectedCols", columns));
  PAISQL_ASSIGN(read.categories, SelectedOrNone(parameters, context, "categoryCols", columns));
  const std::string label = read.label.name;
  const auto is_label = [&](const store::Column& one) { return one.name == label; };
  if (parameters.Find("selectedCols") == nullptr) {
    std::erase_if(read.features, is_label);
  } else if (std::ranges::any_of(read.features, is_label)) {
    return Wrong(parameters.PlaceOf("selectedCols"), "column " + label + " is the label",
                 "leave it out of the features");
  }
  return read;
}

// The weight of a feature; nullopt while checking.
Result<std::optional<double>> WeightOf(const store::Column& feature, const Selection& read,
                                       const Parameters& parameters, const BuildContext& context) {
  const bool category = !feature.type.IsNumeric() || HasColumn(read.categories, feature.name);
  PAISQL_ASSIGN(const std::string bin,
                BinText(feature, category, read.input.relation, parameters, context));
  PAISQL_ASSIGN(const Answer answer,
                AskRows(FillSql(kBinsOfClassesSql, {{"bin", bin},
                                                    {"class", ClassText(read.label)},
                                                    {"input", read.input.relation}}),
                        parameters, context, "inputTable"));
  if (answer.unknown) return std::optional<double>();
  Bins bins;
  ClassCounts classes;
  for (const auto& row : answer.rows) {
    bins[*row[0]][*row[1]] += NumberIn(row[2]);
    classes[*row[1]] += NumberIn(row[2]);
  }
  const std::string method = parameters.Word("selectMethod");
  if (classes.size() < 2 || (method == "iv" && classes.size() > 2)) {
    return Wrong(parameters.PlaceOf("labelCol"),
                 fmt::format("column {} has {} classes", read.label.name, classes.size()),
                 "an information value needs two classes, GiniGain and InfoGain two or more");
  }
  return std::optional<double>(method == "iv" ? InformationValueOf(bins, classes)
                                              : GainOf(bins, classes, method == "ginigain"));
}

Result<std::vector<SqlStep>> BuildSelection(const Parameters& parameters,
                                            const BuildContext& context) {
  PAISQL_ASSIGN(const Selection read, SelectionOf(parameters, context));
  std::vector<std::pair<double, store::Column>> weighed;
  bool unknown = false;
  for (const store::Column& feature : read.features) {
    PAISQL_ASSIGN(const std::optional<double> weight, WeightOf(feature, read, parameters, context));
    unknown = unknown || !weight.has_value();
    weighed.emplace_back(weight.value_or(0), feature);
  }
  std::ranges::stable_sort(weighed, [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<std::vector<Cell>> rows;
  std::vector<store::Column> kept = {read.label};
  for (const auto& [weight, feature] : weighed) {
    rows.push_back({feature.name, NumberCell(weight)});
    if (static_cast<int64_t>(kept.size()) <= parameters.Number("topN")) kept.push_back(feature);
  }
  return std::vector<SqlStep>{
      {"outputTable", "SELECT " + ListOf(kept, "t") + " FROM " + read.input.relation + " t",
       unknown},
      {"featImportanceTable",
       KnownRows({NewColumn("featname", TypeId::kString), NewColumn("weight", TypeId::kDouble)},
                 rows)}};
}

}  // namespace

Component FeatureSelectionRow() {
  return {"Feature selection",
          kSelectionNames,
          "",
          0,
          "Weighs each feature by what it tells of the class, and keeps the weightiest.",
          kSelectionParameters,
          kSelectionPorts,
          SqlBuild{BuildSelection},
          "",
          kSelectionExample,
          true};
}

}  // namespace paisql::pai
