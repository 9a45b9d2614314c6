// data_transform: the bins of a table's values, as numbers.

#include <array>
#include <cmath>

#include "base/text.h"
#include "pai/classic/answers.h"
#include "pai/classic/classic_input.h"
#include "pai/classic/common_parameters.h"
#include "pai/classic/preparing/bins.h"
#include "pai/classic/preparing/preparing_rows.h"
#include "pai/classic/row_order.h"
#include "pai/job/component_tables.h"

namespace paisql::pai {

namespace {

constexpr std::array<std::string_view, 1> kTransformNames = {"data_transform"};

constexpr auto kTransformParameters = Together(
    std::array{
        Parameter{"inputFeatureTableName", ParameterType::kTable, true, "", "",
                  "The table, or query, that is read.", "", "inputTableName"},
        Parameter{"inputFeatureTablePartitions", ParameterType::kText, false, "", "",
                  "Reads these partitions alone.", "", "inputTablePartitions inputPartitions"},
        Parameter{"inputBinTableName", ParameterType::kTable, true, "", "",
                  "The table that binning has written."},
        kOutputTableParameter,
        kOutputPartitionParameter,
        Parameter{"featureColNames", ParameterType::kColumns, false, "", "",
                  "The columns whose bins count; all that have bins without it."},
        Parameter{"metaColNames", ParameterType::kColumns, false, "", "",
                  "Columns that are copied as they are, such as the label."},
        Parameter{"transformType", ParameterType::kText, false, "dummy", "",
                  "dummy: a column kv of texts such as `3:1,7:1`, where a number stands for a bin "
                  "of a column. index: the number of the bin. woe: its weight. normalize: 1 for "
                  "the last bin, less for earlier ones, 0 for 0 and NULL.",
                  "normalize dummy woe index"},
        Parameter{
            "defaultWOE", ParameterType::kNumber, false, "", "",
            "The weight of bins that have none. Without it, a row in such a bin is an error."},
        Parameter{"itemDelimiter", ParameterType::kText, false, ",", "",
                  "Stands between two pairs of dummy."},
        Parameter{"kvDelimiter", ParameterType::kText, false, ":", "",
                  "Stands between a key and its value of dummy."},
    },
    kTuningParameters);

constexpr std::array kTransformPorts = {Port{"inputFeatureTableName", PortKind::kInputTable, "", "",
                                             nullptr, "inputFeatureTablePartitions"},
                                        Port{"inputBinTableName", PortKind::kInputTable},
                                        kOutputPort};

constexpr std::string_view kTransformExample = R"(CREATE TABLE points (x DOUBLE, y BIGINT);
INSERT INTO points VALUES (1, 0), (2, 1), (3, 0), (4, 1);
PAI -name binning -DinputTableName=points -DselectedColNames=x -DnDivide=2 -DoutputTableName=bins;
PAI -name {name} -DinputFeatureTableName=points -DinputBinTableName=bins -DmetaColNames=y
  -DtransformType=index -DoutputTableName=indexes;
SELECT * FROM indexes ORDER BY x, y LIMIT 10;
)";

struct BinnedFeature {
  store::Column column;
  FeatureBins bins;
};

Result<std::vector<BinnedFeature>> FeaturesOf(const Parameters& parameters,
                                              const BuildContext& context,
                                              const ClassicInput& input,
                                              const std::vector<store::Column>& meta,
                                              const BinTable& table) {
  PAISQL_ASSIGN(const std::vector<store::Column> columns,
                Selected(parameters, context, "featureColNames", input.columns));
  const bool chosen = parameters.Find("featureColNames") != nullptr;
  std::vector<BinnedFeature> features;
  for (const store::Column& column : columns) {
    const FeatureBins* const bins = FindBins(table.features, column.name);
    if (!chosen && (bins == nullptr || HasColumn(meta, column.name))) continue;
    if (HasColumn(meta, column.name)) {
      return Wrong(parameters.PlaceOf("metaColNames"),
                   "column " + column.name + " is in featureColNames, too",
                   "name it in one of them");
    }
    if (bins == nullptr && !table.unknown) {
      return Wrong(parameters.PlaceOf("featureColNames"),
                   "the table of bins has no feature " + column.name,
                   "find its bins with binning, or leave the column out");
    }
    features.push_back({column, bins == nullptr ? FeatureBins() : *bins});
    if (bins != nullptr && bins->numbers != IsNumber(column)) {
      return Wrong(parameters.PlaceOf("inputFeatureTableName"),
                   "column " + column.name + " is a " + column.type.ToString() +
                       ", and its bins are of " + (bins->numbers ? "numbers" : "texts"),
                   "give the column the type that it had for binning");
    }
  }
  return features;
}

// The weight of each bin, by its index.
std::string WeightText(const BinnedFeature& feature, const std::string& index,
                       const std::optional<double>& otherwise) {
  std::string cases;
  for (size_t i = 0; i < feature.bins.counts.size(); ++i) {
    const std::optional<double>& weight = feature.bins.counts[i].woe;
    if (!weight.has_value()) continue;
    cases += " WHEN " + std::to_string(i) + " THEN " + DoubleText(*weight);
  }
  const std::string rest = otherwise ? DoubleText(*otherwise) : "CAST(NULL AS DOUBLE)";
  return cases.empty() ? rest : "CASE " + index + cases + " ELSE " + rest + " END";
}

// As the platform documents it: a bin is 1 / bins wide, rounded to thousandths.
std::string NormalText(const BinnedFeature& feature, const std::string& index) {
  const auto count = static_cast<double>(feature.bins.size());
  const double width = std::round(1.0 / std::max(count, 1.0) * 1000) / 1000;
  const std::string name = "t." + QuotedName(feature.column.name);
  const std::string last = std::to_string(static_cast<int64_t>(feature.bins.size()) - 1);
  const std::string missing = name + " IS NULL OR " + index + " > " + last +
                              (feature.bins.numbers ? " OR CAST(" + name + " AS DOUBLE) = 0" : "");
  return "CASE WHEN " + missing + " THEN 0D ELSE 1D - (" + last + " - " + index + ") * " +
         DoubleText(width) + " END";
}

// An error for a row in a bin without a weight.
Status CheckWeights(const std::vector<BinnedFeature>& features, const ClassicInput& input,
                    const Parameters& parameters, const BuildContext& context) {
  if (parameters.Find("defaultWOE") != nullptr) return Status::Ok();
  for (const BinnedFeature& feature : features) {
    const std::string weight =
        WeightText(feature, BinIndexText(feature.bins, feature.column), std::nullopt);
    PAISQL_ASSIGN(const Answer answer, AskRows("SELECT COUNT(*) FROM " + input.relation +
                                                   " t WHERE " + weight + " IS NULL",
                                               parameters, context, "inputFeatureTableName"));
    if (answer.unknown || CountIn(answer.rows.front().front()) == 0) continue;
    return Wrong(parameters.PlaceOf("inputBinTableName"),
                 "rows lie in a bin of " + feature.column.name + " that has no weight",
                 "add -DdefaultWOE=0, or give binning a labelColumn and fewer bins");
  }
  return Status::Ok();
}

std::string TransformedValue(const BinnedFeature& feature, const std::string& type,
                             const Parameters& parameters) {
  std::string index = BinIndexText(feature.bins, feature.column);
  if (type == "index") return index;
  if (type == "normalize") return NormalText(feature, index);
  std::optional<double> otherwise;
  if (parameters.Find("defaultWOE") != nullptr) otherwise = parameters.Decimal("defaultWOE");
  return WeightText(feature, index, otherwise);
}

// "3:1,7:1": a key for each bin of each feature, counted on from feature to feature.
std::string DummyText(const std::vector<BinnedFeature>& features, const Parameters& parameters) {
  const auto delimiter = [&](std::string_view name) {
    const syntax::PaiParameter* const given = parameters.Find(name);
    return QuotedText(given == nullptr ? parameters.Text(name) : given->value);
  };
  std::vector<std::string> pairs;
  size_t begin = 0;
  for (const BinnedFeature& feature : features) {
    pairs.push_back("CONCAT(CAST(" + BinIndexText(feature.bins, feature.column) + " + " +
                    std::to_string(begin) + " AS STRING), " + delimiter("kvDelimiter") + ", '1')");
    begin += feature.bins.all();
  }
  if (pairs.empty()) return "''";
  return "CONCAT_WS(" + delimiter("itemDelimiter") + ", " + Join(pairs, ", ") + ")";
}

Result<std::vector<SqlStep>> BuildTransform(const Parameters& parameters,
                                            const BuildContext& context) {
  PAISQL_ASSIGN(const ClassicInput input, InputOf(parameters, context, "inputFeatureTableName",
                                                  "inputFeatureTablePartitions"));
  PAISQL_ASSIGN(const std::vector<store::Column> meta,
                SelectedOrNone(parameters, context, "metaColNames", input.columns));
  PAISQL_ASSIGN(const BinTable table, ReadBinTable(parameters, context));
  PAISQL_ASSIGN(const std::vector<BinnedFeature> features,
                FeaturesOf(parameters, context, input, meta, table));
  const std::string type = parameters.Word("transformType");
  std::vector<std::string> columns;
  for (const store::Column& column : meta) columns.push_back("t." + QuotedName(column.name));
  if (type == "dummy") {
    columns.push_back(DummyText(features, parameters) + " AS " + QuotedName(FreeName(meta, "kv")));
  } else {
    if (type == "woe") PAISQL_TRY(CheckWeights(features, input, parameters, context));
    for (const BinnedFeature& feature : features) {
      columns.push_back(TransformedValue(feature, type, parameters) + " AS " +
                        QuotedName(feature.column.name));
    }
  }
  // Without chosen columns the table of bins says which there are.
  const bool unknown =
      type != "dummy" && table.unknown && parameters.Find("featureColNames") == nullptr;
  if (columns.empty() && !unknown) {
    return Wrong(parameters.PlaceOf("inputBinTableName"), "no column of the input has bins",
                 "find bins of its columns with binning");
  }
  if (columns.empty()) columns.emplace_back("1 AS one");
  return std::vector<SqlStep>{{"outputTableName",
                               "SELECT " + Join(columns, ", ") + " FROM " + input.relation + " t",
                               unknown}};
}

const std::array kTransformRows = {
    Component{"Data transform", kTransformNames, "", 0,
              "Puts numbers in the place of values by the bins in which they lie.",
              kTransformParameters, kTransformPorts, SqlBuild{BuildTransform}, "",
              kTransformExample, true},
};

}  // namespace

std::span<const Component> TransformComponents() { return kTransformRows; }

}  // namespace paisql::pai
