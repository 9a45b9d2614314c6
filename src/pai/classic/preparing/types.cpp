// type_transform: columns of other types.

#include <array>

#include "base/text.h"
#include "pai/classic/classic_input.h"
#include "pai/classic/common_parameters.h"
#include "pai/classic/preparing/preparing_rows.h"
#include "pai/job/component_tables.h"

namespace paisql::pai {

namespace {

constexpr std::array<std::string_view, 2> kTypeNames = {"type_transform_v1", "type_transform"};

constexpr auto kTypeParameters = Together(
    kInputOutputParameters,
    std::array{
        Parameter{"cols_to_double", ParameterType::kColumns, false, "", "",
                  "The columns that become DOUBLE."},
        Parameter{"cols_to_int", ParameterType::kColumns, false, "", "",
                  "The columns that become BIGINT."},
        Parameter{"cols_to_string", ParameterType::kColumns, false, "", "",
                  "The columns that become STRING."},
        Parameter{"default_double_value", ParameterType::kNumber, false, "0.0", "",
                  "Stands for NULL, and for what is not a DOUBLE."},
        Parameter{"default_int_value", ParameterType::kInteger, false, "0", "",
                  "Stands for NULL, and for what is not a BIGINT.", "", "", "(,)"},
        Parameter{"default_string_value", ParameterType::kText, false, "", "",
                  "Stands for NULL in a column that becomes STRING."},
        Parameter{"reserveOldFeat", ParameterType::kBoolean, false, "false", "",
                  "Keeps the columns as they are, and adds the new ones as `typed_` and the name."},
        Parameter{"selectedCols", ParameterType::kColumns, false, "", "",
                  "The columns that become new_type; what is not of that type becomes NULL."},
        Parameter{"pre_type", ParameterType::kText, false, "", "",
                  "The type that selectedCols have; any other is an error.",
                  "string bigint double date datetime bool boolean"},
        Parameter{"new_type", ParameterType::kText, false, "", "",
                  "The type that selectedCols get; date is DATETIME.",
                  "string bigint double date datetime bool boolean"},
    },
    kTuningParameters);

constexpr std::array kTypePorts = {kInputPort, kOutputPort};

constexpr std::string_view kTypeExample = R"(CREATE TABLE texts (id BIGINT, price STRING);
INSERT INTO texts VALUES (1, '2.5'), (2, 'free'), (3, NULL);
PAI -name {name} -DinputTable=texts -Dcols_to_double=price -DreserveOldFeat=true
  -DoutputTable=numbers;
SELECT * FROM numbers ORDER BY id LIMIT 10;
)";

TypeId TypeOfWord(const std::string& word) {
  if (word == "string") return TypeId::kString;
  if (word == "bigint") return TypeId::kBigint;
  if (word == "double") return TypeId::kDouble;
  return word.starts_with("bool") ? TypeId::kBoolean : TypeId::kDatetime;
}

// The value of a column in another type, NULL for what is not one.
std::string TypedValue(const store::Column& column, TypeId type) {
  std::string name = "t." + QuotedName(column.name);
  const std::string text = DataType(type).ToString();
  if (column.type == DataType(type)) return name;
  const bool of_time = column.type.IsTemporal();
  if (of_time && (type == TypeId::kBigint || type == TypeId::kDouble)) {
    name = "UNIX_TIMESTAMP(CAST(" + name + " AS DATETIME))";
  }
  if (column.type.IsNested() && type == TypeId::kString) return "TO_JSON(" + name + ")";
  return "CAST(" + name + " AS " + text + ")";
}

// A flag or a number is not a time, nor a nested value a number.
Status CheckConverts(const Parameters& parameters, std::string_view name,
                     const store::Column& column, TypeId type) {
  const bool number_or_flag = IsNumber(column) || column.type.id() == TypeId::kBoolean;
  const bool refused =
      (type == TypeId::kDatetime && number_or_flag) ||
      (type == TypeId::kBoolean && column.type.IsTemporal()) ||
      (type != TypeId::kString && (column.type.IsNested() || column.type.id() == TypeId::kJson ||
                                   column.type.id() == TypeId::kBinary));
  if (!refused) return Status::Ok();
  return Wrong(parameters.PlaceOf(name),
               "column " + column.name + " is a " + column.type.ToString() +
                   ", which does not become " + DataType(type).ToString(),
               "leave the column out");
}

struct TypeList {
  std::string_view columns;
  std::string_view otherwise;
  TypeId type;
};
constexpr std::array kTypeLists = {
    TypeList{"cols_to_double", "default_double_value", TypeId::kDouble},
    TypeList{"cols_to_int", "default_int_value", TypeId::kBigint},
    TypeList{"cols_to_string", "default_string_value", TypeId::kString},
};

using TypedColumns = std::map<std::string, std::string>;  // the expressions, by the names

Status AddListed(const TypeList& list, const Parameters& parameters, const BuildContext& context,
                 const ClassicInput& input, TypedColumns& typed) {
  PAISQL_ASSIGN(const std::vector<store::Column> columns,
                SelectedOrNone(parameters, context, list.columns, input.columns));
  for (const store::Column& column : columns) {
    PAISQL_TRY(CheckConverts(parameters, list.columns, column, list.type));
    const std::string otherwise = "CAST(" + QuotedText(parameters.Text(list.otherwise)) + " AS " +
                                  DataType(list.type).ToString() + ")";
    const std::string value = "COALESCE(" + TypedValue(column, list.type) + ", " + otherwise + ")";
    if (typed.emplace(column.name, value).second) continue;
    return Wrong(parameters.PlaceOf(list.columns), "column " + column.name + " gets two types",
                 "name it in one of cols_to_double, cols_to_int and cols_to_string");
  }
  return Status::Ok();
}

// selectedCols, pre_type and new_type.
Status AddSelected(const Parameters& parameters, const BuildContext& context,
                   const ClassicInput& input, TypedColumns& typed) {
  if (parameters.Find("selectedCols") == nullptr) return Status::Ok();
  if (parameters.Find("new_type") == nullptr) {
    return Wrong(parameters.PlaceOf("selectedCols"), "-Dnew_type is missing",
                 "add -Dnew_type=<type>: the type that the columns get");
  }
  const TypeId type = TypeOfWord(parameters.Word("new_type"));
  PAISQL_ASSIGN(const std::vector<store::Column> columns,
                SelectedOrNone(parameters, context, "selectedCols", input.columns));
  for (const store::Column& column : columns) {
    const bool other = parameters.Find("pre_type") != nullptr &&
                       column.type != DataType(TypeOfWord(parameters.Word("pre_type")));
    if (other) {
      return Wrong(parameters.PlaceOf("pre_type"),
                   "column " + column.name + " is a " + column.type.ToString(),
                   "-Dpre_type names the type that the columns have");
    }
    PAISQL_TRY(CheckConverts(parameters, "selectedCols", column, type));
    typed[column.name] = TypedValue(column, type);
  }
  return Status::Ok();
}

Result<std::vector<SqlStep>> BuildTypes(const Parameters& parameters, const BuildContext& context) {
  PAISQL_ASSIGN(const ClassicInput input, InputOf(parameters, context));
  TypedColumns typed;
  for (const TypeList& list : kTypeLists) {
    PAISQL_TRY(AddListed(list, parameters, context, input, typed));
  }
  PAISQL_TRY(AddSelected(parameters, context, input, typed));
  const bool keeps = parameters.IsTrue("reserveOldFeat");
  std::vector<std::string> columns;
  std::vector<std::string> added;
  for (const store::Column& column : input.columns) {
    const auto value = typed.find(column.name);
    const bool replaced = value != typed.end() && !keeps;
    columns.push_back((replaced ? value->second : "t." + QuotedName(column.name)) + " AS " +
                      QuotedName(column.name));
    if (value == typed.end() || replaced) continue;
    added.push_back(value->second + " AS " + QuotedName("typed_" + column.name));
  }
  columns.insert(columns.end(), added.begin(), added.end());
  return std::vector<SqlStep>{
      {"outputTableName", "SELECT " + Join(columns, ", ") + " FROM " + input.relation + " t"}};
}

const std::array kTypeRows = {
    Component{"Type transform", kTypeNames, "", 0, "Gives columns other types.", kTypeParameters,
              kTypePorts, SqlBuild{BuildTypes}, "", kTypeExample, true},
};

}  // namespace

std::span<const Component> TypeComponents() { return kTypeRows; }

}  // namespace paisql::pai
