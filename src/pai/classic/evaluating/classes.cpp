#include "pai/classic/evaluating/classes.h"

#include <fmt/format.h>

#include "pai/job/component_tables.h"

namespace paisql::pai {

namespace {

constexpr std::string_view kPairsSql =
    "SELECT a, p, COUNT(*) AS n FROM (SELECT {actual} AS a, {predicted} AS p FROM {input} t) k "
    "WHERE a IS NOT NULL AND p IS NOT NULL GROUP BY a, p";

constexpr std::string_view kClassesSql =
    "SELECT DISTINCT c FROM (SELECT a AS c FROM ({pairs}) x UNION ALL SELECT p AS c FROM ({pairs}) "
    "y) z LIMIT {limit}";

}  // namespace

std::string ProbabilityText(const store::Column& detail, std::string_view class_name,
                            std::string_view alias) {
  return "FROM_JSON(" + std::string(alias) + "." + QuotedName(detail.name) +
         ", 'map<string,double>')[" + QuotedText(class_name) + "]";
}

Result<ClassPairs> CountPairs(const std::string& relation, const std::string& actual,
                              const std::string& predicted, const Parameters& parameters,
                              const BuildContext& context) {
  const std::string query =
      FillSql(kPairsSql, {{"actual", actual}, {"predicted", predicted}, {"input", relation}});
  PAISQL_ASSIGN(
      const Answer classes,
      AskRows(FillSql(kClassesSql, {{"pairs", query}, {"limit", std::to_string(kMostClasses + 1)}}),
              parameters, context));
  ClassPairs found;
  found.unknown = classes.unknown;
  if (found.unknown) return found;
  if (classes.rows.size() > kMostClasses) {
    return Wrong(parameters.PlaceOf("labelColName"),
                 fmt::format("there are more than {} classes", kMostClasses),
                 "name a column of classes, not one of measured values");
  }
  for (const auto& row : classes.rows) found.labels.push_back(*row.front());
  SortClasses(found.labels);
  PAISQL_ASSIGN(const Answer pairs, AskRows(query, parameters, context));
  for (const auto& row : pairs.rows) found.counts[{*row[0], *row[1]}] = CountIn(row[2]);
  return found;
}

Status NeedClass(const std::string& relation, const store::Column& label,
                 std::string_view parameter, const Parameters& parameters,
                 const BuildContext& context) {
  const std::string name = parameters.Text(parameter);
  PAISQL_ASSIGN(
      const Answer answer,
      AskRows(
          FillSql("SELECT COUNT(c), COUNT_IF(c = {name}), MIN(c), MAX(c) FROM "
                  "(SELECT {class} AS c FROM {input} t) k",
                  {{"name", QuotedText(name)}, {"class", ClassText(label)}, {"input", relation}}),
          parameters, context));
  if (answer.unknown || CountIn(answer.rows[0][0]) == 0 || CountIn(answer.rows[0][1]) > 0) {
    return Status::Ok();
  }
  const auto& facts = answer.rows[0];
  return Wrong(
      parameters.PlaceOf(parameters.Find(parameter) != nullptr ? parameter : "labelColName"),
      fmt::format("no row has '{}' in column {}", name, label.name),
      fmt::format("name the positive label in -D{}; there are '{}' and '{}'", parameter, *facts[2],
                  *facts[3]));
}

}  // namespace paisql::pai
