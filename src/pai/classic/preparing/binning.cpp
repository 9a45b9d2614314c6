// binning: intervals of numbers and groups of texts, with the rows and the weight of each.

#include <algorithm>
#include <array>

#include "base/text.h"
#include "base/whole_number.h"
#include "pai/classic/answers.h"
#include "pai/classic/classic_input.h"
#include "pai/classic/common_parameters.h"
#include "pai/classic/known_rows.h"
#include "pai/classic/preparing/bins.h"
#include "pai/classic/preparing/preparing_rows.h"
#include "pai/job/component_tables.h"

namespace paisql::pai {

namespace {

constexpr std::array<std::string_view, 1> kBinningNames = {"binning"};

constexpr auto kBinningParameters = Together(
    kInputOutputParameters,
    std::array{
        Parameter{"selectedColNames", ParameterType::kColumns, false, "", "",
                  "The columns of numbers and texts that get bins; all but the label without it."},
        Parameter{"labelColumn", ParameterType::kColumn, false, "", "",
                  "The column that tells which rows are positive: bins then have weights.", "",
                  "labelColName"},
        Parameter{"positiveLabel", ParameterType::kText, false, "1", "",
                  "The label of positive rows."},
        Parameter{"nDivide", ParameterType::kInteger, false, "10", "",
                  "How many bins a column of numbers gets at most.", "", "", "[1,10000]"},
        Parameter{"colsNDivide", ParameterType::kText, false, "", "",
                  "The same for columns of their own, selected or not: `x:3,y:5`."},
        Parameter{"isLeftOpen", ParameterType::kBoolean, false, "true", "",
                  "Intervals are (a,b], otherwise [a,b)."},
        Parameter{"stringThreshold", ParameterType::kInteger, false, "-1", "",
                  "Texts with fewer rows are together in the bin else.", "", "", "[-1,)"},
        Parameter{"colsStringThreshold", ParameterType::kText, false, "", "",
                  "The same for columns of their own: `s:3,t:5`."},
        Parameter{"binningMethod", ParameterType::kText, false, "quantile", "",
                  "quantile gives bins about the same number of rows, bucket the same width.",
                  "quantile bucket"},
        Parameter{"inputBinTableName", ParameterType::kTable, false, "", "",
                  "A table of bins whose columns keep their bins; their rows are counted anew."},
        Parameter{"selectedBinColNames", ParameterType::kText, false, "", "",
                  "The columns of that table that count, separated by commas; all without it."},
    },
    kTuningParameters);

constexpr std::array kBinningPorts = {kInputPort, Port{"inputBinTableName", PortKind::kInputTable},
                                      kOutputPort};

constexpr std::string_view kBinningExample =
    R"(CREATE TABLE points (x DOUBLE, job STRING, y BIGINT);
INSERT INTO points VALUES (1, 'a', 0), (2, 'a', 1), (3, 'b', 0), (4, 'b', 1);
PAI -name {name} -DinputTableName=points -DlabelColumn=y -DnDivide=2 -DoutputTableName=bins;
SELECT feature, json FROM bins ORDER BY feature LIMIT 10;
)";

// Whole numbers of columns: "x:3,y:5".
Result<std::vector<std::pair<store::Column, int64_t>>> ColumnNumbers(
    const Parameters& parameters, const BuildContext& context, std::string_view name,
    const std::vector<store::Column>& columns) {
  std::vector<std::pair<store::Column, int64_t>> numbers;
  const syntax::PaiParameter* const given = parameters.Find(name);
  if (given == nullptr) return numbers;
  for (const Part& part : SplitValue(*given, context)) {
    const size_t colon = part.text.rfind(':');
    const auto number = colon == std::string::npos
                            ? std::optional<int64_t>()
                            : ParseNumber<int64_t>(Trim(part.text.substr(colon + 1)));
    if (!number.has_value() || *number < 1) {
      return Wrong(part.range, "'" + part.text + "' is not a part of " + given->key,
                   "write <column>:<number>, separated by commas");
    }
    const Part column = {std::string(Trim(part.text.substr(0, colon))), part.range};
    PAISQL_ASSIGN(store::Column found, ColumnNamed(column, columns));
    numbers.emplace_back(std::move(found), *number);
  }
  return numbers;
}

int64_t NumberOf(const std::vector<std::pair<store::Column, int64_t>>& numbers,
                 const store::Column& column, int64_t otherwise) {
  for (const auto& [one, number] : numbers) {
    if (one.name == column.name) return number;
  }
  return otherwise;
}

bool HasBins(const store::Column& column) { return IsNumber(column) || column.type.IsText(); }

// The columns that get bins.
Result<std::vector<store::Column>> BinnedColumns(
    const Parameters& parameters, const BuildContext& context, const ClassicInput& input,
    const std::vector<std::pair<store::Column, int64_t>>& own) {
  PAISQL_ASSIGN(std::vector<store::Column> columns,
                SelectedOrNone(parameters, context, "selectedColNames", input.columns));
  if (columns.empty()) {
    std::ranges::copy_if(input.columns, std::back_inserter(columns), [&](const auto& one) {
      return HasBins(one) && !EqualsIgnoreCase(one.name, parameters.Text("labelColumn"));
    });
  }
  for (const auto& [column, number] : own) {
    if (!HasColumn(columns, column.name)) columns.push_back(column);
  }
  for (const store::Column& column : columns) {
    if (HasBins(column)) continue;
    return Wrong(parameters.PlaceOf("selectedColNames"),
                 "column " + column.name + " is a " + column.type.ToString() +
                     ", and bins are of numbers and texts",
                 "leave the column out");
  }
  return columns;
}

// Borders between so many bins, of which some may be the same.
Result<std::vector<double>> AskBorders(const store::Column& column, int64_t bins, bool equal_width,
                                       const ClassicInput& input, const Parameters& parameters,
                                       const BuildContext& context) {
  const std::string value = FiniteText(column);
  std::string asked = "MIN(" + value + "), MAX(" + value + ")";
  for (int64_t i = 1; i < bins && !equal_width; ++i) {
    asked += ", PERCENTILE_DISC(" + value + ", " +
             *NumberCell(static_cast<double>(i) / static_cast<double>(bins)) + "D)";
  }
  PAISQL_ASSIGN(const Answer answer,
                AskRows("SELECT " + asked + " FROM " + input.relation + " t", parameters, context));
  std::vector<double> borders;
  if (answer.unknown || !answer.rows.front()[0].has_value()) return borders;
  const double least = NumberIn(answer.rows.front()[0]);
  const double most = NumberIn(answer.rows.front()[1]);
  for (int64_t i = 1; i < bins; ++i) {
    const double width = (most - least) / static_cast<double>(bins);
    borders.push_back(equal_width ? least + width * static_cast<double>(i)
                                  : NumberIn(answer.rows.front()[static_cast<size_t>(i) + 1]));
  }
  // Without borders after which no row comes.
  const bool left_open = parameters.IsTrue("isLeftOpen");
  std::erase_if(borders, [&](double one) { return left_open ? one >= most : one <= least; });
  borders.erase(std::ranges::unique(borders).begin(), borders.end());
  return borders;
}

// The texts that are bins of their own, in their order.
Result<std::vector<std::string>> AskTexts(const store::Column& column, int64_t threshold,
                                          const ClassicInput& input, const Parameters& parameters,
                                          const BuildContext& context) {
  const std::string value = "t." + QuotedName(column.name);
  PAISQL_ASSIGN(const Answer answer,
                AskRows("SELECT " + value + " FROM " + input.relation + " t WHERE " + value +
                            " IS NOT NULL GROUP BY " + value +
                            " HAVING COUNT(*) >= " + std::to_string(threshold),
                        parameters, context));
  std::vector<std::string> texts;
  for (const auto& row : answer.rows) texts.push_back(row[0].value_or(""));
  std::ranges::sort(texts);
  return texts;
}

// The rows of each bin, and how many of them are positive.
Status CountBins(FeatureBins& bins, const store::Column& column, const std::string& positive,
                 const ClassicInput& input, const Parameters& parameters,
                 const BuildContext& context) {
  PAISQL_ASSIGN(
      const Answer answer,
      AskRows("SELECT b, COUNT(*), SUM(p) FROM (SELECT " + BinIndexText(bins, column) + " AS b, " +
                  positive + " AS p FROM " + input.relation + " t) c GROUP BY b",
              parameters, context));
  bins.counts.assign(bins.all(), {});
  for (const auto& row : answer.rows) {
    BinCount& count = bins.counts.at(static_cast<size_t>(CountIn(row[0])));
    count.total = CountIn(row[1]);
    count.positive = CountIn(row[2]);
  }
  if (bins.labeled) SetWeights(bins);
  return Status::Ok();
}

// Those of a table of bins that the statement chooses and whose columns the input has.
Result<std::vector<FeatureBins>> EarlierBins(const Parameters& parameters,
                                             const BuildContext& context) {
  if (parameters.Find("inputBinTableName") == nullptr) return std::vector<FeatureBins>();
  PAISQL_ASSIGN(BinTable read, ReadBinTable(parameters, context));
  const syntax::PaiParameter* const chosen = parameters.Find("selectedBinColNames");
  if (chosen == nullptr || read.unknown) return read.features;
  std::vector<FeatureBins> features;
  for (const Part& part : SplitValue(*chosen, context)) {
    const FeatureBins* const bins = FindBins(read.features, part.text);
    if (bins == nullptr) {
      return Wrong(part.range, "the table of bins has no feature " + part.text,
                   "its column feature has the names");
    }
    features.push_back(*bins);
  }
  return features;
}

Result<std::vector<SqlStep>> BuildBinning(const Parameters& parameters,
                                          const BuildContext& context) {
  PAISQL_ASSIGN(const ClassicInput input, InputOf(parameters, context));
  PAISQL_ASSIGN(const auto own_bins,
                ColumnNumbers(parameters, context, "colsNDivide", input.columns));
  PAISQL_ASSIGN(const auto own_thresholds,
                ColumnNumbers(parameters, context, "colsStringThreshold", input.columns));
  const bool labeled = parameters.Find("labelColumn") != nullptr;
  std::string positive = "CAST(0 AS BIGINT)";
  if (labeled) {
    PAISQL_ASSIGN(const store::Column label,
                  OneColumn(parameters, context, "labelColumn", input.columns));
    positive = "IF(" + ClassText(label) + " = " + QuotedText(parameters.Text("positiveLabel")) +
               ", CAST(1 AS BIGINT), CAST(0 AS BIGINT))";
  }
  PAISQL_ASSIGN(std::vector<store::Column> columns,
                BinnedColumns(parameters, context, input, own_bins));
  PAISQL_ASSIGN(const std::vector<FeatureBins> earlier, EarlierBins(parameters, context));
  for (const FeatureBins& bins : earlier) {
    for (const store::Column& column : input.columns) {
      const bool missed =
          EqualsIgnoreCase(column.name, bins.name) && !HasColumn(columns, bins.name);
      if (missed) columns.push_back(column);
    }
  }
  std::vector<std::vector<Cell>> rows;
  for (const store::Column& column : columns) {
    FeatureBins bins;
    const FeatureBins* const known = FindBins(earlier, column.name);
    if (known != nullptr) {
      bins = *known;
    } else if (IsNumber(column)) {
      PAISQL_ASSIGN(
          bins.borders,
          AskBorders(column, NumberOf(own_bins, column, parameters.Number("nDivide")),
                     parameters.Word("binningMethod") == "bucket", input, parameters, context));
      bins.left_open = parameters.IsTrue("isLeftOpen");
    } else {
      bins.numbers = false;
      const int64_t threshold =
          NumberOf(own_thresholds, column, parameters.Number("stringThreshold"));
      PAISQL_ASSIGN(bins.values, AskTexts(column, threshold, input, parameters, context));
    }
    bins.name = column.name;
    bins.labeled = labeled;
    PAISQL_TRY(CountBins(bins, column, positive, input, parameters, context));
    rows.push_back({column.name, JsonOf(bins)});
  }
  return std::vector<SqlStep>{{"outputTableName", KnownRows({NewColumn("feature", TypeId::kString),
                                                             NewColumn("json", TypeId::kString)},
                                                            rows)}};
}

const std::array kBinningRows = {
    Component{"Binning", kBinningNames, "", 0, "Finds intervals of numbers and groups of texts.",
              kBinningParameters, kBinningPorts, SqlBuild{BuildBinning}, "", kBinningExample, true},
};

}  // namespace

std::span<const Component> BinningComponents() { return kBinningRows; }

}  // namespace paisql::pai
