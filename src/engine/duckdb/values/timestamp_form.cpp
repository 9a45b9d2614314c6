#include "engine/duckdb/values/timestamp_form.h"

#include <algorithm>
#include <vector>

#include "engine/duckdb/functions/native_call.h"
#include "engine/duckdb/values/wide_integer.h"
#include "types/time/time_text.h"

namespace paisql::engine {
namespace {

constexpr uint8_t kPrecision = 21;
constexpr uint8_t kScale = 9;
constexpr int64_t kNanosOfMicro = 1000;
constexpr int64_t kNanosOfSecond = 1'000'000'000;

// Reads a cell: nanoseconds since 1970.
Int128 NanosOf(const duckdb_hugeint& cell) {
  return static_cast<Int128>((Uint128{static_cast<uint64_t>(cell.upper)} << 64) | cell.lower);
}

duckdb_hugeint CellOf(Int128 nanos) {
  return {static_cast<uint64_t>(nanos), static_cast<int64_t>(nanos >> 64)};
}

struct Quotient {
  int64_t whole;
  int64_t rest;  // not negative
};

template <typename T>
Quotient FloorDivide(T value, int64_t divisor) {
  auto whole = static_cast<int64_t>(value / divisor);
  auto rest = static_cast<int64_t>(value % divisor);
  if (rest < 0) {
    rest += divisor;
    --whole;
  }
  return {whole, rest};
}

// Divisions of 128 bits are slow, and nearly all times lie within 64 bits of nanoseconds.
Quotient DivideFloor(const duckdb_hugeint& cell, int64_t divisor) {
  const Int128 nanos = NanosOf(cell);
  const auto narrow = static_cast<int64_t>(nanos);
  return narrow == nanos ? FloorDivide(narrow, divisor) : FloorDivide(nanos, divisor);
}

void Micros(NativeCall& call) {
  call.ForEach([&](idx_t row) {
    call.Set(row, DivideFloor(call.Get<duckdb_hugeint>(0, row), kNanosOfMicro).whole);
    return true;
  });
}

void Nanos(NativeCall& call) {
  call.ForEach([&](idx_t row) {
    call.Set(row, DivideFloor(call.Get<duckdb_hugeint>(0, row), kNanosOfMicro).rest);
    return true;
  });
}

void OfParts(NativeCall& call) {
  call.ForEach([&](idx_t row) {
    const Int128 whole = Int128{call.Get<int64_t>(0, row)} * kNanosOfMicro;
    call.Set(row, CellOf(whole + call.Get<int64_t>(1, row)));
    return true;
  });
}

void OfNanos(NativeCall& call) {
  call.ForEach([&](idx_t row) {
    call.Set(row, CellOf(call.Get<int64_t>(0, row)));
    return true;
  });
}

void ReadText(NativeCall& call) {
  call.ForEach([&](idx_t row) {
    const auto time = ReadTime(call.Text(0, row), kTimestampForm);
    if (!time) {
      call.Fail(ErrorCode::kRuntimeArguments,
                "'" + std::string(call.Text(0, row)) + "' is not a time of the years 1 to 9999");
      return false;
    }
    call.Set(row, TimestampOfParts(time->seconds, time->nanos));
    return true;
  });
}

// (value, lowest, highest, mode): the value; outside of them NULL, or an error where the mode is
// error. A function, since a CASE would print and compute the value three times.
void Within(NativeCall& call) {
  call.ForEach([&](idx_t row) {
    const auto& cell = call.Get<duckdb_hugeint>(0, row);
    const Int128 nanos = NanosOf(cell);
    if (nanos < NanosOf(call.Get<duckdb_hugeint>(1, row)) ||
        nanos > NanosOf(call.Get<duckdb_hugeint>(2, row))) {
      if (call.Text(3, row) != "error") {
        call.SetNull(row);
        return true;
      }
      call.Fail(ErrorCode::kDataOverflow,
                "the result lies outside of 0001-01-01 00:00:00 to 9999-12-31 23:59:59.999999999");
      return false;
    }
    call.Set(row, cell);
    return true;
  });
}

template <void (*Body)(NativeCall&)>
void Run(duckdb_function_info info, duckdb_data_chunk input, duckdb_vector output) {
  NativeCall call(LoadedApi(), info, input, output);
  Body(call);
}

struct FormFunction {
  std::string_view name;
  duckdb_scalar_function_t body;
  std::vector<duckdb_type> parameters;  // DECIMAL stands for the form
  duckdb_type result;
};

const std::vector<FormFunction>& FormFunctions() {
  constexpr duckdb_type kForm = DUCKDB_TYPE_DECIMAL;
  static const std::vector<FormFunction> functions = {
      {timestamp::kMicros, Run<Micros>, {kForm}, DUCKDB_TYPE_TIMESTAMP},
      {timestamp::kNanos, Run<Nanos>, {kForm}, DUCKDB_TYPE_BIGINT},
      {timestamp::kOfParts, Run<OfParts>, {DUCKDB_TYPE_TIMESTAMP, DUCKDB_TYPE_BIGINT}, kForm},
      {timestamp::kReadText, Run<ReadText>, {DUCKDB_TYPE_VARCHAR}, kForm},
      {"paisql_timestamp_of_nanos", Run<OfNanos>, {DUCKDB_TYPE_BIGINT}, kForm},
      {"paisql_timestamp_within", Run<Within>, {kForm, kForm, kForm, DUCKDB_TYPE_VARCHAR}, kForm},
  };
  return functions;
}

constexpr Macro kMacros[] = {
    // The time at which the clocks of a zone show the TIMESTAMP, as a TIMESTAMP_NTZ, and back.
    {timestamp::kWallFromInstant, "_t, _tz",
     "paisql_timestamp_of(timezone(_tz, timezone('UTC', paisql_timestamp_micros(_t))), "
     "paisql_timestamp_nanos(_t))"},
    {timestamp::kInstantFromWall, "_t, _tz",
     "paisql_timestamp_of(timezone('UTC', timezone(_tz, paisql_timestamp_micros(_t))), "
     "paisql_timestamp_nanos(_t))"},
    // An INTERVAL of days to seconds as the difference of two times.
    {timestamp::kSpan, "_i", "paisql_timestamp_of(make_timestamp(0) + _i, 0)"},
    // Files of earlier versions hold 64 bits of nanoseconds, or microseconds that a script wrote.
    {timestamp::kFromOldForm, "_t", "paisql_timestamp_of_nanos(epoch_ns(_t))"},
};

TypeHandle TypeOf(const DuckdbApi& api, duckdb_type type) {
  return type == DUCKDB_TYPE_DECIMAL ? MakeTimestampType(api)
                                     : TypeHandle(api, api.create_logical_type(type));
}

}  // namespace

bool HasTimestamp(const DataType& type) {
  if (!type.IsNested()) return IsTimestamp(type);
  return std::any_of(type.fields().begin(), type.fields().end(), HasTimestamp);
}

TimestampParts PartsOfTimestamp(const duckdb_hugeint& cell) {
  const Quotient parts = DivideFloor(cell, kNanosOfSecond);
  return {parts.whole, static_cast<int32_t>(parts.rest)};
}

duckdb_hugeint TimestampOfParts(int64_t seconds, int32_t nanos) {
  return CellOf(Int128{seconds} * kNanosOfSecond + nanos);
}

TypeHandle MakeTimestampType(const DuckdbApi& api) {
  return TypeHandle(api, api.create_decimal_type(kPrecision, kScale));
}

bool IsTimestampForm(const DuckdbApi& api, duckdb_logical_type physical) {
  return api.get_type_id(physical) == DUCKDB_TYPE_DECIMAL &&
         api.decimal_internal_type(physical) == DUCKDB_TYPE_HUGEINT &&
         api.decimal_scale(physical) == kScale;
}

const Macro* FindTimestampMacro(std::string_view name) {
  for (const Macro& macro : kMacros) {
    if (macro.name == name) return &macro;
  }
  return nullptr;
}

bool RegisterTimestamp(const DuckdbApi& api, duckdb_connection connection, std::string_view name,
                       std::string& error) {
  for (const FormFunction& form : FormFunctions()) {
    if (form.name != name) continue;
    ScalarFunctionHandle function(api, api.create_scalar_function());
    api.scalar_function_set_name(function.get(), std::string(name).c_str());
    for (const duckdb_type parameter : form.parameters) {
      api.scalar_function_add_parameter(function.get(), TypeOf(api, parameter).get());
    }
    api.scalar_function_set_return_type(function.get(), TypeOf(api, form.result).get());
    api.scalar_function_set_function(function.get(), form.body);
    if (api.register_scalar_function(connection, function.get()) != DuckDBSuccess) {
      error = "the function " + std::string(name) + " cannot be registered";
    }
    return true;
  }
  return false;
}

}  // namespace paisql::engine
