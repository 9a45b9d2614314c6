#include "engine/duckdb/functions/decimal_functions.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <vector>

#include "base/text.h"
#include "engine/duckdb/functions/native_call.h"
#include "engine/duckdb/print/sql_text.h"
#include "engine/duckdb/values/decimal_layout.h"
#include "engine/duckdb/values/handles.h"
#include "engine/duckdb/values/wide_integer.h"
#include "types/value_text.h"

namespace paisql::engine {
namespace {

constexpr char kDiv = 'd';

struct OperatorName {
  char op;
  std::string_view name;
};
constexpr OperatorName kOperators[] = {
    {'+', "paisql_decimal_add"},      {'-', "paisql_decimal_subtract"},
    {'*', "paisql_decimal_multiply"}, {'/', "paisql_decimal_divide"},
    {kDiv, "paisql_decimal_whole"},
};

struct Shape {
  char op;
  DataType left;
  DataType right;
  DataType result;
  EvaluationMode mode;
};

std::string NameOf(const Shape& shape) {
  std::string name;
  for (const OperatorName& known : kOperators) {
    if (known.op == shape.op) name = known.name;
  }
  for (const DataType* type : {&shape.left, &shape.right, &shape.result}) {
    name += "_" + std::to_string(type->precision()) + "_" + std::to_string(type->scale());
  }
  return name + "_" + std::to_string(static_cast<int>(shape.mode));
}

std::optional<Shape> ShapeOf(std::string_view name) {
  for (const OperatorName& known : kOperators) {
    if (!name.starts_with(known.name)) continue;
    const std::vector<std::string> parts = Split(name.substr(known.name.size()), '_');
    std::vector<int> numbers;
    for (size_t i = 1; i < parts.size(); ++i) numbers.push_back(std::stoi(parts[i]));
    PAISQL_ASSERT(numbers.size() == 7, "a DECIMAL function's name does not tell its types");
    return Shape{known.op, DataType::Decimal(numbers[0], numbers[1]),
                 DataType::Decimal(numbers[2], numbers[3]),
                 DataType::Decimal(numbers[4], numbers[5]),
                 static_cast<EvaluationMode>(numbers[6])};
  }
  return std::nullopt;
}

// The unscaled integers of one argument, in the layout that DuckDB gives its precision.
class Unscaled {
 public:
  Unscaled(const NativeCall& call, size_t column, int precision)
      : data_(call.Data(column)), precision_(precision) {}
  const int64_t* narrow() const { return static_cast<const int64_t*>(data_); }
  Int128 operator[](idx_t row) const {
    if (precision_ <= 4) return static_cast<const int16_t*>(data_)[row];
    if (precision_ <= 9) return static_cast<const int32_t*>(data_)[row];
    if (precision_ <= kNarrowPrecision) return narrow()[row];
    const auto& wide = static_cast<const duckdb_hugeint*>(data_)[row];
    return static_cast<Int128>((Uint128{static_cast<uint64_t>(wide.upper)} << 64) | wide.lower);
  }

