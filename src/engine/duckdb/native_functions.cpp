#include "engine/duckdb/native_functions.h"

#include <algorithm>
#include <string>
#include <vector>

#include "engine/duckdb/cell_text.h"
#include "engine/duckdb/decimal_functions.h"
#include "engine/duckdb/handles.h"
#include "engine/duckdb/native_call.h"
#include "engine/duckdb/text_values.h"
#include "store/partition_value.h"
#include "types/data_type.h"
#include "types/value_text.h"

namespace paisql::engine {
namespace {

void TextFromDouble(NativeCall& call) {
  std::string text;
  call.ForEach([&](idx_t row) {
    text.clear();
    AppendDouble(call.Get<double>(0, row), text);
    call.SetText(row, text);
    return true;
  });
}

void TextFromFloat(NativeCall& call) {
  std::string text;
  call.ForEach([&](idx_t row) {
    text.clear();
    AppendFloat(call.Get<float>(0, row), text);
    call.SetText(row, text);
    return true;
  });
}

void TextFromDatetime(NativeCall& call) {
  std::string text;
  call.ForEach([&](idx_t row) {
    text.clear();
    AppendDatetime(call.Get<int64_t>(0, row), text);
    call.SetText(row, text);
    return true;
  });
}

void TextFromTimestamp(NativeCall& call) {
  constexpr int64_t kNanos = 1'000'000'000;
  std::string text;
  call.ForEach([&](idx_t row) {
    const auto value = call.Get<int64_t>(0, row);
    int64_t seconds = value / kNanos;
    int64_t nanos = value % kNanos;
    if (nanos < 0) {
      nanos += kNanos;
      --seconds;
    }
    text.clear();
    AppendTimestamp(seconds, static_cast<int32_t>(nanos), text);
    call.SetText(row, text);
    return true;
  });
}

template <bool kMonthsOnly>
void TextFromInterval(NativeCall& call) {
  std::string text;
  call.ForEach([&](idx_t row) {
    text.clear();
    AppendInterval(call.Get<duckdb_interval>(0, row), kMonthsOnly, text);
    call.SetText(row, text);
    return true;
  });
}

// What a dirty text does: an error in strict mode, else its numeric prefix, or NULL without one.
bool Keep(NativeCall& call, idx_t row, TextFit fit, bool strict, const char* type) {
  if (fit == TextFit::kWhole) return true;
  if (!strict) {
    if (fit == TextFit::kNone) call.SetNull(row);
    return true;
  }
  call.Fail(ErrorCode::kIllegalCast, "in function cast, value '" + std::string(call.Text(0, row)) +
                                         "' cannot be casted from String to " + type);
  return false;
}

void BigintFromText(NativeCall& call) {
  call.ForEach([&](idx_t row) {
    int64_t value = 0;
    const TextFit fit = ReadBigint(call.Text(0, row), value);
    call.Set(row, value);
    return Keep(call, row, fit, call.Get<bool>(1, row), "Bigint");
  });
}

void DoubleFromText(NativeCall& call) {
  call.ForEach([&](idx_t row) {
    double value = 0;
    const TextFit fit = ReadDouble(call.Text(0, row), value);
    call.Set(row, value);
    return Keep(call, row, fit, call.Get<bool>(1, row), "Double");
  });
}

void DecimalFromText(NativeCall& call) {
  std::string value;
  call.ForEach([&](idx_t row) {
    const auto precision = call.Get<int32_t>(1, row);
    const auto scale = call.Get<int32_t>(2, row);
    const TextFit fit = ReadDecimal(call.Text(0, row), scale, value);
    const size_t first = value.find_first_of("123456789.");
    const size_t end = std::min(value.find('.'), value.size());
    const size_t digits = fit == TextFit::kNone || first == std::string::npos ? 0 : end - first;
    if (digits > static_cast<size_t>(precision - scale)) {
      call.Fail(ErrorCode::kDataOverflow,
                "in function cast, value '" + std::string(call.Text(0, row)) +
                    "' does not fit into " + DataType::Decimal(precision, scale).ToString());
      return false;
    }
    if (fit != TextFit::kNone) call.SetText(row, value);
    return Keep(call, row, fit, call.Get<bool>(3, row), "Decimal");
  });
}

// A text that is no time stops the statement in every mode: the documents of CAST say "error", and
// only for numbers that a mode softens it.
bool TimeError(NativeCall& call, idx_t row, const char* what, const char* form) {
  call.Fail(ErrorCode::kRuntimeArguments,
            std::string("in function cast, string ") + what + "'s format must be " + form +
                ",  input string is:" + std::string(call.Text(0, row)));
  return false;
}

void DatetimeFromText(NativeCall& call) {
  call.ForEach([&](idx_t row) {
    const auto time = ReadDatetime(call.Text(0, row));
    if (!time) return TimeError(call, row, "datetime", "yyyy-mm-dd hh:mi:ss");
    // DATETIME has milliseconds, so that finer digits are cut.
    call.Set<int64_t>(row, time->seconds * 1'000'000 + time->nanos / 1'000'000 * 1000);
    return true;
  });
}

void TimestampFromText(NativeCall& call) {
  call.ForEach([&](idx_t row) {
    const auto time = ReadDatetime(call.Text(0, row));
    if (!time) return TimeError(call, row, "timestamp", "yyyy-mm-dd hh:mi:ss.ffffff");
    int64_t nanos = 0;
    if (__builtin_mul_overflow(time->seconds, int64_t{1'000'000'000}, &nanos) ||
        __builtin_add_overflow(nanos, time->nanos, &nanos)) {
      call.Fail(ErrorCode::kDataOverflow,
                "a TIMESTAMP lies between 1677-09-22 and 2262-04-11, not at " +
                    std::string(call.Text(0, row)));
      return false;
    }
    call.Set(row, nanos);
    return true;
  });
}

void DateFromText(NativeCall& call) {
  call.ForEach([&](idx_t row) {
    const auto day = ReadDate(call.Text(0, row));
    if (!day) return TimeError(call, row, "date", "yyyy-mm-dd");
    call.Set(row, *day);
    return true;
  });
}

// Days of 0001-01-01 and 9999-12-31.
constexpr int32_t kFirstDay = -719162;
constexpr int32_t kLastDay = 2932896;

void DateInRange(NativeCall& call) {
  call.ForEach([&](idx_t row) {
    const auto day = call.Get<int32_t>(0, row);
    call.Set(row, day);
    if (day >= kFirstDay && day <= kLastDay) return true;
    call.Fail(ErrorCode::kDataOverflow, "the result lies outside of 0001-01-01 to 9999-12-31");
    return false;
  });
}

void DatetimeInRange(NativeCall& call) {
  call.ForEach([&](idx_t row) {
    const auto time = call.Get<int64_t>(0, row);
    call.Set(row, time);
    if (time >= call.Get<int64_t>(1, row) && time <= call.Get<int64_t>(2, row)) return true;
    call.Fail(ErrorCode::kDataOverflow,
              "the result lies outside of 0001-01-01 00:00:00 to 9999-12-31 23:59:59");
    return false;
  });
}

// Dynamic partition values: no NULL, and what store/partition_value.h allows.
void PartitionValue(NativeCall& call) {
  for (idx_t row = 0; row < call.rows(); ++row) {
    const bool null = call.IsNull(1, row);
    const std::string_view value = null ? std::string_view() : call.Text(1, row);
    if (null || !store::IsPartitionValue(value)) {
      call.Fail(ErrorCode::kPartition,
                "invalid dynamic partition value: " + std::string(call.Text(0, row)) + "=" +
                    (null ? "NULL" : std::string(value)));
      return;
    }
    call.SetText(row, value);
  }
}

template <void (*Body)(NativeCall&)>
void Run(duckdb_function_info info, duckdb_data_chunk input, duckdb_vector output) {
  NativeCall call(LoadedApi(), info, input, output);
  Body(call);
}

struct NativeFunction {
  std::string_view name;
  duckdb_scalar_function_t body;
  std::vector<duckdb_type> parameters;
  duckdb_type result;
  bool takes_nulls = false;
};

const std::vector<NativeFunction>& NativeFunctions() {
  static const std::vector<NativeFunction> functions = {
      {native::kTextFromDouble, Run<TextFromDouble>, {DUCKDB_TYPE_DOUBLE}, DUCKDB_TYPE_VARCHAR},
      {native::kTextFromFloat, Run<TextFromFloat>, {DUCKDB_TYPE_FLOAT}, DUCKDB_TYPE_VARCHAR},
      {native::kTextFromDatetime,
       Run<TextFromDatetime>,
       {DUCKDB_TYPE_TIMESTAMP},
       DUCKDB_TYPE_VARCHAR},
      {native::kTextFromTimestamp,
       Run<TextFromTimestamp>,
       {DUCKDB_TYPE_TIMESTAMP_NS},
       DUCKDB_TYPE_VARCHAR},
      {native::kTextFromMonths,
       Run<TextFromInterval<true>>,
       {DUCKDB_TYPE_INTERVAL},
       DUCKDB_TYPE_VARCHAR},
      {native::kTextFromDayTime,
       Run<TextFromInterval<false>>,
       {DUCKDB_TYPE_INTERVAL},
       DUCKDB_TYPE_VARCHAR},
      {native::kBigintFromText,
       Run<BigintFromText>,
       {DUCKDB_TYPE_VARCHAR, DUCKDB_TYPE_BOOLEAN},
       DUCKDB_TYPE_BIGINT},
      {native::kDoubleFromText,
       Run<DoubleFromText>,
       {DUCKDB_TYPE_VARCHAR, DUCKDB_TYPE_BOOLEAN},
       DUCKDB_TYPE_DOUBLE},
      {native::kDecimalFromText,
       Run<DecimalFromText>,
       {DUCKDB_TYPE_VARCHAR, DUCKDB_TYPE_INTEGER, DUCKDB_TYPE_INTEGER, DUCKDB_TYPE_BOOLEAN},
       DUCKDB_TYPE_VARCHAR},
      {native::kDatetimeFromText,
       Run<DatetimeFromText>,
       {DUCKDB_TYPE_VARCHAR},
       DUCKDB_TYPE_TIMESTAMP},
      {native::kTimestampFromText,
       Run<TimestampFromText>,
       {DUCKDB_TYPE_VARCHAR},
       DUCKDB_TYPE_TIMESTAMP_NS},
      {native::kDateFromText, Run<DateFromText>, {DUCKDB_TYPE_VARCHAR}, DUCKDB_TYPE_DATE},
      {native::kDateInRange, Run<DateInRange>, {DUCKDB_TYPE_DATE}, DUCKDB_TYPE_DATE},
      {native::kDatetimeInRange,
       Run<DatetimeInRange>,
       {DUCKDB_TYPE_TIMESTAMP_TZ, DUCKDB_TYPE_TIMESTAMP_TZ, DUCKDB_TYPE_TIMESTAMP_TZ},
       DUCKDB_TYPE_TIMESTAMP_TZ},
      {native::kPartitionValue,
       Run<PartitionValue>,
       {DUCKDB_TYPE_VARCHAR, DUCKDB_TYPE_VARCHAR},
       DUCKDB_TYPE_VARCHAR,
       true},
  };
  return functions;
}

void RegisterScalar(const DuckdbApi& api, duckdb_connection connection,
                    const NativeFunction& native, std::string& error) {
  ScalarFunctionHandle function(api, api.create_scalar_function());
  api.scalar_function_set_name(function.get(), std::string(native.name).c_str());
  for (const duckdb_type parameter : native.parameters) {
    TypeHandle type(api, api.create_logical_type(parameter));
    api.scalar_function_add_parameter(function.get(), type.get());
  }
  TypeHandle result(api, api.create_logical_type(native.result));
  api.scalar_function_set_return_type(function.get(), result.get());
  if (native.takes_nulls) api.scalar_function_set_special_handling(function.get());
  api.scalar_function_set_function(function.get(), native.body);
  if (api.register_scalar_function(connection, function.get()) != DuckDBSuccess) {
    error = "the function " + std::string(native.name) + " cannot be registered";
  }
}

}  // namespace

bool RegisterNative(const DuckdbApi& api, duckdb_connection connection, std::string_view name,
                    std::string& error) {
  for (const NativeFunction& native : NativeFunctions()) {
    if (native.name != name) continue;
    RegisterScalar(api, connection, native, error);
    return true;
  }
  return RegisterDecimal(api, connection, name, error);
}

}  // namespace paisql::engine
