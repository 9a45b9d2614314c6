// one_hot: a feature for each value of a column.

#include <array>

#include "base/text.h"
#include "pai/classic/answers.h"
#include "pai/classic/classic_input.h"
#include "pai/classic/common_parameters.h"
#include "pai/classic/preparing/kv_items.h"
#include "pai/classic/preparing/preparing_rows.h"
#include "pai/classic/row_order.h"
#include "pai/job/component_tables.h"

namespace paisql::pai {

namespace {

constexpr std::array<std::string_view, 1> kOneHotNames = {"one_hot"};

constexpr auto kOneHotParameters = Together(
    kInputOutputParameters,
    std::array{
        Parameter{"binaryCols", ParameterType::kColumns, true, "", "",
                  "The columns of which each value becomes a feature."},
        Parameter{"reserveCols", ParameterType::kColumns, false, "", "",
                  "Columns of numbers that are features as they are, numbered first, from 0."},
        Parameter{"appendCols", ParameterType::kColumns, false, "", "",
                  "Columns that are copied as they are, such as the label."},
        Parameter{"modelTable", ParameterType::kTable, false, "", "",
                  "The table (col_name STRING, col_value STRING, mapping BIGINT) of the features' "
                  "numbers. The rows of reserveCols are called `_reserve_`.",
                  "", "outputModelTable"},
        Parameter{"inputModelTable", ParameterType::kTable, false, "", "",
                  "Such a table of an earlier statement, which gives the numbers. Values that it "
                  "lacks are left out."},
        Parameter{"outputTableType", ParameterType::kText, false, "kv", "",
                  "kv: a column kv of texts such as `0:2.5,7:1.0`. table: a column for each "
                  "feature, `<column>_<number>`, 1,024 at most.",
                  "kv table"},
        Parameter{"dropLast", ParameterType::kBoolean, false, "false", "",
                  "The last value of each column has no feature."},
        Parameter{"ignoreNull", ParameterType::kBoolean, false, "false", "",
                  "NULL has no feature; otherwise it is a value like any other."},
    },
    kTuningParameters);

constexpr std::array kOneHotPorts = {
    kInputPort,
    Port{"inputModelTable", PortKind::kInputTable},
    kOutputPort,
    Port{"modelTable", PortKind::kOutputTable},
};

constexpr std::string_view kOneHotExample = R"(CREATE TABLE people (age DOUBLE, job STRING);
INSERT INTO people VALUES (30, 'cook'), (40, 'nurse'), (50, 'cook');
PAI -name {name} -DinputTable=people -DbinaryCols=job -DreserveCols=age -DoutputTable=hot
  -DmodelTable=hot_model;
SELECT kv FROM hot ORDER BY kv LIMIT 10;
)";

constexpr size_t kMostFeatures = 1024;

struct OneHot {
  ClassicInput input;
  std::vector<store::Column> binary;
  std::vector<store::Column> reserved;
  std::vector<store::Column> appended;
  std::string model;  // a relation (col_name, col_value, mapping) of the binary columns
};

std::string OneHotText(const store::Column& column) {
  const std::string name = "t." + QuotedName(column.name);
  return column.type.IsNested() ? "TO_JSON(" + name + ")" : "CAST(" + name + " AS STRING)";
}

// The values of a column in their order; `place` is the column's.
std::string OneHotValues(const store::Column& column, size_t place, const ClassicInput& input,
                         const Parameters& parameters) {
  const bool ignores = parameters.IsTrue("ignoreNull");
  const std::string value =
      column.type.IsNested() ? OneHotText(column) : "t." + QuotedName(column.name);
  std::string values = FillSql(
      "SELECT {place} AS place, {name} AS col_name, CAST(v AS STRING) AS col_value, "
      "ROW_NUMBER() OVER (ORDER BY v) AS rank FROM (SELECT DISTINCT {value} AS v FROM {input} t"
      "{where}) d",
      {{"place", std::to_string(place)},
       {"name", QuotedText(column.name)},
       {"value", value},
       {"input", input.relation},
       {"where", ignores ? " WHERE " + value + " IS NOT NULL" : ""}});
  if (!parameters.IsTrue("dropLast")) return values;
  return "SELECT place, col_name, col_value, rank FROM (SELECT *, COUNT(*) OVER () AS n FROM (" +
         values + ") a) b WHERE rank < n";
}

// Numbers of all values, which come after those of the reserved columns.
std::string OneHotModel(const OneHot& hot, const Parameters& parameters) {
  std::vector<std::string> values;
  for (const store::Column& column : hot.binary) {
    values.push_back(OneHotValues(column, values.size(), hot.input, parameters));
  }
  return "SELECT col_name, col_value, ROW_NUMBER() OVER (ORDER BY place, rank) + " +
         std::to_string(static_cast<int64_t>(hot.reserved.size()) - 1) + " AS mapping FROM (" +
         Join(values, " UNION ALL ") + ") u";
}

Status CheckReserved(const Parameters& parameters, const std::vector<store::Column>& reserved) {
  return NeedNumbers(parameters, "reserveCols", reserved);
}

Result<OneHot> ReadOneHot(const Parameters& parameters, const BuildContext& context) {
  OneHot hot;
  PAISQL_ASSIGN(hot.input, InputOf(parameters, context));
  const std::vector<store::Column>& columns = hot.input.columns;
  PAISQL_ASSIGN(hot.binary, SelectedOrNone(parameters, context, "binaryCols", columns));
  PAISQL_ASSIGN(hot.reserved, SelectedOrNone(parameters, context, "reserveCols", columns));
  PAISQL_ASSIGN(hot.appended, SelectedOrNone(parameters, context, "appendCols", columns));
  PAISQL_TRY(CheckReserved(parameters, hot.reserved));
  if (parameters.Find("inputModelTable") == nullptr) {
    hot.model = OneHotModel(hot, parameters);
    return hot;
  }
  PAISQL_ASSIGN(const ClassicInput model, InputOf(parameters, context, "inputModelTable", ""));
  hot.model = "SELECT col_name, col_value, mapping FROM " + model.relation +
              " t WHERE col_name <> '_reserve_'";
  if (parameters.IsTrue("ignoreNull")) hot.model += " AND col_value IS NOT NULL";
  return hot;
}

// NULL and texts, told apart.
std::string OneHotKey(const std::string& text) {
  return "CONCAT(IF(" + text + " IS NULL, '0', '1'), COALESCE(" + text + ", ''))";
}

// Each value's number is joined to its row.
std::string OneHotTexts(const OneHot& hot) {
  std::vector<std::string> columns;
  for (const store::Column& column : hot.appended)
    columns.push_back("t." + QuotedName(column.name));
  std::vector<std::string> pairs;
  for (const store::Column& column : hot.reserved) {
    pairs.push_back("CONCAT('" + std::to_string(pairs.size()) + ":', CAST(CAST(t." +
                    QuotedName(column.name) + " AS DOUBLE) AS STRING))");
  }
  std::string joins;
  for (size_t i = 0; i < hot.binary.size(); ++i) {
    const std::string alias = "m" + std::to_string(i);
    joins += FillSql(
        " LEFT JOIN (SELECT {key} AS k, mapping FROM m WHERE col_name = {name}) {alias} "
        "ON {own} = {alias}.k",
        {{"key", OneHotKey("col_value")},
         {"name", QuotedText(hot.binary[i].name)},
         {"alias", alias},
         {"own", OneHotKey(OneHotText(hot.binary[i]))}});
    pairs.push_back("CONCAT(CAST(" + alias + ".mapping AS STRING), ':1.0')");
  }
  columns.push_back(JoinedTexts(pairs, ",") + " AS " + QuotedName(FreeName(hot.appended, "kv")));
  return "WITH m AS (" + hot.model + ") SELECT " + Join(columns, ", ") + " FROM " +
         hot.input.relation + " t" + joins;
}

// A column for each feature, which the rows say.
Result<SqlStep> OneHotTable(const OneHot& hot, const Parameters& parameters,
                            const BuildContext& context) {
  PAISQL_ASSIGN(const Answer answer,
                AskRows("SELECT col_name, col_value, mapping FROM (" + hot.model +
                            ") m ORDER BY mapping LIMIT " + std::to_string(kMostFeatures + 1),
                        parameters, context));
  std::vector<std::string> columns;
  for (const store::Column& column : hot.appended)
    columns.push_back("t." + QuotedName(column.name));
  for (const store::Column& column : hot.reserved) {
    columns.push_back("CAST(t." + QuotedName(column.name) + " AS DOUBLE) AS " +
                      QuotedName(column.name));
  }
  for (const auto& row : answer.rows) {
    for (const store::Column& column : hot.binary) {
      if (!EqualsIgnoreCase(column.name, row[0].value_or(""))) continue;
      const std::string text = OneHotText(column);
      const std::string same = row[1] ? text + " = " + QuotedText(*row[1]) : text + " IS NULL";
      columns.push_back("IF(" + same + ", 1D, 0D) AS " +
                        QuotedName(column.name + "_" + row[2].value_or("")));
    }
  }
  if (columns.size() > kMostFeatures) {
    return Wrong(parameters.PlaceOf("outputTableType"),
                 "the table would have more than " + std::to_string(kMostFeatures) + " columns",
                 "write -DoutputTableType=kv");
  }
  if (columns.empty()) columns.emplace_back("0D AS nothing");
  return SqlStep{"outputTableName",
                 "SELECT " + Join(columns, ", ") + " FROM " + hot.input.relation + " t",
                 answer.unknown};
}

Result<std::vector<SqlStep>> BuildOneHot(const Parameters& parameters,
                                         const BuildContext& context) {
  PAISQL_ASSIGN(const OneHot hot, ReadOneHot(parameters, context));
  std::vector<SqlStep> steps;
  if (parameters.Word("outputTableType") == "table") {
    PAISQL_ASSIGN(steps.emplace_back(), OneHotTable(hot, parameters, context));
  } else {
    steps.push_back({"outputTableName", OneHotTexts(hot)});
  }
  if (parameters.Find("modelTable") == nullptr) return steps;
  std::string model = hot.model;
  for (size_t i = 0; i < hot.reserved.size(); ++i) {
    model += " UNION ALL SELECT '_reserve_' AS col_name, " + QuotedText(hot.reserved[i].name) +
             " AS col_value, CAST(" + std::to_string(i) + " AS BIGINT) AS mapping";
  }
  steps.push_back({"modelTable", model});
  return steps;
}

const std::array kOneHotRows = {
    Component{"One-hot encoding", kOneHotNames, "", 0, "Makes a feature of each value of columns.",
              kOneHotParameters, kOneHotPorts, SqlBuild{BuildOneHot}, "", kOneHotExample, true},
};

}  // namespace

std::span<const Component> OneHotComponents() { return kOneHotRows; }

}  // namespace paisql::pai
