// AppendId, AppendColumns, AppendRows, Filter: which columns and rows a table has.

#include <array>

#include "pai/classic/classic_input.h"
#include "pai/classic/common_parameters.h"
#include "pai/classic/preparing/preparing_rows.h"

namespace paisql::pai {

namespace {

constexpr std::array<std::string_view, 1> kAppendIdNames = {"AppendId"};

constexpr auto kAppendIdParameters =
    Together(kInputOutputParameters,
             std::array{
                 Parameter{"IDColName", ParameterType::kText, false, "append_id", "",
                           "The name of the new column, which comes first."},
                 Parameter{"selectedColNames", ParameterType::kColumns, false, "", "",
                           "The columns that are kept; all without it."},
             },
             kTuningParameters);

constexpr std::array kAppendIdPorts = {kInputPort, kOutputPort};

constexpr std::string_view kAppendIdExample = R"(CREATE TABLE points (x DOUBLE);
INSERT INTO points VALUES (1.5), (2.5);
PAI -name {name} -DinputTableName=points -DoutputTableName=numbered;
SELECT * FROM numbered ORDER BY append_id LIMIT 10;
)";

// Rows are numbered from 0 in the order in which the table holds them.
Result<std::vector<SqlStep>> BuildAppendId(const Parameters& parameters,
                                           const BuildContext& context) {
  PAISQL_ASSIGN(const ClassicInput input, InputOf(parameters, context));
  PAISQL_ASSIGN(const std::vector<store::Column> kept,
                Selected(parameters, context, "selectedColNames", input.columns));
  return std::vector<SqlStep>{
      {"outputTableName",
       FillSql("SELECT ROW_NUMBER() OVER (ORDER BY 1) - 1 AS {id}, {columns} FROM {input} t",
               {{"id", QuotedName(parameters.Text("IDColName"))},
                {"columns", ListOf(kept, "t")},
                {"input", input.relation}})}};
}

const std::array kColumnRows = {
    Component{"AppendId", kAppendIdNames, "", 0, "Numbers the rows of a table from 0.",
              kAppendIdParameters, kAppendIdPorts, SqlBuild{BuildAppendId}, "", kAppendIdExample,
              true},
};

}  // namespace

std::span<const Component> ColumnComponents() { return kColumnRows; }

}  // namespace paisql::pai
