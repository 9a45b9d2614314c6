#include "pai/classic/preparing/scales.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "pai/classic/known_rows.h"
#include "pai/job/component_tables.h"

namespace paisql::pai {

namespace {

// Asks for scales of columns. NaN does not count, if `guarded`; without it statistics of files may
// answer, so it is asked for only where NaN has come into a scale.
Status AskScales(const ScaleKind& kind, const ClassicInput& input, const Parameters& parameters,
                 const BuildContext& context, bool guarded, std::vector<Scale>& scales) {
  std::vector<std::string> asked;
  std::vector<Scale*> waiting;
  for (Scale& scale : scales) {
    const bool clear = scale.from.has_value() && std::isfinite(NumberIn(scale.from)) &&
                       (!scale.other.has_value() || std::isfinite(NumberIn(scale.other)));
    const auto column = std::ranges::find(input.columns, scale.feature, &store::Column::name);
    if (guarded && (clear || column->type.IsInteger())) continue;
    const std::map<std::string, std::string> x = {
        {"x", guarded ? FiniteText(*column) : "t." + QuotedName(column->name)}};
    asked.push_back("CAST(" + FillSql(kind.from, x) + " AS DOUBLE)");
    asked.push_back("CAST(" + FillSql(kind.other, x) + " AS DOUBLE)");
    waiting.push_back(&scale);
  }
  if (asked.empty()) return Status::Ok();
  PAISQL_ASSIGN(const Answer answer,
                AskRows("SELECT " + Join(asked, ", ") + " FROM " + input.relation + " t",
                        parameters, context));
  for (size_t i = 0; i < waiting.size() && !answer.unknown; ++i) {
    waiting[i]->from = answer.rows.front()[2 * i];
    waiting[i]->other = answer.rows.front()[2 * i + 1];
  }
  return Status::Ok();
}

// The scales that an earlier statement has written.
Result<Answer> EarlierScales(const ScaleKind& kind, const Parameters& parameters,
                             const BuildContext& context) {
  PAISQL_ASSIGN(const ClassicInput table, InputOf(parameters, context, "inputParaTableName", ""));
  return AskRows(FillSql("SELECT feature, GET_JSON_OBJECT(json, '$.{from}'), GET_JSON_OBJECT(json, "
                         "'$.{other}') FROM {table} t",
                         {{"from", std::string(kind.from_name)},
                          {"other", std::string(kind.other_name)},
                          {"table", table.relation}}),
                 parameters, context, "inputParaTableName");
}

}  // namespace

std::string ScaledValue(const ScaleKind& kind, const std::string& value, const std::string& from,
                        const std::string& other) {
  return FillSql(
      kind.other_is_width
          ? "CASE WHEN COALESCE({other}, 0D) = 0 THEN {value} - {value} ELSE ({value} - "
            "{from}) / {other} END"
          : "CASE WHEN {other} = {from} THEN {value} - {value} ELSE ({value} - {from}) / "
            "({other} - {from}) END",
      {{"value", value}, {"from", from}, {"other", other}});
}

std::string ScaledBy(const ScaleKind& kind, const std::string& value, const Scale& scale) {
  if (!scale.from.has_value()) return "CAST(NULL AS DOUBLE)";
  const double from = NumberIn(scale.from);
  const double other = scale.other ? NumberIn(scale.other) : 0;
  const double width = kind.other_is_width ? other : other - from;
  if (width == 0) return value + " - " + value;
  return "(" + value + " - " + DoubleText(from) + ") / " + DoubleText(width);
}

Result<std::vector<Scale>> DenseScales(const ScaleKind& kind, const Parameters& parameters,
                                       const BuildContext& context, const ClassicInput& input,
                                       const std::vector<store::Column>& columns) {
  std::vector<Scale> scales;
  if (parameters.Find("inputParaTableName") != nullptr) {
    PAISQL_ASSIGN(const Answer earlier, EarlierScales(kind, parameters, context));
    for (const store::Column& column : columns) {
      const auto row = std::ranges::find_if(earlier.rows, [&](const std::vector<Cell>& one) {
        return EqualsIgnoreCase(one[0].value_or(""), column.name);
      });
      if (row != earlier.rows.end()) {
        scales.push_back({column.name, (*row)[1], (*row)[2]});
      } else if (earlier.unknown) {
        scales.push_back({column.name, {}, {}});
      } else if (parameters.Find("selectedColNames") != nullptr) {
        return Wrong(parameters.PlaceOf("selectedColNames"),
                     "the table of scales has no column " + column.name,
                     "leave the column out, or compute its scale without -DinputParaTableName");
      }
    }
    return scales;
  }
  for (const store::Column& column : columns) scales.push_back({column.name, {}, {}});
  for (const bool guarded : {false, true}) {
    PAISQL_TRY(AskScales(kind, input, parameters, context, guarded, scales));
  }
  return scales;
}

std::string ScaleTable(const ScaleKind& kind, const std::vector<Scale>& scales) {
  std::vector<std::vector<Cell>> rows;
  for (const Scale& scale : scales) {
    nlohmann::ordered_json json;
    json[std::string(kind.from_name)] = JsonNumber(NumberIn(scale.from));
    json[std::string(kind.other_name)] = JsonNumber(NumberIn(scale.other));
    rows.push_back({scale.feature, json.dump()});
  }
  return KnownRows({NewColumn("feature", TypeId::kString), NewColumn("json", TypeId::kString)},
                   rows);
}

}  // namespace paisql::pai
