#include "engine/duckdb/native/typed_json.h"

#include <charconv>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/assert.h"
#include "base/text.h"
#include "engine/duckdb/native/native_row.h"
#include "engine/duckdb/print/expression/cast.h"
#include "engine/duckdb/print/sql_text.h"
#include "engine/duckdb/values/handles.h"
#include "engine/duckdb/values/logical_type.h"
#include "engine/duckdb/values/type_check.h"
#include "engine/duckdb/values/vector_export.h"
#include "engine/text/result_text.h"
#include "types/json/json_value.h"

namespace paisql::engine {
namespace {

constexpr std::string_view kToJson = "paisql_to_json";
constexpr std::string_view kFromJson = "paisql_from_json_";

// The same type with every part changed.
template <typename Change>
DataType WithParts(const DataType& type, Change change) {
  std::vector<DataType> parts;
  for (const DataType& part : type.fields()) parts.push_back(change(part));
  if (type.id() == TypeId::kArray) return DataType::Array(std::move(parts[0]));
  if (type.id() == TypeId::kMap) return DataType::Map(std::move(parts[0]), std::move(parts[1]));
  std::vector<std::string> names = type.field_names();
  return DataType::Struct(std::move(names), std::move(parts));
}

DataType WithLowerNames(const DataType& type) {
  if (!type.IsNested()) return type;
  if (type.id() != TypeId::kStruct) return WithParts(type, WithLowerNames);
  std::vector<std::string> names;
  for (const std::string& name : type.field_names()) names.push_back(ToLower(name));
  return DataType::Struct(std::move(names), WithParts(type, WithLowerNames).fields());
}

// (value, its type, whether members that are NULL stay, whether trailing zeros of DECIMALs are cut)
void ToJson(NativeCall& call) {
  if (call.rows() == 0) return;
  const DuckdbApi& api = call.api();
  Result<DataType> type = ParseDataType(call.Text(1, 0), kMaxDecimalPrecision);
  PAISQL_ASSERT(type.ok(), "a type that does not read its own text");
  const TypeHandle physical(api, api.vector_get_column_type(call.Vector(0)));
  const DataType fitting = FittingType(api, physical.get(), *type);
  const VectorShape shape(api, physical.get(), fitting);
  // The flags are constants.
  ColumnText cells(fitting, {call.Get<bool>(3, 0), !call.Get<bool>(2, 0)});
  std::vector<ArrowArray> columns;
  columns.push_back(ExportVector(api, shape, call.Vector(0), 0, call.rows(), nullptr));
  const Batch batch = MakeBatch(static_cast<int64_t>(call.rows()), std::move(columns));
  cells.Read(batch.column(0));
  std::string text;
  for (idx_t row = 0; row < call.rows(); ++row) {
    if (call.IsNull(0, row)) {
      call.SetNull(row);
      continue;
    }
    text.clear();
    cells.Append(row, TextForm::kJson, text);
    call.SetText(row, text);
  }
}

// The type that the function gives: types that a conversion makes of text stay text.
DataType Intermediate(const DataType& type) {
  if (type.IsNested()) return WithParts(type, Intermediate);
  switch (type.id()) {
    case TypeId::kBoolean:
    case TypeId::kTinyint:
    case TypeId::kSmallint:
    case TypeId::kInt:
    case TypeId::kBigint:
    case TypeId::kFloat:
    case TypeId::kDouble:
    case TypeId::kBinary:
    case TypeId::kJson:
      return type;
    default:
      return TypeId::kString;
  }
}

template <typename T>
std::optional<T> IntegerOf(const JsonValue& value) {
  T number = 0;
  const char* end = value.text.data() + value.text.size();
  const auto [rest, failure] = std::from_chars(value.text.data(), end, number);
  if (value.kind != JsonKind::kNumber || failure != std::errc() || rest != end) {
    return std::nullopt;
  }
  return number;
}

double DoubleOf(const JsonValue& value) {
  double number = 0;
  std::from_chars(value.text.data(), value.text.data() + value.text.size(), number);
  return number;
}

// Whether a value of this kind becomes one of the type at all.
bool Fits(const JsonValue& value, const DataType& type) {
  if (value.is_null()) return true;
  switch (type.id()) {
    case TypeId::kBoolean:
      return value.kind == JsonKind::kBoolean;
    case TypeId::kTinyint:
      return IntegerOf<int8_t>(value).has_value();
    case TypeId::kSmallint:
      return IntegerOf<int16_t>(value).has_value();
    case TypeId::kInt:
      return IntegerOf<int32_t>(value).has_value();
    case TypeId::kBigint:
      return IntegerOf<int64_t>(value).has_value();
    case TypeId::kFloat:
    case TypeId::kDouble:
    case TypeId::kDecimal:
      return value.kind == JsonKind::kNumber;
    case TypeId::kString:
    case TypeId::kJson:
      return true;
    case TypeId::kArray:
      return value.kind == JsonKind::kArray;
    case TypeId::kMap:
    case TypeId::kStruct:
      return value.kind == JsonKind::kObject;
    default:
      return value.kind == JsonKind::kString;
  }
}

// Puts values into a vector and those below it.
class Writer {
 public:
  explicit Writer(const DuckdbApi& api) : api_(api) {}

