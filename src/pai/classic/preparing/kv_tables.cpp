// KVToTable and TableToKV: texts of keys and values as columns, and columns as such texts.

#include <algorithm>
#include <array>
#include <cctype>

#include "base/text.h"
#include "base/whole_number.h"
#include "pai/classic/answers.h"
#include "pai/classic/classic_input.h"
#include "pai/classic/common_parameters.h"
#include "pai/classic/known_rows.h"
#include "pai/classic/preparing/kv_items.h"
#include "pai/classic/preparing/preparing_rows.h"
#include "pai/classic/row_order.h"
#include "pai/job/component_tables.h"

namespace paisql::pai {

namespace {

constexpr std::array<std::string_view, 1> kKvToTableNames = {"KVToTable"};
constexpr std::array<std::string_view, 1> kTableToKvNames = {"TableToKV"};

constexpr std::string_view kKeyMapHelp =
    "The table (col_name, col_index, col_datatype, all STRING) of columns and their keys.";

constexpr std::array kKvDelimiters = {
    Parameter{"kvDelimiter", ParameterType::kText, false, ":", "",
              "Stands between a key and its value."},
    Parameter{"itemDelimiter", ParameterType::kText, false, ",", "", "Stands between two pairs."},
};

constexpr auto kKvToTableParameters = Together(
    kInputOutputParameters,
    std::array{
        Parameter{"kvColName", ParameterType::kColumn, true, "", "",
                  "The column of keys and values. A key becomes the column `<kvColName>_<key>`."},
        Parameter{"appendColName", ParameterType::kColumns, false, "", "",
                  "Columns that are copied as they are.", "", "appendColNames"},
        Parameter{"outputKeyMapTableName", ParameterType::kTable, false, "", "", kKeyMapHelp},
        Parameter{"inputKeyMapTableName", ParameterType::kTable, false, "", "",
                  "Such a table of an earlier statement, whose keys become columns, and no others; "
                  "a col_datatype is bigint, double or string."},
        Parameter{"top1200", ParameterType::kBoolean, false, "true", "",
                  "Of more than 1,200 keys the first ones count; otherwise they are an error."},
    },
    kKvDelimiters, kTuningParameters);

constexpr auto kTableToKvParameters = Together(
    kInputOutputParameters,
    std::array{
        Parameter{
            "selectedColNames", ParameterType::kColumns, false, "", "",
            "The columns of numbers that become pairs; all that are not appended without it."},
        Parameter{"appendColNames", ParameterType::kColumns, false, "", "",
                  "Columns that are copied as they are.", "", "appendColName"},
        Parameter{"convertColToIndexId", ParameterType::kText, false, "0", "",
                  "1: keys are numbers of columns from 0. 0: they are the columns' names.",
                  "0 1 true false"},
        Parameter{"inputKeyMapTableName", ParameterType::kTable, false, "", "",
                  "A table of keys of an earlier statement, for convertColToIndexId=1: its columns "
                  "alone become pairs."},
        Parameter{"outputKeyMapTableName", ParameterType::kTable, false, "", "", kKeyMapHelp},
    },
    kKvDelimiters, kTuningParameters);

constexpr std::array kKvTablePorts = {
    kInputPort,
    Port{"inputKeyMapTableName", PortKind::kInputTable},
    kOutputPort,
    Port{"outputKeyMapTableName", PortKind::kOutputTable},
};

constexpr std::string_view kKvToTableExample = R"(CREATE TABLE texts (id BIGINT, kv STRING);
INSERT INTO texts VALUES (1, '1:0.5,2:3'), (2, '2:4');
PAI -name {name} -DinputTableName=texts -DkvColName=kv -DappendColName=id
  -DoutputTableName=wide -DoutputKeyMapTableName=wide_keys;
SELECT id, kv_1, kv_2 FROM wide ORDER BY id LIMIT 10;
)";
constexpr std::string_view kTableToKvExample = R"(CREATE TABLE wide (id BIGINT, a DOUBLE, b BIGINT);
INSERT INTO wide VALUES (1, 0.5, 3), (2, NULL, 4);
PAI -name {name} -DinputTableName=wide -DselectedColNames=a,b -DappendColNames=id
  -DoutputTableName=texts;
SELECT id, kv FROM texts ORDER BY id LIMIT 10;
)";

constexpr size_t kMostKvColumns = 1200;

// A column of a table, and the key of its values in texts.
struct KvKey {
  std::string column;
  std::string key;
  TypeId type = TypeId::kDouble;
};

struct KvKeys {
  std::vector<KvKey> keys;
  bool unknown = false;
};

std::string KvTypeText(TypeId type) { return ToLower(DataType(type).ToString()); }

