#include "functions/resolve/result_rules.h"

#include <algorithm>

#include "base/text.h"
#include "functions/resolve/binder.h"
#include "types/decimal_rules.h"

namespace paisql::functions {
namespace {

// AVG of DECIMAL(p,s) keeps four digits more than its argument, as Hive's does, within the
// platform's scale.
constexpr int kAverageExtraScale = 4;

bool ApplyStruct(const std::vector<DataType>& arguments, Resolution& resolution) {
  std::vector<std::string> names;
  for (size_t i = 0; i < arguments.size(); ++i) names.push_back("col" + std::to_string(i + 1));
  resolution.argument_types = arguments;
  resolution.result = DataType::Struct(std::move(names), arguments);
  return true;
}

// The arguments at `begin`, `begin` + 2, … meet in one type.
std::optional<DataType> MeetEverySecond(const std::vector<DataType>& arguments, size_t begin,
                                        const TypeMode& mode, bool compares) {
  DataType type = TypeId::kVoid;
  for (size_t i = begin; i < arguments.size(); i += 2) {
    std::optional<DataType> met =
        compares ? ComparisonType(type, arguments[i], mode) : CommonType(type, arguments[i], mode);
    if (!met.has_value()) return std::nullopt;
    type = *std::move(met);
  }
  return type;
}

bool ApplyMap(const std::vector<DataType>& arguments, const TypeMode& mode,
              Resolution& resolution) {
  if (arguments.size() % 2 != 0) return false;
  const std::optional<DataType> key = MeetEverySecond(arguments, 0, mode, false);
  const std::optional<DataType> value = MeetEverySecond(arguments, 1, mode, false);
  if (!key.has_value() || !value.has_value() || key->IsNested()) return false;
  for (size_t i = 0; i < arguments.size(); ++i) {
    resolution.argument_types[i] = i % 2 == 0 ? *key : *value;
  }
  resolution.result = DataType::Map(*key, *value);
  return true;
}

// DECODE(e, s1, r1, s2, r2, …[, otherwise]): e and the s compare, the r and the otherwise are
// branches. Neither converts texts to numbers or the like.
bool ApplyDecode(const std::vector<DataType>& arguments, const TypeMode& mode,
                 Resolution& resolution) {
  if (arguments.size() == 2) return true;  // the text of bytes
  const bool has_otherwise = arguments.size() % 2 == 0;
  std::vector<DataType> searched = {arguments[0]};
  std::vector<DataType> results;
  const size_t pairs_end = has_otherwise ? arguments.size() - 1 : arguments.size();
  for (size_t i = 1; i < pairs_end; ++i) (i % 2 == 1 ? searched : results).push_back(arguments[i]);
  if (has_otherwise) results.push_back(arguments.back());
  const auto meet = [&mode](const std::vector<DataType>& types, bool compares) {
    std::optional<DataType> type = DataType(TypeId::kVoid);
    for (const DataType& next : types) {
      if (type.has_value()) {
        type = compares ? ComparisonType(*type, next, mode) : CommonType(*type, next, mode);
      }
    }
    return type;
  };
  const auto one_family = [](const std::vector<DataType>& types) {
    return std::all_of(types.begin(), types.end(), [&](const DataType& type) {
      return std::all_of(types.begin(), types.end(),
                         [&](const DataType& other) { return SameFamily(type, other); });
    });
  };
  if (!one_family(searched) || !one_family(results)) return false;
  const std::optional<DataType> search_type = meet(searched, true);
  const std::optional<DataType> result_type = meet(results, false);
  if (!search_type.has_value() || !result_type.has_value()) return false;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const bool is_search = i == 0 || (i < pairs_end && i % 2 == 1);
    resolution.argument_types[i] = is_search ? *search_type : *result_type;
  }
  resolution.result = *result_type;
  return true;
}

Result<DataType> NamedStructType(const std::vector<DataType>& arguments,
                                 const std::vector<std::optional<Value>>& constants) {
  std::vector<std::string> names;
  std::vector<DataType> types;
  for (size_t i = 0; i + 1 < arguments.size(); i += 2) {
    if (!constants[i].has_value() || constants[i]->is_null() || !arguments[i].IsText()) {
      return Error{ErrorCode::kConstantExpected,
                   "function named_struct needs a constant STRING as the name of each field",
                   {},
                   ""};
    }
    const std::string& name = constants[i]->as_text();
    if (name.empty()) {
      return Error{ErrorCode::kRuntimeArguments,
                   "in function named_struct, the name of a field is empty",
                   {},
                   "give each field a name"};
    }
    if (std::any_of(names.begin(), names.end(),
                    [&](const std::string& other) { return EqualsIgnoreCase(name, other); })) {
      return Error{ErrorCode::kRuntimeArguments,
                   "in function named_struct, two fields have the name " + name,
                   {},
                   "give each field a name of its own"};
    }
    names.push_back(name);
    types.push_back(arguments[i + 1]);
  }
  return DataType::Struct(std::move(names), std::move(types));
}

// SAMPLE(x[, y[, columns]]): the y-th of x portions.
Result<DataType> SampleType(const std::vector<DataType>& arguments,
                            const std::vector<std::optional<Value>>& constants) {
  const auto wrong = [](std::string detail) {
    return Error{ErrorCode::kRuntimeArguments, std::move(detail), {}, ""};
  };
  for (size_t i = 0; i < arguments.size() && i < 2; ++i) {
    if (!constants[i] || constants[i]->is_null() || !constants[i]->type.IsInteger()) {
      return DataType(TypeId::kBoolean);
    }
  }
  const int64_t portions = constants[0]->as_int();
  const int64_t portion = arguments.size() > 1 ? constants[1]->as_int() : 1;
  if (portions < 1 || portion < 1 || portion > portions) {
    return wrong("function sample has no portion " + std::to_string(portion) + " of " +
                 std::to_string(portions));
  }
  for (size_t i = 2; i < arguments.size(); ++i) {
    if (arguments[i].id() == TypeId::kVoid) return wrong("function sample takes no NULL as column");
  }
  return DataType(TypeId::kBoolean);
}

// An array of structures of key and value becomes a map of values, or of arrays of values.
bool ApplyEntries(const std::vector<DataType>& arguments, bool lists, Resolution& resolution) {
  const DataType& entries = arguments.back();
  if (entries.id() != TypeId::kArray || entries.element().id() != TypeId::kStruct) return false;
  const std::vector<DataType>& fields = entries.element().fields();
  if (fields.size() != 2 || fields[0].IsNested()) return false;
  resolution.argument_types.back() = entries;
  resolution.result =
      DataType::Map(fields[0], lists ? DataType::Array(fields[1]) : DataType(fields[1]));
  return true;
}

// Keys are texts; a value becomes JSON, as CAST makes it.
bool ApplyJson(const std::vector<DataType>& arguments, bool object, Resolution& resolution) {
  if (object && arguments.size() % 2 != 0) return false;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const bool key = object && i % 2 == 0;
    const DataType& type = arguments[i];
    const bool plain = type.IsNumeric() || type.IsText() || type.id() == TypeId::kBoolean ||
                       type.id() == TypeId::kVoid || type.id() == TypeId::kJson;
    if (key ? !type.IsText() : !plain) return false;
    resolution.argument_types[i] = key ? TypeId::kString : TypeId::kJson;
  }
  return true;
}

