// AppendId and Filter: the rows of one table, with a number or without some.

#include <array>

#include "pai/classic/answers.h"
#include "pai/classic/classic_input.h"
#include "pai/classic/common_parameters.h"
#include "pai/classic/preparing/preparing_rows.h"
#include "pai/job/component_tables.h"

namespace paisql::pai {

namespace {

constexpr std::array<std::string_view, 1> kAppendIdNames = {"AppendId"};
constexpr std::array<std::string_view, 1> kFilterNames = {"Filter"};

constexpr auto kAppendIdParameters =
    Together(kInputOutputParameters,
             std::array{
                 Parameter{"IDColName", ParameterType::kText, false, "append_id", "",
                           "The name of the new column, which comes first."},
                 Parameter{"selectedColNames", ParameterType::kColumns, false, "", "",
                           "The columns that are kept; all without it."},
             },
             kTuningParameters);

constexpr Parameter kFilterOutputParameter = {"outputTableName",
                                              ParameterType::kTable,
                                              true,
                                              "",
                                              "",
                                              "The table that is written.",
                                              "",
                                              "outputTable outTableName"};

constexpr auto kFilterParameters =
    Together(std::array{kInputTableParameter, kInputPartitionsParameter, kFilterOutputParameter,
                        kOutputPartitionParameter},
             std::array{
                 Parameter{"filter", ParameterType::kText, false, "", "",
                           "The condition of the rows that stay, as after WHERE: `age >= 40`; all "
                           "rows without it."},
                 Parameter{"selectedColNames", ParameterType::kColumns, false, "", "",
                           "The columns that are kept; all without it."},
             },
             kTuningParameters);

constexpr std::array kOneTablePorts = {kInputPort, kOutputPort};

constexpr std::string_view kAppendIdExample = R"(CREATE TABLE points (x DOUBLE);
INSERT INTO points VALUES (1.5), (2.5);
PAI -name {name} -DinputTableName=points -DoutputTableName=numbered;
SELECT * FROM numbered ORDER BY append_id LIMIT 10;
)";
constexpr std::string_view kFilterExample = R"(CREATE TABLE people (name STRING, age BIGINT);
INSERT INTO people VALUES ('Li', 30), ('Wang', 44);
PAI -name {name} -DinputTableName=people -Dfilter="age>=40" -DoutTableName=older;
SELECT * FROM older ORDER BY name LIMIT 10;
)";

// Rows are numbered from 0 in the order in which the table holds them.
Result<std::vector<SqlStep>> BuildAppendId(const Parameters& parameters,
                                           const BuildContext& context) {
  PAISQL_ASSIGN(const ClassicInput input, InputOf(parameters, context));
  PAISQL_ASSIGN(const std::vector<store::Column> kept,
                Selected(parameters, context, "selectedColNames", input.columns));
  const std::string id = parameters.Text("IDColName");
  if (HasColumn(kept, id)) {
    return Wrong(parameters.PlaceOf(parameters.Find("IDColName") != nullptr ? "IDColName"
                                                                            : "inputTableName"),
                 "the input has a column " + id + " already",
                 "name the new column in -DIDColName, or leave the old one out of "
                 "-DselectedColNames");
  }
  return std::vector<SqlStep>{
      {"outputTableName",
       FillSql(
           "SELECT ROW_NUMBER() OVER (ORDER BY 1) - 1 AS {id}, {columns} FROM {input} t",
           {{"id", QuotedName(id)}, {"columns", ListOf(kept, "t")}, {"input", input.relation}})}};
}

Result<std::vector<SqlStep>> BuildFilter(const Parameters& parameters,
                                         const BuildContext& context) {
  PAISQL_ASSIGN(const ClassicInput input, InputOf(parameters, context));
  PAISQL_ASSIGN(const std::vector<store::Column> kept,
                Selected(parameters, context, "selectedColNames", input.columns));
  std::string query = "SELECT " + ListOf(kept, "t") + " FROM " + input.relation + " t";
  if (parameters.Find("filter") != nullptr) {
    const std::string where = " WHERE (" + parameters.Text("filter") + "\n)";
    // Asks nothing, and tells what is wrong with the condition at its place.
    PAISQL_TRY(AskRows("SELECT 1 FROM " + input.relation + " t" + where + " LIMIT 0", parameters,
                       context, "filter"));
    query += where;
  }
  return std::vector<SqlStep>{{"outputTableName", query}};
}

const std::array kColumnRows = {
    Component{"AppendId", kAppendIdNames, "", 0, "Numbers the rows of a table from 0.",
              kAppendIdParameters, kOneTablePorts, SqlBuild{BuildAppendId}, "", kAppendIdExample,
              true},
    Component{"Filter", kFilterNames, "", 0, "Keeps the rows of a table that a condition chooses.",
              kFilterParameters, kOneTablePorts, SqlBuild{BuildFilter}, "", kFilterExample, true},
};

}  // namespace

std::span<const Component> ColumnComponents() { return kColumnRows; }

}  // namespace paisql::pai
