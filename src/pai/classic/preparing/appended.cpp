// AppendColumns and AppendRows: several tables side by side, or one after the other.

#include <array>

#include "base/text.h"
#include "base/whole_number.h"
#include "pai/classic/answers.h"
#include "pai/classic/classic_input.h"
#include "pai/classic/common_parameters.h"
#include "pai/classic/preparing/preparing_rows.h"
#include "pai/job/component_tables.h"
#include "pai/value/input_values.h"

namespace paisql::pai {

namespace {

constexpr std::array<std::string_view, 1> kAppendColumnsNames = {"AppendColumns"};
constexpr std::array<std::string_view, 1> kAppendRowsNames = {"AppendRows"};

constexpr std::array kAppendedOwn = {
    Parameter{"inputTableNames", ParameterType::kTables, true, "", "",
              "The tables, or queries, that are read, separated by commas.", "", "inputTables"},
    Parameter{"inputPartitionsInfoList", ParameterType::kText, false, "", "",
              "Partitions of each table, `ds=1/ds=2`, with ; between tables."},
    Parameter{
        "selectedColNamesList", ParameterType::kText, false, "", "",
        "Columns of each table, separated by commas, with ; between tables; all columns where "
        "nothing stands. `f0..f9` are those from f0 to f9."},
    Parameter{"outputTableColNames", ParameterType::kText, false, "", "",
              "The names of all columns of the output; `x0..x9` are x0, x1 and so on."},
};

constexpr auto kAppendRowsParameters = Together(
    kAppendedOwn, std::array{kOutputTableParameter, kOutputPartitionParameter}, kTuningParameters);
constexpr auto kAppendColumnsParameters =
    Together(kAppendedOwn, std::array{kOutputTableParameter, kOutputPartitionParameter},
             std::array{Parameter{"autoRenameCol", ParameterType::kBoolean, false, "false", "",
                                  "The columns are called col0, col1 and so on; "
                                  "outputTableColNames then does not count."}},
             kTuningParameters);

constexpr std::array kAppendedPorts = {Port{"inputTableNames", PortKind::kInputTable}, kOutputPort};

constexpr std::string_view kAppendColumnsExample = R"(CREATE TABLE a (x DOUBLE);
CREATE TABLE b (y STRING);
INSERT INTO a VALUES (1), (2);
INSERT INTO b VALUES ('p'), ('q');
PAI -name {name} -DinputTableNames=a,b -DoutputTableName=both;
SELECT * FROM both ORDER BY x LIMIT 10;
)";
constexpr std::string_view kAppendRowsExample = R"(CREATE TABLE a (x DOUBLE);
CREATE TABLE b (y DOUBLE);
INSERT INTO a VALUES (1), (2);
INSERT INTO b VALUES (3);
PAI -name {name} -DinputTableNames=a,b -DoutputTableName=all_rows;
SELECT * FROM all_rows ORDER BY x LIMIT 10;
)";

// One of the tables, with the columns of it that are taken.
struct Appended {
  std::string name;
  std::string relation;
  std::vector<store::Column> columns;
};

// The parts of a list between semicolons, as many as there are tables, empty ones for the rest.
Result<std::vector<Part>> AppendedParts(const Parameters& parameters, std::string_view name,
                                        size_t tables, const BuildContext& context) {
  std::vector<Part> parts;
  const syntax::PaiParameter* const given = parameters.Find(name);
  size_t begin = 0;
  while (given != nullptr && begin <= given->value.size()) {
    const size_t end = std::min(given->value.find(';', begin), given->value.size());
    parts.push_back({std::string(Trim(given->value.substr(begin, end - begin))),
                     PlaceInValue(*given, context.statement_text, begin, end)});
    begin = end + 1;
  }
  while (parts.size() > tables && parts.back().text.empty()) parts.pop_back();
  if (parts.size() > tables) {
    return Wrong(given->value_range,
                 given->key + " has " + std::to_string(parts.size()) + " parts for " +
                     std::to_string(tables) + " tables",
                 "write one part for each table, with ; between them");
  }
  parts.resize(tables);
  return parts;
}

// "ds=1/hh=a/ds=2/hh=b" as two partitions: each begins with the first key.
std::vector<std::string> AppendedPartitions(const std::string& text) {
  std::vector<std::string> partitions;
  std::string first;
  for (const std::string& level : Split(text, '/')) {
    const std::string key = ToLower(Trim(level.substr(0, level.find('='))));
    if (first.empty()) first = key;
    if (key == first) {
      partitions.emplace_back(Trim(level));
    } else {
      partitions.back() += "/" + std::string(Trim(level));
    }
  }
  return partitions;
}