// In Hive-compatible mode HASH takes the values as they are, else in the five types of edition 1.0.
bool ApplyHash(const std::vector<DataType>& arguments, const TypeMode& mode,
               Resolution& resolution) {
  for (size_t i = 0; i < arguments.size(); ++i) {
    const DataType& type = arguments[i];
    if (type.IsNested() || type.IsInterval() || type.id() == TypeId::kJson ||
        type.id() == TypeId::kBinary) {
      return false;
    }
    DataType& target = resolution.argument_types[i];
    target = type;
    if (type.IsText() || type.id() == TypeId::kVoid) target = TypeId::kString;
    if (type.id() == TypeId::kTimestamp || type.id() == TypeId::kTimestampNtz) {
      target = TypeId::kDatetime;
    }
    if (mode.hive_compatible) continue;
    if (type.IsInteger()) target = TypeId::kBigint;
    if (type.id() == TypeId::kFloat || type.id() == TypeId::kDecimal) target = TypeId::kDouble;
    if (type.id() == TypeId::kDate) target = TypeId::kDatetime;
  }
  return true;
}

// The fields have the numbers of the arrays as names, from 0.
bool ApplyZip(const std::vector<DataType>& arguments, Resolution& resolution) {
  std::vector<std::string> names;
  std::vector<DataType> elements;
  std::vector<DataType> types;
  for (const DataType& argument : arguments) {
    // A bare NULL is an array of anything, and the result NULL.
    const bool null = argument.id() == TypeId::kVoid;
    if (!null && argument.id() != TypeId::kArray) return false;
    names.push_back(std::to_string(names.size()));
    elements.push_back(null ? DataType(TypeId::kString) : argument.element());
    types.push_back(DataType::Array(elements.back()));
  }
  resolution.argument_types = types;
  resolution.result = DataType::Array(DataType::Struct(std::move(names), std::move(elements)));
  return true;
}