  // nullptr is NULL.
  void Write(duckdb_vector vector, idx_t row, const JsonValue* value, const DataType& type) {
    if (value == nullptr || value->is_null() || !Fits(*value, type)) {
      WriteNull(vector, row, type);
    } else if (type.id() == TypeId::kStruct) {
      for (size_t i = 0; i < type.fields().size(); ++i) {
        Write(api_.struct_vector_get_child(vector, i), row, value->Member(type.field_names()[i]),
              type.fields()[i]);
      }
    } else if (type.id() == TypeId::kArray) {
      WriteArray(vector, row, *value, type.element());
    } else if (type.id() == TypeId::kMap) {
      WriteMap(vector, row, *value, type);
    } else {
      WritePlain(vector, row, *value, type);
    }
  }

 private:
  void WriteNull(duckdb_vector vector, idx_t row, const DataType& type) {
    api_.vector_ensure_validity_writable(vector);
    api_.vector_get_validity(vector)[row / 64] &= ~(uint64_t{1} << (row % 64));
    if (type.id() == TypeId::kArray || type.id() == TypeId::kMap) {
      Put(vector, row, duckdb_list_entry{api_.list_vector_get_size(vector), 0});
    } else if (type.id() == TypeId::kStruct) {
      for (size_t i = 0; i < type.fields().size(); ++i) {
        WriteNull(api_.struct_vector_get_child(vector, i), row, type.fields()[i]);
      }
    }
  }

  template <typename T>
  void Put(duckdb_vector vector, idx_t row, T value) {
    static_cast<T*>(api_.vector_get_data(vector))[row] = value;
  }

  // Room for so many more elements; where they begin.
  idx_t Grow(duckdb_vector vector, size_t count) {
    const idx_t begin = api_.list_vector_get_size(vector);
    api_.list_vector_reserve(vector, begin + count);
    api_.list_vector_set_size(vector, begin + count);
    return begin;
  }

  void WriteArray(duckdb_vector vector, idx_t row, const JsonValue& value,
                  const DataType& element) {
    std::vector<const JsonValue*> items;
    for (const JsonValue& item : value.items) {
      if (Fits(item, element)) items.push_back(&item);
    }
    const idx_t begin = Grow(vector, items.size());
    Put(vector, row, duckdb_list_entry{begin, items.size()});
    for (size_t i = 0; i < items.size(); ++i) {
      Write(api_.list_vector_get_child(vector), begin + i, items[i], element);
    }
  }

  void WriteMap(duckdb_vector vector, idx_t row, const JsonValue& value, const DataType& type) {
    std::vector<std::pair<JsonValue, const JsonValue*>> entries;
    for (size_t i = 0; i < value.items.size(); ++i) {
      JsonValue key = JsonValue::String(value.keys[i]);
      // A key is a text in JSON; where it spells a number it may be the key of a map of those.
      if (!Fits(key, type.key()) && (!ReadJson(value.keys[i], key) || key.is_null())) continue;
      if (!Fits(key, type.key()) || !Fits(value.items[i], type.value())) continue;
      entries.emplace_back(std::move(key), &value.items[i]);
    }
    const idx_t begin = Grow(vector, entries.size());
    Put(vector, row, duckdb_list_entry{begin, entries.size()});
    for (size_t i = 0; i < entries.size(); ++i) {
      const duckdb_vector pairs = api_.list_vector_get_child(vector);
      Write(api_.struct_vector_get_child(pairs, 0), begin + i, &entries[i].first, type.key());
      Write(api_.struct_vector_get_child(pairs, 1), begin + i, entries[i].second, type.value());
    }
  }