std::string KeyMapRows(const std::vector<KvKey>& keys) {
  std::vector<std::vector<Cell>> rows;
  for (const KvKey& one : keys) rows.push_back({one.column, one.key, KvTypeText(one.type)});
  return KnownRows({NewColumn("col_name", TypeId::kString), NewColumn("col_index", TypeId::kString),
                    NewColumn("col_datatype", TypeId::kString)},
                   rows);
}

Result<KvKeys> EarlierKeys(const Parameters& parameters, const BuildContext& context) {
  PAISQL_ASSIGN(const ClassicInput map, InputOf(parameters, context, "inputKeyMapTableName", ""));
  const bool typed = HasColumn(map.columns, "col_datatype");
  PAISQL_ASSIGN(const Answer answer,
                AskRows(std::string("SELECT col_name, col_index, ") +
                            (typed ? "col_datatype" : "'double'") + " FROM " + map.relation + " t",
                        parameters, context, "inputKeyMapTableName"));
  KvKeys read;
  read.unknown = answer.unknown;
  for (const auto& row : answer.rows) {
    const std::string type = ToLower(row[2].value_or("double"));
    read.keys.push_back({row[0].value_or(""), row[1].value_or(""),
                         type == "bigint"   ? TypeId::kBigint
                         : type == "string" ? TypeId::kString
                                            : TypeId::kDouble});
  }
  return read;
}

// Numbers in their order, else texts in theirs.
void SortKeys(std::vector<std::string>& keys) {
  const bool numbers = std::ranges::all_of(
      keys, [](const std::string& key) { return ParseNumber<int64_t>(key).has_value(); });
  std::ranges::sort(keys, [&](const std::string& a, const std::string& b) {
    return numbers ? *ParseNumber<int64_t>(a) < *ParseNumber<int64_t>(b) : a < b;
  });
}

std::string KeyColumn(const std::string& column, const std::string& key) {
  std::string name = column + "_";
  for (const char letter : key) {
    name += std::isalnum(static_cast<unsigned char>(letter)) != 0 ? letter : '_';
  }
  return name;
}

// The keys that the rows hold.
Result<KvKeys> FoundKeys(const std::string& items, const std::string& column,
                         const Parameters& parameters, const BuildContext& context) {
  PAISQL_ASSIGN(const Answer answer,
                AskRows("SELECT DISTINCT pai_key FROM " + items + " i", parameters, context));
  std::vector<std::string> names;
  for (const auto& row : answer.rows) names.push_back(row[0].value_or(""));
  SortKeys(names);
  if (names.size() > kMostKvColumns && !parameters.IsTrue("top1200")) {
    return Wrong(parameters.PlaceOf("kvColName"),
                 "the column has " + std::to_string(names.size()) + " keys, and a table has " +
                     std::to_string(kMostKvColumns) + " columns of keys at most",
                 "add -Dtop1200=true, which takes the first ones");
  }
  names.resize(std::min(names.size(), kMostKvColumns));
  KvKeys found;
  found.unknown = answer.unknown;
  for (const std::string& key : names) found.keys.push_back({KeyColumn(column, key), key});
  return found;
}

Result<std::vector<SqlStep>> BuildKvToTable(const Parameters& parameters,
                                            const BuildContext& context) {
  PAISQL_ASSIGN(const ClassicInput input, InputOf(parameters, context));
  PAISQL_ASSIGN(const store::Column column,
                OneColumn(parameters, context, "kvColName", input.columns));
  if (!column.type.IsText()) {
    return Wrong(parameters.PlaceOf("kvColName"),
                 "column " + column.name + " is a " + column.type.ToString() + ", not a text",
                 "name a column of texts such as 1:0.5,2:3");
  }
  PAISQL_ASSIGN(const std::vector<store::Column> appended,
                SelectedOrNone(parameters, context, "appendColName", input.columns));
  const std::string number = FreeName(input.columns, "pai_number");
  const std::string rows = "(SELECT *, " + RowNumber(input) + " AS " + QuotedName(number) +
                           " FROM " + input.relation + " t)";
  const std::string items = KvItems(rows, number, column.name, KvFormOf(parameters));
  const bool known = parameters.Find("inputKeyMapTableName") != nullptr;
  PAISQL_ASSIGN(const KvKeys keys, known ? EarlierKeys(parameters, context)
                                         : FoundKeys(items, column.name, parameters, context));
  std::vector<std::string> columns;
  for (const store::Column& one : appended) columns.push_back("t." + QuotedName(one.name));
  std::vector<std::string> values;
  for (const KvKey& key : keys.keys) {
    const std::string name = "k" + std::to_string(values.size());
    values.push_back("MAX(CASE WHEN pai_key = " + QuotedText(key.key) + " THEN CAST(pai_value AS " +
                     DataType(key.type).ToString() + ") END) AS " + name);
    columns.push_back("v." + name + " AS " + QuotedName(key.column));
  }
  if (columns.empty()) columns.emplace_back("CAST(NULL AS STRING) AS no_key");
  values.emplace_back("pai_row");
  std::vector<SqlStep> steps = {
      {"outputTableName",
       FillSql("SELECT {columns} FROM {rows} t LEFT JOIN (SELECT {values} FROM {items} i "
               "GROUP BY pai_row) v ON t.{number} = v.pai_row",
               {{"columns", Join(columns, ", ")},
                {"rows", rows},
                {"values", Join(values, ", ")},
                {"items", items},
                {"number", QuotedName(number)}}),
       keys.unknown}};
  if (parameters.Find("outputKeyMapTableName") != nullptr) {
    steps.push_back({"outputKeyMapTableName", KeyMapRows(keys.keys)});
  }
  return steps;
}

