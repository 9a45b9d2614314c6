#include "functions/result_rules.h"

#include <algorithm>

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
// branches.
bool ApplyDecode(const std::vector<DataType>& arguments, const TypeMode& mode,
                 Resolution& resolution) {
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
    names.push_back(constants[i]->as_text());
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

// The fields have the numbers of the arrays as names, from 0.
bool ApplyZip(const std::vector<DataType>& arguments, Resolution& resolution) {
  std::vector<std::string> names;
  std::vector<DataType> elements;
  for (const DataType& argument : arguments) {
    if (argument.id() != TypeId::kArray) return false;
    names.push_back(std::to_string(names.size()));
    elements.push_back(argument.element());
  }
  resolution.argument_types = arguments;
  resolution.result = DataType::Array(DataType::Struct(std::move(names), std::move(elements)));
  return true;
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
  if (rule == "zip") return ApplyZip(arguments, resolution);
  if (rule == "decode") return ApplyDecode(arguments, mode, resolution);
  if (rule == "named_struct") return arguments.size() % 2 == 0;
  return true;
}

bool NeedsConstantsForResult(const Function& function) {
  return function.result_rule == "named_struct" || function.result_rule == "sample";
}

Result<DataType> ResultFromConstants(const Function& function,
                                     const std::vector<DataType>& arguments,
                                     const std::vector<std::optional<Value>>& constants) {
  if (function.result_rule == "sample") return SampleType(arguments, constants);
  return NamedStructType(arguments, constants);
}

}  // namespace paisql::functions