 private:
  const void* data_;
  int precision_;
};

bool Fits(const std::optional<Int128>& value, Int128 bound) {
  return value && *value<bound&& * value> - bound;
}

// A row without an answer: NULL, or the end in strict mode.
bool RefuseResult(NativeCall& call, idx_t row, const Shape& shape, const std::string& why) {
  if (shape.mode != EvaluationMode::kStrict) {
    call.SetNull(row);
    return true;
  }
  call.Fail(ErrorCode::kDataOverflow, why);
  return false;
}

bool RefuseOverflow(NativeCall& call, idx_t row, const Shape& shape) {
  return RefuseResult(call, row, shape,
                      std::string("in operator ") + shape.op + ", the result does not fit " +
                          shape.result.ToString());
}

// Both operands in the result's scale, which is at least theirs.
void AddRows(NativeCall& call, const Shape& shape) {
  const Unscaled left(call, 0, shape.left.precision());
  const Unscaled right(call, 1, shape.right.precision());
  const int precision = shape.result.precision();
  const auto bound = static_cast<Int128>(PowerOfTen(precision));
  const auto left_factor =
      static_cast<Int128>(PowerOfTen(shape.result.scale() - shape.left.scale()));
  const auto right_factor =
      static_cast<Int128>(PowerOfTen(shape.result.scale() - shape.right.scale()));
  call.ForEach([&](idx_t row) {
    Int128 a = 0;
    Int128 b = 0;
    Int128 sum = 0;
    const bool overflow =
        __builtin_mul_overflow(left[row], left_factor, &a) ||
        __builtin_mul_overflow(right[row], right_factor, &b) ||
        (shape.op == '+' ? __builtin_add_overflow(a, b, &sum) : __builtin_sub_overflow(a, b, &sum));
    if (overflow || sum >= bound || sum <= -bound) return RefuseOverflow(call, row, shape);
    StoreDecimal(call, row, precision, sum);
    return true;
  });
}

void MultiplyRows(NativeCall& call, const Shape& shape) {
  const Unscaled left(call, 0, shape.left.precision());
  const Unscaled right(call, 1, shape.right.precision());
  const int precision = shape.result.precision();
  const int drop = shape.left.scale() + shape.right.scale() - shape.result.scale();
  const auto bound = static_cast<Int128>(PowerOfTen(precision));
  call.ForEach([&](idx_t row) {
    Int128 product = 0;
    if (drop > 0 || __builtin_mul_overflow(left[row], right[row], &product)) {
      const std::optional<Int128> exact = MultiplyAndDrop(left[row], right[row], drop);
      if (!Fits(exact, bound)) return RefuseOverflow(call, row, shape);
      product = *exact;
    }
    if (product >= bound || product <= -bound) return RefuseOverflow(call, row, shape);
    StoreDecimal(call, row, precision, product);
    return true;
  });
}

// The common case: columns of 64 bits, whose product always fits 128. Rows with a NULL are
// multiplied as well, which is harmless.
bool MultiplyNarrowRows(NativeCall& call, const Shape& shape) {
  const auto in_words = [](const DataType& type) {
    return type.precision() > 9 && type.precision() <= kNarrowPrecision;
  };
  const bool exact = shape.left.scale() + shape.right.scale() == shape.result.scale();
  const int digits = shape.left.precision() + shape.right.precision();
  if (!exact || !in_words(shape.left) || !in_words(shape.right) ||
      shape.result.precision() < digits) {
    return false;
  }
  const int64_t* left = static_cast<const int64_t*>(call.Data(0));
  const int64_t* right = static_cast<const int64_t*>(call.Data(1));
  for (idx_t row = 0; row < call.rows(); ++row) {
    const Int128 product = Int128{left[row]} * right[row];
    call.Set(row,
             duckdb_hugeint{static_cast<uint64_t>(product), static_cast<int64_t>(product >> 64)});
  }
  call.CopyNulls();
  return true;
}

std::string SixDigits(std::string decimal) {
  constexpr size_t kDigits = 6;
  if (decimal.find('.') == std::string::npos) decimal += '.';
  decimal.resize(decimal.find('.') + 1 + kDigits, '0');
  return decimal;
}

void DivideRows(NativeCall& call, const Shape& shape) {
  const Unscaled left(call, 0, shape.left.precision());
  const Unscaled right(call, 1, shape.right.precision());
  const int precision = shape.result.precision();
  const int shift = shape.result.scale() + shape.right.scale() - shape.left.scale();
  const auto bound = static_cast<Int128>(PowerOfTen(precision));
  call.ForEach([&](idx_t row) {
    if (right[row] == 0) {
      std::string dividend;
      AppendDecimal(left[row], shape.left.scale(), false, dividend);
      // The platform prints such operands with six digits.
      return RefuseResult(call, row, shape,
                          std::string("Div result is ") + (left[row] == 0 ? "nan" : "inf") +
                              ", two params are " + SixDigits(dividend) + " and 0.000000");
    }
    const std::optional<Int128> quotient = ShiftAndDivide(left[row], shift, right[row]);
    if (!Fits(quotient, bound)) return RefuseOverflow(call, row, shape);
    StoreDecimal(call, row, precision, *quotient);
    return true;
  });
}

// DIV: the quotient without its fraction, a BIGINT.
void DivRows(NativeCall& call, const Shape& shape) {
  const Unscaled left(call, 0, shape.left.precision());
  const Unscaled right(call, 1, shape.right.precision());
  const int shift = shape.right.scale() - shape.left.scale();
  call.ForEach([&](idx_t row) {
    if (right[row] == 0) return RefuseResult(call, row, shape, "in operator DIV, the divisor is 0");
    const std::optional<Int128> quotient = ShiftAndCut(left[row], shift, right[row]);
    const bool fits = quotient && *quotient >= std::numeric_limits<int64_t>::min() &&
                      *quotient <= std::numeric_limits<int64_t>::max();
    if (!fits)
      return RefuseResult(call, row, shape, "in operator DIV, the result does not fit BIGINT");
    call.Set(row, static_cast<int64_t>(*quotient));
    return true;
  });
}

void RunDecimal(duckdb_function_info info, duckdb_data_chunk input, duckdb_vector output) {
  const DuckdbApi& api = LoadedApi();
  const auto& shape = *static_cast<const Shape*>(api.scalar_function_get_extra_info(info));
  NativeCall call(api, info, input, output);
  if (shape.op == '/') return DivideRows(call, shape);
  if (shape.op == kDiv) return DivRows(call, shape);
  if (shape.op != '*') return AddRows(call, shape);
  if (!MultiplyNarrowRows(call, shape)) MultiplyRows(call, shape);
}

void DeleteShape(void* shape) { std::unique_ptr<Shape>(static_cast<Shape*>(shape)).reset(); }

}  // namespace

char DecimalOperator(std::string_view text) {
  constexpr std::string_view kHead = "$decimal($1 ";
  constexpr std::string_view kTail = " $2)";
  if (!text.starts_with(kHead) || !text.ends_with(kTail)) return '\0';
  return text.size() == kHead.size() + 1 + kTail.size() ? text[kHead.size()] : '\0';
}

std::string PrintDecimalCall(char op, const std::string& left, const DataType& left_type,
                             const std::string& right, const DataType& right_type,
                             const DataType& result, EvaluationMode mode, PrintContext& context) {
  // DuckDB's product is exact where all digits of both sides fit one integer.
  if (op == '*' && left_type.precision() + right_type.precision() <= kNarrowPrecision &&
      left_type.scale() + right_type.scale() <= result.scale()) {
    return CastText(left + " * " + right, result);
  }
  // So is its sum where one digit more than those of the operands fits.
  const int whole_digits = std::max(left_type.precision() - left_type.scale(),
                                    right_type.precision() - right_type.scale());
  if ((op == '+' || op == '-') && whole_digits + result.scale() < kMaxDecimalPrecision) {
    return CastText(left + " " + op + " " + right, result);
  }
  constexpr int kBigintDigits = 19;
  const DataType named = op == kDiv ? DataType::Decimal(kBigintDigits, 0) : result;
  return context.Native(NameOf({op, left_type, right_type, named, mode}), left + ", " + right);
}

bool RegisterDecimal(const DuckdbApi& api, duckdb_connection connection, std::string_view name,
                     std::string& error) {
  const std::optional<Shape> shape = ShapeOf(name);
  if (!shape) return false;
  ScalarFunctionHandle function(api, api.create_scalar_function());
  api.scalar_function_set_name(function.get(), std::string(name).c_str());
  const auto type_of = [&](const DataType& type) {
    return TypeHandle(api, api.create_decimal_type(static_cast<uint8_t>(type.precision()),
                                                   static_cast<uint8_t>(type.scale())));
  };
  api.scalar_function_add_parameter(function.get(), type_of(shape->left).get());
  api.scalar_function_add_parameter(function.get(), type_of(shape->right).get());
  TypeHandle bigint(api, api.create_logical_type(DUCKDB_TYPE_BIGINT));
  api.scalar_function_set_return_type(
      function.get(), shape->op == kDiv ? bigint.get() : type_of(shape->result).get());
  api.scalar_function_set_extra_info(function.get(), std::make_unique<Shape>(*shape).release(),
                                     DeleteShape);
  api.scalar_function_set_function(function.get(), RunDecimal);
  if (api.register_scalar_function(connection, function.get()) != DuckDBSuccess) {
    error = "the function " + std::string(name) + " cannot be registered";
  }
  return true;
}

}  // namespace paisql::engine