// The columns that become pairs, each with its key.
Result<std::vector<KvKey>> PairedColumns(const Parameters& parameters, const BuildContext& context,
                                         const ClassicInput& input,
                                         const std::vector<store::Column>& appended) {
  PAISQL_ASSIGN(std::vector<store::Column> columns,
                Selected(parameters, context, "selectedColNames", input.columns));
  if (parameters.Find("selectedColNames") == nullptr) {
    std::erase_if(columns, [&](const store::Column& one) { return HasColumn(appended, one.name); });
  }
  for (const store::Column& one : columns) {
    if (IsNumber(one)) continue;
    return Wrong(
        parameters.PlaceOf(parameters.Find("selectedColNames") != nullptr ? "selectedColNames"
                                                                          : "inputTableName"),
        "column " + one.name + " is a " + one.type.ToString() + ", not a number",
        "name columns of numbers in -DselectedColNames, others in -DappendColNames");
  }
  const std::string converts = parameters.Word("convertColToIndexId");
  const bool numbered = converts == "1" || converts == "true";
  std::vector<KvKey> keys;
  const auto type = [](const store::Column& one) {
    return one.type.IsInteger() ? TypeId::kBigint : TypeId::kDouble;
  };
  if (numbered && parameters.Find("inputKeyMapTableName") != nullptr) {
    PAISQL_ASSIGN(const KvKeys earlier, EarlierKeys(parameters, context));
    for (const KvKey& key : earlier.keys) {
      for (const store::Column& one : columns) {
        if (EqualsIgnoreCase(one.name, key.column)) keys.push_back({one.name, key.key, key.type});
      }
    }
    return keys;
  }
  for (const store::Column& one : columns) {
    keys.push_back({one.name, numbered ? std::to_string(keys.size()) : one.name, type(one)});
  }
  return keys;
}

Result<std::vector<SqlStep>> BuildTableToKv(const Parameters& parameters,
                                            const BuildContext& context) {
  PAISQL_ASSIGN(const ClassicInput input, InputOf(parameters, context));
  PAISQL_ASSIGN(const std::vector<store::Column> appended,
                SelectedOrNone(parameters, context, "appendColNames", input.columns));
  PAISQL_ASSIGN(const std::vector<KvKey> keys, PairedColumns(parameters, context, input, appended));
  const KvForm form = KvFormOf(parameters);
  std::vector<std::string> columns;
  for (const store::Column& one : appended) columns.push_back("t." + QuotedName(one.name));
  std::vector<std::string> pairs;
  for (const KvKey& key : keys) {
    pairs.push_back("CONCAT(" + QuotedText(key.key + form.kv) + ", CAST(CAST(t." +
                    QuotedName(key.column) + " AS " + DataType(key.type).ToString() +
                    ") AS STRING))");
  }
  columns.push_back(JoinedTexts(pairs, form.separator) + " AS " +
                    QuotedName(FreeName(appended, "kv")));
  std::vector<SqlStep> steps = {
      {"outputTableName", "SELECT " + Join(columns, ", ") + " FROM " + input.relation + " t"}};
  if (parameters.Find("outputKeyMapTableName") != nullptr) {
    steps.push_back({"outputKeyMapTableName", KeyMapRows(keys)});
  }
  return steps;
}

const std::array kKvTableRows = {
    Component{"KV to table", kKvToTableNames, "", 0,
              "Makes columns of the keys of texts such as `1:0.5,2:3`.", kKvToTableParameters,
              kKvTablePorts, SqlBuild{BuildKvToTable}, "", kKvToTableExample, true},
    Component{"Table to KV", kTableToKvNames, "", 0,
              "Makes texts of keys and values of columns of numbers.", kTableToKvParameters,
              kKvTablePorts, SqlBuild{BuildTableToKv}, "", kTableToKvExample, true},
};

}  // namespace

std::span<const Component> KvTableComponents() { return kKvTableRows; }

}  // namespace paisql::pai
