#include "engine/duckdb/functions/arithmetic_functions.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include "engine/duckdb/functions/arithmetic_operations.h"
#include "engine/duckdb/functions/native_call.h"
#include "engine/duckdb/values/handles.h"
#include "types/conversion.h"
#include "types/data_type.h"
#include "types/value_text.h"

namespace paisql::engine {
namespace {

using namespace arithmetic;

// ---- their outcome in a mode ----

template <typename T>
std::string Text(T value) {
  std::string text;
  if constexpr (std::is_same_v<T, float>) {
    AppendFloat(value, text);
  } else if constexpr (std::is_same_v<T, double>) {
    AppendDouble(value, text);
  } else {
    text = std::to_string(value);
  }
  return text;
}

template <typename T>
constexpr TypeId DuckdbTypeOf() {
  if constexpr (std::is_same_v<T, int8_t>) return TypeId::kTinyint;
  if constexpr (std::is_same_v<T, int16_t>) return TypeId::kSmallint;
  if constexpr (std::is_same_v<T, int32_t>) return TypeId::kInt;
  if constexpr (std::is_same_v<T, int64_t>) return TypeId::kBigint;
  if constexpr (std::is_same_v<T, float>) return TypeId::kFloat;
  return TypeId::kDouble;
}

template <typename Op>
constexpr bool kUnary =
    std::is_invocable_v<decltype(&Op::Apply), typename Op::In, typename Op::Out&>;

// "Div result is nan, two params are 0.000000 and 0.000000" is the platform's own text.
std::string DivisionText(double a, double b) {
  return "Div result is " + std::string(a == 0 || std::isnan(a) ? "nan" : "inf") +
         ", two params are " + std::to_string(a) + " and " + std::to_string(b);
}

template <typename Op>
std::string Complaint(const NativeCall& call, idx_t row) {
  using In = typename Op::In;
  const auto a = call.Get<In>(0, row);
  const std::string range =
      " is out of the range of " + DataType(DuckdbTypeOf<typename Op::Out>()).ToString();
  const std::string head = "in operator " + std::string(Op::kSign) + ", ";
  if constexpr (std::is_same_v<Op, Finite>) {
    return "the result " + Text(a) + range;
  } else if constexpr (kUnary<Op>) {
    return head + "the result for " + Text(a) + range;
  } else {
    const auto b = call.Get<In>(1, row);
    if (Op::kSign == "/" && b == 0) {
      return DivisionText(static_cast<double>(a), static_cast<double>(b));
    }
    if ((Op::kSign == "%" || Op::kSign == "DIV") && b == 0) return head + "the divisor is 0";
    if (Op::kSign == "pow") {
      return "in function pow, the result for " + Text(a) + " and " + Text(b) + range;
    }
    return head + Text(a) + " " + std::string(Op::kSign) + " " + Text(b) + range;
  }
}

template <typename Op>
bool ApplyTo(const NativeCall& call, idx_t row, typename Op::Out& out) {
  if constexpr (kUnary<Op>) {
    return Op::Apply(call.Get<typename Op::In>(0, row), out);
  } else {
    return Op::Apply(call.Get<typename Op::In>(0, row), call.Get<typename Op::In>(1, row), out);
  }
}

// The rows without an answer, once it is known that there may be some.
template <typename Op>
void Settle(NativeCall& call, EvaluationMode mode) {
  for (idx_t row = 0; row < call.rows(); ++row) {
    typename Op::Out ignored{};
    if (call.AnyNull(row) || ApplyTo<Op>(call, row, ignored)) continue;
    if constexpr (std::is_integral_v<typename Op::In> && !kUnary<Op>) {
      // Hive wraps a quotient around, and has none for a divisor of 0.
      if (mode == EvaluationMode::kHive && call.Get<typename Op::In>(1, row) != 0) continue;
    }
    if (mode == EvaluationMode::kStrict) {
      return call.Fail(ErrorCode::kDataOverflow, Complaint<Op>(call, row));
    }
    call.SetNull(row);
  }
}

template <typename Op, EvaluationMode kMode>
void RunOperator(duckdb_function_info info, duckdb_data_chunk input, duckdb_vector output) {
  NativeCall call(LoadedApi(), info, input, output);
  const idx_t rows = call.rows();
  auto* out = call.Output<typename Op::Out>();
  bool all = true;
  const auto* a = static_cast<const typename Op::In*>(call.Data(0));
  if constexpr (kUnary<Op>) {
    for (idx_t row = 0; row < rows; ++row) all &= Op::Apply(a[row], out[row]);
  } else {
    const auto* b = static_cast<const typename Op::In*>(call.Data(1));
    for (idx_t row = 0; row < rows; ++row) all &= Op::Apply(a[row], b[row], out[row]);
  }
  call.CopyNulls();
  constexpr bool kSilent = kMode == EvaluationMode::kHive && !Op::kHiveNull;
  if (!all && !kSilent) Settle<Op>(call, kMode);
}

// ---- Java's conversions ----

template <typename T>
T JavaInteger(double value) {
  if (std::isnan(value)) return 0;
  if (value >= -static_cast<double>(std::numeric_limits<T>::min())) {
    return std::numeric_limits<T>::max();
  }
  if (value <= static_cast<double>(std::numeric_limits<T>::min())) {
    return std::numeric_limits<T>::min();
  }
  return static_cast<T>(value);
}

float JavaFloat(double value) { return static_cast<float>(value); }

template <typename T>
T LowestBits(int64_t value) {
  return static_cast<T>(value);
}

template <typename From, typename To, To (*kConvert)(From)>
void RunConversion(duckdb_function_info info, duckdb_data_chunk input, duckdb_vector output) {
  NativeCall call(LoadedApi(), info, input, output);
  const auto* from = static_cast<const From*>(call.Data(0));
  auto* to = call.Output<To>();
  for (idx_t row = 0; row < call.rows(); ++row) to[row] = kConvert(from[row]);
  call.CopyNulls();
}

// ---- the table ----

struct ArithmeticRow {
  std::string name;
  duckdb_type operand;
  duckdb_type result;
  size_t operands;
  duckdb_scalar_function_t body;
};

template <typename T>
constexpr duckdb_type EngineType() {
  switch (DuckdbTypeOf<T>()) {
    case TypeId::kTinyint:
      return DUCKDB_TYPE_TINYINT;
    case TypeId::kSmallint:
      return DUCKDB_TYPE_SMALLINT;
    case TypeId::kInt:
      return DUCKDB_TYPE_INTEGER;
    case TypeId::kBigint:
      return DUCKDB_TYPE_BIGINT;
    case TypeId::kFloat:
      return DUCKDB_TYPE_FLOAT;
    default:
      return DUCKDB_TYPE_DOUBLE;
  }
}

template <typename T>
std::string TypeWord() {
  switch (DuckdbTypeOf<T>()) {
    case TypeId::kTinyint:
      return "tinyint";
    case TypeId::kSmallint:
      return "smallint";
    case TypeId::kInt:
      return "int";
    case TypeId::kBigint:
      return "bigint";
    case TypeId::kFloat:
      return "float";
    default:
      return "double";
  }
}

template <typename Op>
void Append(const std::string& name, std::vector<ArithmeticRow>& rows) {
  constexpr duckdb_type kIn = EngineType<typename Op::In>();
  constexpr duckdb_type kOut = EngineType<typename Op::Out>();
  constexpr size_t kOperands = kUnary<Op> ? 1 : 2;
  rows.push_back({name + "_null", kIn, kOut, kOperands, RunOperator<Op, EvaluationMode::kNormal>});
  rows.push_back({name + "_error", kIn, kOut, kOperands, RunOperator<Op, EvaluationMode::kStrict>});
  rows.push_back({name + "_hive", kIn, kOut, kOperands, RunOperator<Op, EvaluationMode::kHive>});
}

template <typename T>
void AppendNumbers(std::vector<ArithmeticRow>& rows) {
  const std::string type = "_" + TypeWord<T>();
  Append<Add<T>>("paisql_add" + type, rows);
  Append<Subtract<T>>("paisql_subtract" + type, rows);
  Append<Multiply<T>>("paisql_multiply" + type, rows);
  Append<Modulo<T>>("paisql_modulo" + type, rows);
}

template <typename T>
void AppendIntegers(std::vector<ArithmeticRow>& rows) {
  AppendNumbers<T>(rows);
  Append<Div<T>>("paisql_div_" + TypeWord<T>(), rows);
  Append<Negate<T>>("paisql_negate_" + TypeWord<T>(), rows);
}

template <typename From, typename To, To (*kConvert)(From)>
ArithmeticRow Conversion(const std::string& name) {
  return {name, EngineType<From>(), EngineType<To>(), 1, RunConversion<From, To, kConvert>};
}

std::vector<ArithmeticRow> MakeRows() {
  std::vector<ArithmeticRow> rows;
  AppendIntegers<int8_t>(rows);
  AppendIntegers<int16_t>(rows);
  AppendIntegers<int32_t>(rows);
  AppendIntegers<int64_t>(rows);
  AppendNumbers<float>(rows);
  AppendNumbers<double>(rows);
  Append<Divide<double>>("paisql_divide_double", rows);
  Append<DivideWhole>("paisql_divide_whole", rows);
  Append<DivDouble>("paisql_div_double", rows);
  Append<BitAnd>("paisql_bit_and_bigint", rows);
  Append<BitOr>("paisql_bit_or_bigint", rows);
  Append<BitXor>("paisql_bit_xor_bigint", rows);
  Append<BitNot>("paisql_bit_not_bigint", rows);
  Append<Pow>("paisql_pow", rows);
  Append<Finite>("paisql_finite", rows);
  rows.push_back(Conversion<double, int64_t, JavaInteger<int64_t>>("paisql_java_bigint"));
  rows.push_back(Conversion<double, int32_t, JavaInteger<int32_t>>("paisql_java_int"));
  rows.push_back(Conversion<double, float, JavaFloat>("paisql_java_float"));
  rows.push_back(Conversion<int64_t, int8_t, LowestBits<int8_t>>("paisql_wrap_tinyint"));
  rows.push_back(Conversion<int64_t, int16_t, LowestBits<int16_t>>("paisql_wrap_smallint"));
  rows.push_back(Conversion<int64_t, int32_t, LowestBits<int32_t>>("paisql_wrap_int"));
  return rows;
}

}  // namespace

bool RegisterArithmetic(const DuckdbApi& api, duckdb_connection connection, std::string_view name,
                        std::string& error) {
  static const std::vector<ArithmeticRow> rows = MakeRows();
  for (const ArithmeticRow& row : rows) {
    if (row.name != name) continue;
    ScalarFunctionHandle function(api, api.create_scalar_function());
    api.scalar_function_set_name(function.get(), row.name.c_str());
    TypeHandle operand(api, api.create_logical_type(row.operand));
    for (size_t i = 0; i < row.operands; ++i) {
      api.scalar_function_add_parameter(function.get(), operand.get());
    }
    TypeHandle result(api, api.create_logical_type(row.result));
    api.scalar_function_set_return_type(function.get(), result.get());
    api.scalar_function_set_function(function.get(), row.body);
    if (api.register_scalar_function(connection, function.get()) != DuckDBSuccess) {
      error = "the function " + row.name + " cannot be registered";
    }
    return true;
  }
  return false;
}

}  // namespace paisql::engine