// "a int, `b` double": the fields of a STRUCT as a table has columns, as "a:int,`b`:double".
std::string FieldsOfColumns(std::string_view columns) {
  std::string fields;
  int depth = 0;
  bool quoted = false;
  bool in_name = true;
  for (const char c : columns) {
    if (c == '`') quoted = !quoted;
    const bool blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (!quoted && depth == 0 && c == ',') in_name = true;
    if (!quoted && (c == '<' || c == '(')) ++depth;
    if (!quoted && (c == '>' || c == ')')) --depth;
    const bool after_name = !fields.empty() && fields.back() != ',';
    if (!quoted && in_name && (blank || c == ':')) {
      if (!after_name) continue;  // blanks in front of the name
      in_name = false;
      fields += ':';
    } else if (!quoted && c == ':' && fields.ends_with(':')) {
      continue;  // "a : int"
    } else {
      fields += c;
    }
  }
  return fields;
}

// FROM_JSON's second argument: a nested type, or the columns of a STRUCT.
Result<DataType> SchemaType(const std::optional<Value>& schema) {
  if (!schema.has_value() || schema->is_null()) {
    return Error{ErrorCode::kConstantExpected,
                 "function from_json needs a constant STRING as schema",
                 {},
                 "write it as a text: 'array<bigint>'"};
  }
  Result<DataType> type = ParseDataType(schema->as_text());
  if (!type.ok()) {
    Result<DataType> columns = ParseDataType("struct<" + FieldsOfColumns(schema->as_text()) + ">");
    if (columns.ok()) type = std::move(columns);
  }
  if (!type.ok()) return type;
  if (type->IsNested()) return type;
  return Error{ErrorCode::kRuntimeArguments,
               "function from_json gives an ARRAY, MAP or STRUCT, not " + type->ToString(),
               {},
               ""};
}

}  // namespace

DataType DecimalResult(std::string_view name, const std::vector<DataType>& arguments) {
  std::optional<DataType> common;
  std::vector<DataType> decimals;
  for (const DataType& argument : arguments) {
    if (argument.id() != TypeId::kDecimal) continue;
    common = common.has_value() ? CommonDecimal(*common, argument) : argument;
    decimals.push_back(argument);
  }
  if (!common.has_value()) return AsDecimal(TypeId::kDouble);
  if (name.size() == 1 && decimals.size() == 2) {
    return DecimalArithmetic(name.front(), decimals[0], decimals[1]);
  }
  if (name == "sum") return DataType::Decimal(kMaxDecimalPrecision, common->scale());
  if (name == "avg" || name == "median") {
    const int scale = std::min(common->scale() + kAverageExtraScale, kMaxDecimalScale);
    return DataType::Decimal(kMaxDecimalPrecision, std::max(scale, common->scale()));
  }
  if (name == "sign" && common->precision() == common->scale()) {
    // The type has no room for 1.
    return DataType::Decimal(std::min(common->precision() + 1, kMaxDecimalPrecision),
                             std::min(common->scale(), kMaxDecimalPrecision - 1));
  }
  if (name == "round") {
    return DataType::Decimal(std::min(common->precision() + 1, kMaxDecimalPrecision),
                             common->scale());
  }
  return *common;
}

bool ApplyTypeRule(const std::vector<DataType>& arguments, const TypeMode& mode,
                   Resolution& resolution) {
  const std::string_view rule = resolution.function->result_rule;
  if (rule == "struct") return ApplyStruct(arguments, resolution);
  if (rule == "map") return ApplyMap(arguments, mode, resolution);
  if (rule == "entries") return ApplyEntries(arguments, false, resolution);
  if (rule == "entry_lists") return ApplyEntries(arguments, true, resolution);
  if (rule == "json_object") return ApplyJson(arguments, true, resolution);
  if (rule == "json_array") return ApplyJson(arguments, false, resolution);
  if (rule == "hash") return ApplyHash(arguments, mode, resolution);
  if (rule == "zip") return ApplyZip(arguments, resolution);
  if (rule == "decode") return ApplyDecode(arguments, mode, resolution);
  if (rule == "named_struct") return arguments.size() % 2 == 0;
  return true;
}

bool NeedsConstantsForResult(const Function& function) {
  return function.result_rule == "named_struct" || function.result_rule == "sample" ||
         function.result_rule == "from_json";
}

Result<DataType> ResultFromConstants(const Function& function,
                                     const std::vector<DataType>& arguments,
                                     const std::vector<std::optional<Value>>& constants) {
  if (function.result_rule == "sample") return SampleType(arguments, constants);
  if (function.result_rule == "from_json") return SchemaType(constants[1]);
  return NamedStructType(arguments, constants);
}

}  // namespace paisql::functions
