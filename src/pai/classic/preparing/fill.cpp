// FillMissingValues: other values in the place of NULL, empty texts and values that mean nothing.

#include <array>
#include <optional>

#include "base/text.h"
#include "base/whole_number.h"
#include "pai/classic/answers.h"
#include "pai/classic/classic_input.h"
#include "pai/classic/common_parameters.h"
#include "pai/classic/known_rows.h"
#include "pai/classic/preparing/preparing_rows.h"
#include "pai/job/component_tables.h"

namespace paisql::pai {

namespace {

constexpr std::array<std::string_view, 1> kFillNames = {"FillMissingValues"};

constexpr auto kFillParameters = Together(
    kInputOutputParameters,
    std::array{
        Parameter{"configs", ParameterType::kText, false, "", "",
                  "What is filled, `column,what,value` with ; between columns. What: null, or of "
                  "texts empty, null-empty, or user-defined with two values, the old and the new "
                  "one. Value: min, max or mean of a number's column, or what stands there."},
        Parameter{"outputParaTableName", ParameterType::kTable, false, "", "",
                  "The table (feature STRING, json STRING) of what was filled; it has no "
                  "partitions."},
        Parameter{"inputParaTableName", ParameterType::kTable, false, "", "",
                  "Such a table of an earlier statement, which is filled again; configs then does "
                  "not count."},
    },
    kTuningParameters);

constexpr std::array kFillPorts = {
    kInputPort,
    Port{"inputParaTableName", PortKind::kInputTable},
    kOutputPort,
    Port{"outputParaTableName", PortKind::kOutputTable},
};

constexpr std::string_view kFillExample = R"(CREATE TABLE people (age DOUBLE, job STRING);
INSERT INTO people VALUES (30, 'cook'), (NULL, ''), (40, NULL);
PAI -name {name} -DinputTableName=people -DoutputTableName=filled
  -Dconfigs="age,null,mean;job,null-empty,unknown";
SELECT * FROM filled ORDER BY age LIMIT 10;
)";

struct Filling {
  store::Column column;
  std::string what;      // null, empty, null-empty, user-defined
  std::string original;  // of user-defined
  std::optional<std::string> value;
};

Status CheckFillValue(const Part& part, const store::Column& column, const std::string& value) {
  const bool fits =
      !IsNumber(column) || (column.type.IsInteger() ? ParseNumber<int64_t>(value).has_value()
                                                    : ParseNumber<double>(value).has_value());
  if (fits) return Status::Ok();
  return Wrong(
      part.range,
      "'" + value + "' is not a value for column " + column.name + ", a " + column.type.ToString(),
      "write a number, or min, max or mean");
}

bool IsMoment(const std::string& value) {
  return EqualsIgnoreCase(value, "min") || EqualsIgnoreCase(value, "max") ||
         EqualsIgnoreCase(value, "mean");
}

// The least, greatest or mean value of a column, as it fits into the column.
std::string MomentOf(const store::Column& column, const std::string& value) {
  const std::string name = QuotedName(column.name);
  const std::string function = EqualsIgnoreCase(value, "mean") ? "AVG" : ToUpper(value);
  return "CAST(" + function + "(" + name + ") AS " + column.type.ToString() + ")";
}

// "column,what,value", or with "user-defined,old,new".
Result<Filling> FillingOf(const Part& part, const std::vector<store::Column>& columns) {
  std::vector<std::string> fields;
  for (const std::string& field : Split(part.text, ',')) fields.emplace_back(Trim(field));
  const std::string what = fields.size() > 1 ? ToLower(fields[1]) : "";
  const bool own = what == "user-defined";
  if (fields.size() != (own ? 4U : 3U)) {
    return Wrong(part.range, "'" + part.text + "' does not say what is filled",
                 "write column,null,value or column,user-defined,old value,new value");
  }
  Filling filling{{}, what, own ? fields[2] : "", fields.back()};
  PAISQL_ASSIGN(filling.column, ColumnNamed({fields[0], part.range}, columns));
  if (what == "empty-null") filling.what = "null-empty";
  const bool text = filling.column.type.IsText();
  if (filling.what == "empty" || filling.what == "null-empty") {
    if (!text) {
      return Wrong(part.range,
                   "column " + filling.column.name + " is a " + filling.column.type.ToString() +
                       ", which is never empty",
                   "write null");
    }
  } else if (filling.what != "null" && !own) {
    return Wrong(part.range, "'" + fields[1] + "' says nothing that can be filled",
                 "write null, empty, null-empty or user-defined");
  }
  if (IsMoment(fields.back()) && IsNumber(filling.column)) return filling;
  PAISQL_TRY(CheckFillValue(part, filling.column, fields.back()));
  if (own) PAISQL_TRY(CheckFillValue(part, filling.column, filling.original));
  return filling;
}

// The parts of a value between semicolons.
std::vector<Part> FillingParts(const syntax::PaiParameter& given, const BuildContext& context) {
  std::vector<Part> parts;
  size_t begin = 0;
  while (begin <= given.value.size()) {
    const size_t end = std::min(given.value.find(';', begin), given.value.size());
    const std::string text(Trim(given.value.substr(begin, end - begin)));
    if (!text.empty()) {
      parts.push_back({text, PlaceInValue(given, context.statement_text, begin, end)});
    }
    begin = end + 1;
  }
  return parts;
}

// Puts numbers in the place of min, max and mean.
Status FindMoments(std::vector<Filling>& fillings, const ClassicInput& input,
                   const Parameters& parameters, const BuildContext& context) {
  std::vector<std::string> asked;
  std::vector<Filling*> waiting;
  for (Filling& filling : fillings) {
    if (!IsNumber(filling.column) || !IsMoment(*filling.value)) continue;
    asked.push_back(MomentOf(filling.column, *filling.value));
    waiting.push_back(&filling);
  }
  if (asked.empty()) return Status::Ok();
  PAISQL_ASSIGN(const Answer answer,
                AskRows("SELECT " + Join(asked, ", ") + " FROM " + input.relation + " t",
                        parameters, context, "configs"));
  for (size_t i = 0; i < waiting.size(); ++i) {
    waiting[i]->value = answer.unknown ? std::nullopt : answer.rows.front()[i];
  }
  return Status::Ok();
}

Result<std::vector<Filling>> GivenFillings(const Parameters& parameters,
                                           const BuildContext& context, const ClassicInput& input) {
  const syntax::PaiParameter* const given = parameters.Find("configs");
  if (given == nullptr) {
    return Wrong(parameters.PlaceOf("inputTableName"), "-Dconfigs is missing",
                 "add -Dconfigs=\"column,null,0\", or -DinputParaTableName");
  }
  std::vector<Filling> fillings;
  for (const Part& part : FillingParts(*given, context)) {
    PAISQL_ASSIGN(fillings.emplace_back(), FillingOf(part, input.columns));
  }
  PAISQL_TRY(FindMoments(fillings, input, parameters, context));
  return fillings;
}

// What the table of an earlier statement says. A column that the input lacks is left out.
Result<std::vector<Filling>> EarlierFillings(const Parameters& parameters,
                                             const BuildContext& context,
                                             const ClassicInput& input) {
  PAISQL_ASSIGN(const ClassicInput table, InputOf(parameters, context, "inputParaTableName", ""));
  PAISQL_ASSIGN(const Answer answer,
                AskRows("SELECT feature, GET_JSON_OBJECT(json, '$.missing'), "
                        "GET_JSON_OBJECT(json, '$.original'), GET_JSON_OBJECT(json, '$.value') "
                        "FROM " +
                            table.relation + " t",
                        parameters, context, "inputParaTableName"));
  std::vector<Filling> fillings;
  for (const auto& row : answer.rows) {
    for (const store::Column& column : input.columns) {
      if (!EqualsIgnoreCase(column.name, row[0].value_or(""))) continue;
      fillings.push_back({column, row[1].value_or("null"), row[2].value_or(""), row[3]});
    }
  }
  return fillings;
}

std::string FilledValue(const Filling& filling, const std::string& value) {
  const std::string type = filling.column.type.ToString();
  const auto cast = [&](const std::string& text) {
    return "CAST(" + QuotedText(text) + " AS " + type + ")";
  };
  const std::string name = "t." + QuotedName(filling.column.name);
  std::string missing = name + " IS NULL";
  if (filling.what == "empty") missing = name + " = ''";
  if (filling.what == "null-empty") missing += " OR " + name + " = ''";
  if (filling.what == "user-defined") missing = name + " = " + cast(filling.original);
  const std::string other = filling.value ? cast(*filling.value) : "CAST(NULL AS " + type + ")";
  return "CASE WHEN " + missing + " THEN " + other + " ELSE " + value + " END";
}

std::string FillTable(const std::vector<Filling>& fillings) {
  const std::vector<store::Column> columns = {NewColumn("feature", TypeId::kString),
                                              NewColumn("json", TypeId::kString)};
  std::vector<std::vector<std::optional<std::string>>> rows;
  for (const Filling& filling : fillings) {
    nlohmann::ordered_json json = {{"missing", filling.what}};
    if (filling.what == "user-defined") json["original"] = filling.original;
    json["value"] =
        filling.value ? nlohmann::ordered_json(*filling.value) : nlohmann::ordered_json(nullptr);
    rows.push_back({filling.column.name, json.dump()});
  }
  return KnownRows(columns, rows);
}

Result<std::vector<SqlStep>> BuildFill(const Parameters& parameters, const BuildContext& context) {
  PAISQL_ASSIGN(const ClassicInput input, InputOf(parameters, context));
  const bool again = parameters.Find("inputParaTableName") != nullptr;
  PAISQL_ASSIGN(const std::vector<Filling> fillings,
                again ? EarlierFillings(parameters, context, input)
                      : GivenFillings(parameters, context, input));
  std::vector<std::string> values;
  for (const store::Column& column : input.columns) {
    std::string value = "t." + QuotedName(column.name);
    for (const Filling& filling : fillings) {
      if (filling.column.name == column.name) value = FilledValue(filling, value);
    }
    values.push_back(value + " AS " + QuotedName(column.name));
  }
  std::vector<SqlStep> steps = {
      {"outputTableName", "SELECT " + Join(values, ", ") + " FROM " + input.relation + " t"}};
  if (parameters.Find("outputParaTableName") != nullptr) {
    steps.push_back({"outputParaTableName", FillTable(fillings)});
  }
  return steps;
}

const std::array kFillRows = {
    Component{"Fill missing values", kFillNames, "", 0,
              "Puts values where a table has none, or values that mean none.", kFillParameters,
              kFillPorts, SqlBuild{BuildFill}, "", kFillExample, true},
};

}  // namespace

std::span<const Component> FillComponents() { return kFillRows; }

}  // namespace paisql::pai