  void WritePlain(duckdb_vector vector, idx_t row, const JsonValue& value, const DataType& type) {
    switch (type.id()) {
      case TypeId::kBoolean:
        return Put(vector, row, value.truth);
      case TypeId::kTinyint:
        return Put(vector, row, *IntegerOf<int8_t>(value));
      case TypeId::kSmallint:
        return Put(vector, row, *IntegerOf<int16_t>(value));
      case TypeId::kInt:
        return Put(vector, row, *IntegerOf<int32_t>(value));
      case TypeId::kBigint:
        return Put(vector, row, *IntegerOf<int64_t>(value));
      case TypeId::kFloat:
        return Put(vector, row, static_cast<float>(DoubleOf(value)));
      case TypeId::kDouble:
        return Put(vector, row, DoubleOf(value));
      default:
        break;
    }
    std::string text;
    if (value.kind == JsonKind::kNumber && type.id() != TypeId::kJson) {
      text = value.text;  // with all its digits
    } else if (type.id() == TypeId::kJson) {
      AppendJson(value, text);
    } else {
      AppendJsonAsText(value, text);
    }
    api_.vector_assign_string_element_len(vector, row, text.data(), text.size());
  }

  const DuckdbApi& api_;
};

void FromJson(duckdb_function_info info, duckdb_data_chunk input, duckdb_vector output) {
  const DuckdbApi& api = LoadedApi();
  const auto& type = *static_cast<const DataType*>(api.scalar_function_get_extra_info(info));
  const NativeCall call(api, info, input, output);
  Writer writer(api);
  for (idx_t row = 0; row < call.rows(); ++row) {
    JsonValue value;
    const bool read = !call.IsNull(0, row) && ReadJson(call.Text(0, row), value);
    writer.Write(output, row, read ? &value : nullptr, type);
  }
}

// A function's name holds its type, as hexadecimal digits.
std::string HexOf(std::string_view text) {
  constexpr std::string_view kHex = "0123456789abcdef";
  std::string digits;
  for (const char c : text) {
    digits += kHex[static_cast<unsigned char>(c) >> 4];
    digits += kHex[static_cast<unsigned char>(c) & 15];
  }
  return digits;
}

std::string TextOfHex(std::string_view digits) {
  std::string text;
  for (size_t i = 0; i + 1 < digits.size(); i += 2) {
    unsigned value = 0;
    std::from_chars(digits.data() + i, digits.data() + i + 2, value, 16);
    text += static_cast<char>(value);
  }
  return text;
}

}  // namespace

std::string PrintToJson(const std::string& operand, const DataType& type, PrintContext& context) {
  const auto boolean = [](bool value) { return value ? ", true" : ", false"; };
  return context.Native(kToJson, PrintWallClock(operand, type, context) + ", " +
                                     QuoteText(WithLowerNames(type).ToString()) +
                                     boolean(context.settings.bigquery_compatible) +
                                     boolean(context.settings.trim_decimal_zeros));
}

std::string PrintFromJson(const std::string& operand, const DataType& type, EvaluationMode mode,
                          PrintContext& context) {
  const std::string value =
      context.Native(std::string(kFromJson) + HexOf(type.ToString()), operand);
  return PrintCast(value, Intermediate(type), type, mode, context);
}

bool RegisterTypedJson(const DuckdbApi& api, duckdb_connection connection, std::string_view name,
                       std::string& error) {
  const bool from = name.starts_with(kFromJson);
  if (!from && name != kToJson) return false;
  ScalarFunctionHandle function(api, api.create_scalar_function());
  api.scalar_function_set_name(function.get(), std::string(name).c_str());
  if (from) {
    Result<DataType> type =
        ParseDataType(TextOfHex(name.substr(kFromJson.size())), kMaxDecimalPrecision);
    PAISQL_ASSERT(type.ok(), "a function's name does not tell its type");
    api.scalar_function_add_parameter(function.get(), LogicalType(api, TypeId::kString).get());
    api.scalar_function_set_return_type(function.get(),
                                        LogicalType(api, Intermediate(*type)).get());
    api.scalar_function_set_extra_info(
        function.get(), std::make_unique<DataType>(*type).release(),
        [](void* kept) { std::unique_ptr<DataType>(static_cast<DataType*>(kept)).reset(); });
    api.scalar_function_set_function(function.get(), FromJson);
  } else {
    const TypeHandle any(api, api.create_logical_type(DUCKDB_TYPE_ANY));
    api.scalar_function_add_parameter(function.get(), any.get());
    for (const TypeId id : {TypeId::kString, TypeId::kBoolean, TypeId::kBoolean}) {
      api.scalar_function_add_parameter(function.get(), LogicalType(api, id).get());
    }
    api.scalar_function_set_return_type(function.get(), LogicalType(api, TypeId::kString).get());
    api.scalar_function_set_function(function.get(), RunNative<ToJson>);
  }
  api.scalar_function_set_special_handling(function.get());
  if (api.register_scalar_function(connection, function.get()) != DuckDBSuccess) {
    error = "the function " + std::string(name) + " cannot be registered";
  }
  return true;
}

}  // namespace paisql::engine