Result<SqlInput> AppendedInput(const NamedInput& named, const syntax::PaiParameter& given,
                               const Part& chosen, const BuildContext& context) {
  syntax::PaiParameter one = given;
  one.value = named.query ? "(" + named.text + ")" : named.text;
  PAISQL_ASSIGN(SqlInput input, OneSqlInput(one, context));
  if (chosen.text.empty()) return input;
  if (named.query) {
    return Wrong(chosen.range, "a query has no partitions", "write the condition into the query");
  }
  std::vector<std::string> selects;
  for (const std::string& partition : AppendedPartitions(chosen.text)) {
    const std::string url = TableUrl(named.text, context) + "/" + partition;
    PAISQL_ASSIGN(const jobs::TableBinding table, ResolveInput({url, chosen.range}, context));
    selects.push_back("SELECT " + ListOf(input.columns) + " FROM " +
                      SqlInputOf(table, "").relation + " p");
  }
  input.relation = "(SELECT * FROM (" + Join(selects, " UNION ALL ") + ") u)";
  return input;
}

Result<std::vector<Appended>> AppendedTables(const Parameters& parameters,
                                             const BuildContext& context) {
  const syntax::PaiParameter& given = *parameters.Find("inputTableNames");
  const std::vector<NamedInput> inputs = NamedInputs(given.value);
  PAISQL_ASSIGN(const std::vector<Part> partitions,
                AppendedParts(parameters, "inputPartitionsInfoList", inputs.size(), context));
  PAISQL_ASSIGN(const std::vector<Part> lists,
                AppendedParts(parameters, "selectedColNamesList", inputs.size(), context));
  std::vector<Appended> tables;
  for (size_t i = 0; i < inputs.size(); ++i) {
    PAISQL_ASSIGN(SqlInput input, AppendedInput(inputs[i], given, partitions[i], context));
    std::vector<Part> parts;
    for (const std::string& name : Split(lists[i].text, ',')) {
      if (!Trim(name).empty()) parts.push_back({std::string(Trim(name)), lists[i].range});
    }
    if (!parts.empty()) {
      PAISQL_ASSIGN(input.columns,
                    ColumnsIn(parts, *parameters.Find("selectedColNamesList"), input.columns));
    }
    tables.push_back({inputs[i].text, std::move(input.relation), std::move(input.columns)});
  }
  return tables;
}

// x0, x1, x2 for "x0..x2"; the text itself where it is not such a range.
std::vector<std::string> AppendedNames(const std::string& text) {
  const size_t dots = text.find("..");
  if (dots == std::string::npos) return {text};
  const std::string first(Trim(text.substr(0, dots)));
  const std::string last(Trim(text.substr(dots + 2)));
  const size_t digits = first.find_last_not_of("0123456789") + 1;
  const std::string prefix = first.substr(0, digits);
  const auto begin = ParseNumber<int64_t>(first.substr(digits));
  const auto end = last.starts_with(prefix) ? ParseNumber<int64_t>(last.substr(digits))
                                            : std::optional<int64_t>();
  constexpr int64_t kMost = 10000;
  if (!begin || !end || *end < *begin || *end - *begin > kMost) return {text};
  std::vector<std::string> names;
  for (int64_t i = *begin; i <= *end; ++i) names.push_back(prefix + std::to_string(i));
  return names;
}

// The names of the output's columns.
Result<std::vector<std::string>> OutputNames(const Parameters& parameters,
                                             const BuildContext& context,
                                             const std::vector<store::Column>& columns) {
  std::vector<std::string> names;
  const syntax::PaiParameter* const given = parameters.Find("outputTableColNames");
  if (parameters.IsTrue("autoRenameCol")) {
    for (size_t i = 0; i < columns.size(); ++i) names.push_back("col" + std::to_string(i));
    return names;
  }
  if (given == nullptr) {
    for (const store::Column& column : columns) names.push_back(column.name);
  } else {
    for (const Part& part : SplitValue(*given, context)) {
      const std::vector<std::string> some = AppendedNames(part.text);
      names.insert(names.end(), some.begin(), some.end());
    }
    if (names.size() != columns.size()) {
      return Wrong(given->value_range,
                   "there are " + std::to_string(names.size()) + " names for " +
                       std::to_string(columns.size()) + " columns",
                   "name each column of the output");
    }
  }
  for (size_t i = 0; i < names.size(); ++i) {
    for (size_t k = 0; k < i; ++k) {
      if (!EqualsIgnoreCase(names[i], names[k])) continue;
      return Wrong(parameters.PlaceOf(given == nullptr ? "inputTableNames" : "outputTableColNames"),
                   "two columns of the output are called " + names[i],
                   "give names in -DoutputTableColNames, or add -DautoRenameCol=true");
    }
  }
  return names;
}

