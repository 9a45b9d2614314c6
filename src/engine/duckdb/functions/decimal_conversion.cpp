#include "engine/duckdb/functions/decimal_conversion.h"

#include <charconv>
#include <cmath>
#include <memory>
#include <optional>
#include <vector>

#include "base/assert.h"
#include "base/text.h"
#include "engine/duckdb/values/decimal_layout.h"
#include "engine/duckdb/values/handles.h"
#include "engine/duckdb/values/wide_integer.h"

namespace paisql::engine {
namespace {

constexpr std::string_view kPrefix = "paisql_decimal_from_";

struct ConversionShape {
  bool from_float = false;
  DataType to;
  EvaluationMode mode = EvaluationMode::kNormal;
};

// "paisql_decimal_from_double_38_18_0"
std::string ConversionName(const ConversionShape& shape) {
  return std::string(kPrefix) + (shape.from_float ? "float" : "double") + "_" +
         std::to_string(shape.to.precision()) + "_" + std::to_string(shape.to.scale()) + "_" +
         std::to_string(static_cast<int>(shape.mode));
}

std::optional<ConversionShape> ConversionShapeOf(std::string_view name) {
  if (!name.starts_with(kPrefix)) return std::nullopt;
  const std::vector<std::string> parts = Split(name.substr(kPrefix.size()), '_');
  PAISQL_ASSERT(parts.size() == 4, "a conversion's name does not tell its types");
  return ConversionShape{parts[0] == "float",
                         DataType::Decimal(std::stoi(parts[1]), std::stoi(parts[2])),
                         static_cast<EvaluationMode>(std::stoi(parts[3]))};
}

// The number as digits and a power of ten, which are rounded to the scale.
template <typename T>
std::optional<Int128> ByDigits(T value, int scale) {
  char buffer[40];
  const auto written =
      std::to_chars(buffer, buffer + sizeof(buffer), value, std::chars_format::scientific);
  int64_t digits = 0;
  int behind_point = 0;
  const char* at = buffer;
  const bool negative = *at == '-';
  if (negative) ++at;
  for (bool fraction = false; at < written.ptr && *at != 'e'; ++at) {
    if (*at == '.') {
      fraction = true;
      continue;
    }
    digits = digits * 10 + (*at - '0');
    if (fraction) ++behind_point;
  }
  int exponent = 0;
  if (at < written.ptr) {
    ++at;
    std::from_chars(*at == '+' ? at + 1 : at, written.ptr, exponent);
  }
  // digits * 10^shift is the unscaled value.
  const int shift = exponent - behind_point + scale;
  constexpr int kMostDigits = 38;
  if (shift > kMostDigits) return digits == 0 ? std::optional<Int128>(0) : std::nullopt;
  if (shift < -kMostDigits) return 0;
  const std::optional<Int128> magnitude =
      shift >= 0 ? MultiplyAndDrop(digits, static_cast<Int128>(PowerOfTen(shift)), 0)
                 : ShiftAndDivide(digits, 0, static_cast<Int128>(PowerOfTen(-shift)));
  if (!magnitude) return std::nullopt;
  return negative ? -*magnitude : *magnitude;
}

// Most numbers need no digits: an integer times a power of ten, and a product with the power that
// is small enough, and far enough from a half, for its error not to matter.
template <typename T>
std::optional<Int128> UnscaledOf(T value, int scale, double power) {
  // Integers of so few bits have all their digits in the shortest form.
  constexpr double kExactIntegers = sizeof(T) == sizeof(float) ? 0x1p24 : 0x1p53;
  // Half a unit in the last place, of the number and of the product, is below a hundredth.
  constexpr double kSafe = sizeof(T) == sizeof(float) ? 0x1p14 : 0x1p44;
  constexpr double kMargin = 0.01;
  const double product = static_cast<double>(value) * power;
  if (std::fabs(product) < kSafe) {
    const double whole = std::trunc(product);
    const double fraction = std::fabs(product - whole);
    if (std::fabs(fraction - 0.5) > kMargin) {
      return static_cast<int64_t>(fraction > 0.5 ? whole + std::copysign(1.0, product) : whole);
    }
  } else if (std::fabs(value) < kExactIntegers && std::trunc(value) == value) {
    return MultiplyAndDrop(static_cast<int64_t>(value), static_cast<Int128>(PowerOfTen(scale)), 0);
  }
  return ByDigits(value, scale);
}

template <typename T>
void ConvertRows(NativeCall& call, const ConversionShape& shape) {
  const int precision = shape.to.precision();
  const int scale = shape.to.scale();
  const auto bound = static_cast<Int128>(PowerOfTen(precision));
  const auto power = static_cast<double>(PowerOfTen(scale));
  call.ForEach([&](idx_t row) {
    const T value = call.Get<T>(0, row);
    const std::optional<Int128> unscaled =
        std::isfinite(value) ? UnscaledOf(value, scale, power) : std::nullopt;
    if (unscaled && *unscaled<bound&& * unscaled> - bound) {
      StoreDecimal(call, row, precision, *unscaled);
      return true;
    }
    if (shape.mode != EvaluationMode::kStrict) {
      call.SetNull(row);
      return true;
    }
    std::string text;
    AppendDouble(static_cast<double>(value), text);
    call.Fail(ErrorCode::kDataOverflow,
              "in function cast, value " + text + " does not fit " + shape.to.ToString());
    return false;
  });
}

void RunToDecimal(duckdb_function_info info, duckdb_data_chunk input, duckdb_vector output) {
  const DuckdbApi& api = LoadedApi();
  const auto& shape =
      *static_cast<const ConversionShape*>(api.scalar_function_get_extra_info(info));
  NativeCall call(api, info, input, output);
  if (shape.from_float) return ConvertRows<float>(call, shape);
  ConvertRows<double>(call, shape);
}

void DeleteConversion(void* shape) {
  std::unique_ptr<ConversionShape>(static_cast<ConversionShape*>(shape)).reset();
}

}  // namespace

std::string PrintDecimalFromBinary(const std::string& operand, const DataType& from,
                                   const DataType& to, EvaluationMode mode, PrintContext& context) {
  return context.Native(ConversionName({from.id() == TypeId::kFloat, to, mode}), operand);
}

bool RegisterDecimalFromBinary(const DuckdbApi& api, duckdb_connection connection,
                               std::string_view name, std::string& error) {
  const std::optional<ConversionShape> shape = ConversionShapeOf(name);
  if (!shape) return false;
  ScalarFunctionHandle function(api, api.create_scalar_function());
  api.scalar_function_set_name(function.get(), std::string(name).c_str());
  TypeHandle from(
      api, api.create_logical_type(shape->from_float ? DUCKDB_TYPE_FLOAT : DUCKDB_TYPE_DOUBLE));
  TypeHandle to(api, api.create_decimal_type(static_cast<uint8_t>(shape->to.precision()),
                                             static_cast<uint8_t>(shape->to.scale())));
  api.scalar_function_add_parameter(function.get(), from.get());
  api.scalar_function_set_return_type(function.get(), to.get());
  api.scalar_function_set_extra_info(
      function.get(), std::make_unique<ConversionShape>(*shape).release(), DeleteConversion);
  api.scalar_function_set_function(function.get(), RunToDecimal);
  if (api.register_scalar_function(connection, function.get()) != DuckDBSuccess) {
    error = "the function " + std::string(name) + " cannot be registered";
  }
  return true;
}

}  // namespace paisql::engine
