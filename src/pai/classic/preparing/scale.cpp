// Normalize and Standardize: columns of numbers, or of keys and numbers, on one scale.

#include <array>

#include "base/text.h"
#include "pai/classic/classic_input.h"
#include "pai/classic/common_parameters.h"
#include "pai/classic/preparing/kv_items.h"
#include "pai/classic/preparing/preparing_rows.h"
#include "pai/classic/preparing/scales.h"
#include "pai/classic/row_order.h"
#include "pai/job/component_tables.h"

namespace paisql::pai {

namespace {

constexpr std::array<std::string_view, 2> kNormalizeNames = {"Normalize", "normalize_wf"};
constexpr std::array<std::string_view, 1> kStandardizeNames = {"Standardize"};

constexpr std::array kScaleOwn = {
    Parameter{"selectedColNames", ParameterType::kColumns, false, "", "",
              "The columns that are scaled; all columns of numbers without it."},
    Parameter{"keepOriginal", ParameterType::kBoolean, false, "false", "",
              "Keeps the columns as they are, and adds the scaled ones with a prefix."},
    Parameter{"outputParaTableName", ParameterType::kTable, false, "", "",
              "The table (feature STRING, json STRING) of the scales: a row for each column, or of "
              "sparse columns for each key, `column:key`."},
    Parameter{"inputParaTableName", ParameterType::kTable, false, "", "",
              "Such a table of an earlier statement, whose scales are taken."},
    Parameter{"kvIndices", ParameterType::kText, false, "", "",
              "The keys of sparse columns that are scaled, separated by commas; all without it."},
};

constexpr auto kScaleParameters =
    Together(kInputOutputParameters, kScaleOwn, kSparseParameters, kTuningParameters);

constexpr std::array kScalePorts = {
    kInputPort,
    Port{"inputParaTableName", PortKind::kInputTable},
    kOutputPort,
    Port{"outputParaTableName", PortKind::kOutputTable},
};

constexpr std::string_view kScaleExample = R"(CREATE TABLE points (x DOUBLE, n BIGINT);
INSERT INTO points VALUES (0.5, 1), (1.5, 3), (2.5, 11);
PAI -name {name} -DinputTableName=points -DselectedColNames=x -DkeepOriginal=true
  -DoutputTableName=scaled;
SELECT * FROM scaled ORDER BY n LIMIT 10;
)";

constexpr ScaleKind kNormal = {"normalized_", "min", "max", "MIN({x})", "MAX({x})", false};
constexpr ScaleKind kStandard = {"stdized_", "mean", "std", "AVG({x})", "STDDEV_SAMP({x})", true};

// The columns of the output: each as it is, or scaled in its place, and then the added ones.
std::string ScaledColumns(const ScaleKind& kind, const Parameters& parameters,
                          const ClassicInput& input,
                          const std::map<std::string, std::string>& scaled) {
  const bool keeps = parameters.IsTrue("keepOriginal");
  std::vector<std::string> columns;
  std::vector<std::string> added;
  for (const store::Column& column : input.columns) {
    const auto value = scaled.find(column.name);
    const bool replaced = value != scaled.end() && !keeps;
    columns.push_back((replaced ? value->second : "t." + QuotedName(column.name)) + " AS " +
                      QuotedName(column.name));
    if (value == scaled.end() || replaced) continue;
    added.push_back(value->second + " AS " + QuotedName(std::string(kind.prefix) + column.name));
  }
  columns.insert(columns.end(), added.begin(), added.end());
  return Join(columns, ", ");
}

Result<std::vector<SqlStep>> ScaleDense(const ScaleKind& kind, const Parameters& parameters,
                                        const BuildContext& context, const ClassicInput& input) {
  PAISQL_ASSIGN(std::vector<store::Column> columns,
                Selected(parameters, context, "selectedColNames", input.columns));
  if (parameters.Find("selectedColNames") == nullptr) columns = NumbersOf(columns);
  PAISQL_TRY(NeedNumbers(parameters, "selectedColNames", columns));
  PAISQL_ASSIGN(const std::vector<Scale> scales,
                DenseScales(kind, parameters, context, input, columns));
  std::map<std::string, std::string> scaled;
  for (const Scale& scale : scales) {
    const std::string value = "CAST(t." + QuotedName(scale.feature) + " AS DOUBLE)";
    scaled[scale.feature] = ScaledBy(kind, value, scale);
  }
  std::vector<SqlStep> steps = {
      {"outputTableName", "SELECT " + ScaledColumns(kind, parameters, input, scaled) + " FROM " +
                              input.relation + " t"}};
  if (parameters.Find("outputParaTableName") != nullptr) {
    steps.push_back({"outputParaTableName", ScaleTable(kind, scales)});
  }
  return steps;
}

// A relation (pai_key, low, high) of a sparse column's keys.
Result<std::string> SparseScales(const ScaleKind& kind, const Parameters& parameters,
                                 const BuildContext& context, const std::string& items,
                                 const store::Column& column) {
  std::string keys;
  if (parameters.Find("kvIndices") != nullptr) {
    std::vector<std::string> chosen;
    for (const Part& part : SplitValue(*parameters.Find("kvIndices"), context)) {
      chosen.push_back(QuotedText(part.text));
    }
    keys = " AND pai_key IN (" + Join(chosen, ", ") + ")";
  }
  if (parameters.Find("inputParaTableName") != nullptr) {
    PAISQL_ASSIGN(const ClassicInput table, InputOf(parameters, context, "inputParaTableName", ""));
    const std::string begin = QuotedText(column.name + ":");
    return FillSql(
        "(SELECT pai_key, low, high FROM (SELECT SUBSTR(feature, LENGTH({begin}) + 1) AS pai_key, "
        "CAST(GET_JSON_OBJECT(json, '$.{from}') AS DOUBLE) AS low, "
        "CAST(GET_JSON_OBJECT(json, '$.{other}') AS DOUBLE) AS high FROM {table} t "
        "WHERE SUBSTR(feature, 1, LENGTH({begin})) = {begin}) s WHERE TRUE{keys})",
        {{"begin", begin},
         {"from", std::string(kind.from_name)},
         {"other", std::string(kind.other_name)},
         {"table", table.relation},
         {"keys", keys}});
  }
  const std::map<std::string, std::string> x = {
      {"x", "CASE WHEN NOT ISNAN(CAST(pai_value AS DOUBLE)) THEN CAST(pai_value AS DOUBLE) END"}};
  return "(SELECT pai_key, " + FillSql(kind.from, x) + " AS low, " + FillSql(kind.other, x) +
         " AS high FROM " + items + " i WHERE TRUE" + keys + " GROUP BY pai_key)";
}

// The texts of a column, each pair of a scaled key with its scaled value, by the rows' numbers.
constexpr std::string_view kSparseTexts =
    "(SELECT pai_row, WM_CONCAT({separator}, CASE WHEN s.pai_key IS NULL THEN i.pai_item ELSE "
    "CONCAT(i.pai_key, {kv}, COALESCE(CAST({value} AS STRING), i.pai_value)) END) "
    "WITHIN GROUP (ORDER BY pai_pos) AS pai_text FROM {items} i LEFT JOIN {scales} s "
    "ON i.pai_key = s.pai_key GROUP BY pai_row)";

Result<std::vector<SqlStep>> ScaleSparse(const ScaleKind& kind, const Parameters& parameters,
                                         const BuildContext& context, const ClassicInput& input) {
  PAISQL_ASSIGN(const std::vector<store::Column> columns,
                SelectedOrNone(parameters, context, "selectedColNames", input.columns));
  if (columns.empty()) {
    return Wrong(parameters.PlaceOf("enableSparse"), "-DselectedColNames is missing",
                 "name the columns of keys and values in -DselectedColNames");
  }
  const KvForm form = KvFormOf(parameters);
  const std::string number = FreeName(input.columns, "pai_number");
  const std::string rows = "(SELECT *, " + RowNumber(input) + " AS " + QuotedName(number) +
                           " FROM " + input.relation + " t)";
  std::map<std::string, std::string> scaled;
  std::string joins;
  std::vector<std::string> tables;
  for (const store::Column& column : columns) {
    if (!column.type.IsText()) {
      return Wrong(parameters.PlaceOf("selectedColNames"),
                   "column " + column.name + " is a " + column.type.ToString() + ", not a text",
                   "-DenableSparse=true reads texts such as 1:0.3,7:1");
    }
    const std::string items = KvItems(rows, number, column.name, form);
    PAISQL_ASSIGN(const std::string scales, SparseScales(kind, parameters, context, items, column));
    const std::string alias = "s" + std::to_string(scaled.size());
    const std::string value = ScaledValue(kind, "CAST(i.pai_value AS DOUBLE)", "s.low", "s.high");
    joins += " LEFT JOIN " +
             FillSql(kSparseTexts, {{"separator", QuotedText(form.separator)},
                                    {"kv", QuotedText(form.kv)},
                                    {"value", value},
                                    {"items", items},
                                    {"scales", scales}}) +
             " " + alias + " ON t." + QuotedName(number) + " = " + alias + ".pai_row";
    scaled[column.name] = "COALESCE(" + alias + ".pai_text, t." + QuotedName(column.name) + ")";
    const auto member = [](std::string_view name, std::string_view value) {
      return "'\"" + std::string(name) + "\":', COALESCE(CAST(" + std::string(value) +
             " AS STRING), 'null')";
    };
    tables.push_back("SELECT CONCAT(" + QuotedText(column.name + ":") +
                     ", pai_key) AS feature, CONCAT('{', " + member(kind.from_name, "low") +
                     ", ',', " + member(kind.other_name, "high") + ", '}') AS json FROM " + scales +
                     " s");
  }
  std::vector<SqlStep> steps = {
      {"outputTableName", "SELECT " + ScaledColumns(kind, parameters, input, scaled) + " FROM " +
                              rows + " t" + joins}};
  if (parameters.Find("outputParaTableName") != nullptr) {
    steps.push_back({"outputParaTableName", Join(tables, " UNION ALL ")});
  }
  return steps;
}

Result<std::vector<SqlStep>> BuildScale(const ScaleKind& kind, const Parameters& parameters,
                                        const BuildContext& context) {
  PAISQL_ASSIGN(const ClassicInput input, InputOf(parameters, context));
  return parameters.IsTrue("enableSparse") ? ScaleSparse(kind, parameters, context, input)
                                           : ScaleDense(kind, parameters, context, input);
}

Result<std::vector<SqlStep>> BuildNormalize(const Parameters& parameters,
                                            const BuildContext& context) {
  return BuildScale(kNormal, parameters, context);
}

Result<std::vector<SqlStep>> BuildStandardize(const Parameters& parameters,
                                              const BuildContext& context) {
  return BuildScale(kStandard, parameters, context);
}

const std::array kScaleRows = {
    Component{"Normalize", kNormalizeNames, "", 0,
              "Scales columns to 0 to 1 by their least and greatest value.", kScaleParameters,
              kScalePorts, SqlBuild{BuildNormalize}, "", kScaleExample, true},
    Component{"Standardize", kStandardizeNames, "", 0,
              "Scales columns by their mean and standard deviation.", kScaleParameters, kScalePorts,
              SqlBuild{BuildStandardize}, "", kScaleExample, true},
};

}  // namespace

std::span<const Component> ScaleComponents() { return kScaleRows; }

}  // namespace paisql::pai
