// split: two tables of one, by a share of the rows or by a threshold.

#include <array>
#include <cmath>

#include "pai/classic/classic_input.h"
#include "pai/classic/common_parameters.h"
#include "pai/classic/preparing/preparing_rows.h"
#include "pai/classic/row_order.h"
#include "pai/job/component_tables.h"

namespace paisql::pai {

namespace {

constexpr std::array<std::string_view, 1> kSplitNames = {"split"};

constexpr std::array kSplitOwn = {
    Parameter{"output1TableName", ParameterType::kTable, true, "", "",
              "The table with the first part of the rows."},
    Parameter{"output1TablePartition", ParameterType::kText, false, "", "",
              "The partition of it that is written, `ds=1`."},
    Parameter{"output2TableName", ParameterType::kTable, true, "", "",
              "The table with all other rows."},
    Parameter{"output2TablePartition", ParameterType::kText, false, "", "",
              "The partition of it that is written."},
    Parameter{"fraction", ParameterType::kNumber, false, "", "",
              "The share of the rows, or of the values of idColName, that the first table gets.",
              "", "", "(0,1)"},
    Parameter{"randomSeed", ParameterType::kInteger, false, "0", "",
              "Another number gives another choice of rows.", "", "", "[0,)"},
    Parameter{"idColName", ParameterType::kColumn, false, "", "",
              "Rows with the same value of this column go into the same table."},
    Parameter{"thresholdColName", ParameterType::kColumn, false, "", "",
              "Rows whose value is below the threshold go into the first table, all others, NULL "
              "too, into the second one."},
    Parameter{"threshold", ParameterType::kNumber, false, "", "",
              "The number for thresholdColName. It counts even where a fraction is given."},
    Parameter{"_splitMethod", ParameterType::kText, false, "",
              "the other parameters say how rows are split",
              "How rows are split, as the platform's workflows note it."},
};

constexpr auto kSplitParameters = Together(
    std::array{kInputTableParameter, kInputPartitionsParameter}, kSplitOwn, kTuningParameters);

constexpr std::array kSplitPorts = {
    kInputPort,
    Port{"output1TableName", PortKind::kOutputTable, "", "", nullptr, "output1TablePartition"},
    Port{"output2TableName", PortKind::kOutputTable, "", "", nullptr, "output2TablePartition"},
};

constexpr std::string_view kSplitExample = R"(CREATE TABLE points (x DOUBLE);
INSERT INTO points VALUES (1), (2), (3), (4), (5);
PAI -name {name} -DinputTableName=points -Dfraction=0.8 -DrandomSeed=7
  -Doutput1TableName=train -Doutput2TableName=test;
SELECT COUNT(*) FROM train;
)";

std::vector<SqlStep> SplitSteps(const ClassicInput& input, const std::string& relation,
                                const std::string& first, const std::string& others) {
  const std::string select = "SELECT " + ListOf(input.columns, "t") + " FROM " + relation + " t";
  return {{"output1TableName", select + " WHERE " + first},
          {"output2TableName", select + " WHERE " + others}};
}

Result<std::vector<SqlStep>> SplitByThreshold(const Parameters& parameters,
                                              const BuildContext& context,
                                              const ClassicInput& input) {
  for (const std::string_view name : {"thresholdColName", "threshold"}) {
    if (parameters.Find(name) != nullptr) continue;
    const std::string_view other = name == "threshold" ? "thresholdColName" : "threshold";
    return Wrong(parameters.PlaceOf(other), "-D" + std::string(name) + " is missing",
                 "a threshold needs its column: add -D" + std::string(name) + "=...");
  }
  PAISQL_ASSIGN(const store::Column column,
                OneColumn(parameters, context, "thresholdColName", input.columns));
  PAISQL_TRY(NeedNumbers(parameters, "thresholdColName", {column}));
  const std::string name = "t." + QuotedName(column.name);
  const std::string threshold = DoubleText(parameters.Decimal("threshold"));
  return SplitSteps(input, input.relation, name + " < " + threshold,
                    name + " >= " + threshold + " OR " + name + " IS NULL");
}

Result<std::vector<SqlStep>> BuildSplit(const Parameters& parameters, const BuildContext& context) {
  PAISQL_ASSIGN(const ClassicInput input, InputOf(parameters, context));
  if (parameters.Find("thresholdColName") != nullptr || parameters.Find("threshold") != nullptr) {
    return SplitByThreshold(parameters, context, input);
  }
  if (parameters.Find("fraction") == nullptr) {
    return Wrong(parameters.PlaceOf("output1TableName"), "-Dfraction is missing",
                 "add -Dfraction=0.8, or -DthresholdColName and -Dthreshold");
  }
  std::string number = RowNumber(input);
  std::string counted = input.relation;
  if (parameters.Find("idColName") != nullptr) {
    PAISQL_ASSIGN(const store::Column id,
                  OneColumn(parameters, context, "idColName", input.columns));
    const std::string name = QuotedName(id.name);
    number = "DENSE_RANK() OVER (ORDER BY " + name + ") - 1";
    counted = "(SELECT DISTINCT " + name + " FROM " + input.relation + " d)";
  }
  const int64_t seed = parameters.Number("randomSeed");
  PAISQL_ASSIGN(const int64_t rows, CountRows(counted, parameters, context));
  const auto chosen = std::llround(parameters.Decimal("fraction") * static_cast<double>(rows));
  const RandomOrder order = InRandomOrder(input, number, seed, context);
  const std::string bound = std::to_string(PlacesBound(rows, chosen, seed));
  return SplitSteps(input, order.relation, "t." + order.place + " < " + bound,
                    "t." + order.place + " >= " + bound);
}

const std::array kSplitRows = {
    Component{"Split", kSplitNames, "", 0, "Splits a table into two.", kSplitParameters,
              kSplitPorts, SqlBuild{BuildSplit}, "", kSplitExample, true},
};

}  // namespace

std::span<const Component> SplitComponents() { return kSplitRows; }

}  // namespace paisql::pai