// Tables side by side have the same number of rows.
Status CheckAppendedRows(const std::vector<Appended>& tables, const Parameters& parameters,
                         const BuildContext& context) {
  std::optional<int64_t> first;
  for (const Appended& table : tables) {
    PAISQL_ASSIGN(const Answer answer, AskRows("SELECT COUNT(*) FROM " + table.relation + " t",
                                               parameters, context, "inputTableNames"));
    if (answer.unknown) continue;
    const int64_t rows = CountIn(answer.rows.front().front());
    if (first.value_or(rows) != rows) {
      return Wrong(parameters.PlaceOf("inputTableNames"),
                   table.name + " has " + std::to_string(rows) + " rows, and " +
                       tables.front().name + " has " + std::to_string(*first),
                   "tables side by side have the same number of rows");
    }
    first = rows;
  }
  return Status::Ok();
}

Result<std::vector<SqlStep>> BuildAppendColumns(const Parameters& parameters,
                                                const BuildContext& context) {
  PAISQL_ASSIGN(const std::vector<Appended> tables, AppendedTables(parameters, context));
  std::vector<store::Column> columns;
  for (const Appended& table : tables) {
    columns.insert(columns.end(), table.columns.begin(), table.columns.end());
  }
  PAISQL_ASSIGN(const std::vector<std::string> names, OutputNames(parameters, context, columns));
  PAISQL_TRY(CheckAppendedRows(tables, parameters, context));
  std::vector<std::string> chosen;
  std::string joins;
  for (size_t i = 0; i < tables.size(); ++i) {
    const std::string alias = "t" + std::to_string(i);
    std::vector<std::string> values;
    for (const store::Column& column : tables[i].columns) {
      const std::string value = "c" + std::to_string(values.size());
      chosen.push_back(alias + "." + value + " AS " + QuotedName(names[chosen.size()]));
      values.push_back(QuotedName(column.name) + " AS " + value);
    }
    joins += (i == 0 ? "" : " JOIN ");
    joins += "(SELECT ROW_NUMBER() OVER (ORDER BY 1) AS number, " + Join(values, ", ") + " FROM " +
             tables[i].relation + " t) " + alias;
    if (i > 0) joins += " ON t0.number = " + alias + ".number";
  }
  return std::vector<SqlStep>{
      {"outputTableName", "SELECT " + Join(chosen, ", ") + " FROM " + joins}};
}

Result<std::vector<SqlStep>> BuildAppendRows(const Parameters& parameters,
                                             const BuildContext& context) {
  PAISQL_ASSIGN(const std::vector<Appended> tables, AppendedTables(parameters, context));
  const std::vector<store::Column>& first = tables.front().columns;
  PAISQL_ASSIGN(const std::vector<std::string> names, OutputNames(parameters, context, first));
  std::vector<std::string> selects;
  for (const Appended& table : tables) {
    std::vector<std::string> values;
    bool fits = table.columns.size() == first.size();
    for (size_t i = 0; fits && i < first.size(); ++i) {
      fits = table.columns[i].type == first[i].type;
      values.push_back("t." + QuotedName(table.columns[i].name) + " AS " + QuotedName(names[i]));
    }
    if (!fits) {
      return Wrong(
          parameters.PlaceOf("inputTableNames"),
          "the columns of " + table.name + " have other types than those of " + tables.front().name,
          "choose columns of the same types in -DselectedColNamesList");
    }
    selects.push_back("SELECT " + Join(values, ", ") + " FROM " + table.relation + " t");
  }
  return std::vector<SqlStep>{{"outputTableName", Join(selects, " UNION ALL ")}};
}

const std::array kAppendedRows = {
    Component{"Append columns", kAppendColumnsNames, "", 0,
              "Puts the columns of tables side by side, row by row.", kAppendColumnsParameters,
              kAppendedPorts, SqlBuild{BuildAppendColumns}, "", kAppendColumnsExample, true},
    Component{"Append rows", kAppendRowsNames, "", 0,
              "Puts the rows of tables, which have columns of the same types, into one.",
              kAppendRowsParameters, kAppendedPorts, SqlBuild{BuildAppendRows}, "",
              kAppendRowsExample, true},
};

}  // namespace

std::span<const Component> AppendedComponents() { return kAppendedRows; }

}  // namespace paisql::pai
