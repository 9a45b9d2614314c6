#include "engine/duckdb/functions/native_functions.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "engine/duckdb/functions/arithmetic_functions.h"
#include "engine/duckdb/functions/decimal_conversion.h"
#include "engine/duckdb/functions/decimal_functions.h"
#include "engine/duckdb/functions/moment_functions.h"
#include "engine/duckdb/functions/native_call.h"
#include "engine/duckdb/functions/near_comparison.h"
#include "engine/duckdb/functions/text_conversions.h"
#include "engine/duckdb/functions/time_functions.h"
#include "engine/duckdb/native/native_row.h"
#include "engine/duckdb/native/typed_json.h"
#include "engine/duckdb/values/handles.h"
#include "engine/duckdb/values/timestamp_form.h"
#include "types/data_type.h"

namespace paisql::engine {
namespace {

template <void (*Body)(NativeCall&)>
void Run(duckdb_function_info info, duckdb_data_chunk input, duckdb_vector output) {
  NativeCall call(LoadedApi(), info, input, output);
  Body(call);
}

// Stands for the form of TIMESTAMP in the table below, which no plain type of the C API is.
constexpr duckdb_type kTimestampForm = DUCKDB_TYPE_DECIMAL;

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
      {native::kTextFromTimestamp, Run<TextFromTimestamp>, {kTimestampForm}, DUCKDB_TYPE_VARCHAR},
      {native::kTextFromMonths, Run<TextFromMonths>, {DUCKDB_TYPE_INTERVAL}, DUCKDB_TYPE_VARCHAR},
      {native::kTextFromDayTime, Run<TextFromDayTime>, {DUCKDB_TYPE_INTERVAL}, DUCKDB_TYPE_VARCHAR},
      {native::kBigintFromText,
       Run<BigintFromText>,
       {DUCKDB_TYPE_VARCHAR, DUCKDB_TYPE_INTEGER},
       DUCKDB_TYPE_BIGINT},
      {native::kDoubleFromText,
       Run<DoubleFromText>,
       {DUCKDB_TYPE_VARCHAR, DUCKDB_TYPE_INTEGER},
       DUCKDB_TYPE_DOUBLE},
      {native::kDecimalFromText,
       Run<DecimalFromText>,
       {DUCKDB_TYPE_VARCHAR, DUCKDB_TYPE_INTEGER, DUCKDB_TYPE_INTEGER, DUCKDB_TYPE_INTEGER},
       DUCKDB_TYPE_VARCHAR},
      {native::kDatetimeFromText,
       Run<DatetimeFromText>,
       {DUCKDB_TYPE_VARCHAR, DUCKDB_TYPE_INTEGER},
       DUCKDB_TYPE_TIMESTAMP},
      {native::kTimestampFromText,
       Run<TimestampFromText>,
       {DUCKDB_TYPE_VARCHAR, DUCKDB_TYPE_INTEGER},
       kTimestampForm},
      {native::kDateFromText,
       Run<DateFromText>,
       {DUCKDB_TYPE_VARCHAR, DUCKDB_TYPE_INTEGER, DUCKDB_TYPE_BOOLEAN},
       DUCKDB_TYPE_DATE},
      {native::kDateInRange,
       Run<DateInRange>,
       {DUCKDB_TYPE_DATE, DUCKDB_TYPE_VARCHAR},
       DUCKDB_TYPE_DATE},
      {native::kDatetimeInRange,
       Run<DatetimeInRange>,
       {DUCKDB_TYPE_TIMESTAMP_TZ, DUCKDB_TYPE_TIMESTAMP_TZ, DUCKDB_TYPE_TIMESTAMP_TZ,
        DUCKDB_TYPE_VARCHAR},
       DUCKDB_TYPE_TIMESTAMP_TZ},
      {native::kPlatformTimeText,
       Run<PlatformTimeText>,
       {DUCKDB_TYPE_TIMESTAMP, DUCKDB_TYPE_VARCHAR},
       DUCKDB_TYPE_VARCHAR},
      {native::kDateFormatText,
       Run<DateFormatText>,
       {DUCKDB_TYPE_TIMESTAMP, DUCKDB_TYPE_VARCHAR},
       DUCKDB_TYPE_VARCHAR},
      {native::kJavaTimeText,
       Run<JavaTimeText>,
       {DUCKDB_TYPE_TIMESTAMP, DUCKDB_TYPE_VARCHAR},
       DUCKDB_TYPE_VARCHAR},
      {native::kTimeFromPlatformText,
       Run<TimeFromPlatformText>,
       {DUCKDB_TYPE_VARCHAR, DUCKDB_TYPE_VARCHAR, DUCKDB_TYPE_VARCHAR},
       DUCKDB_TYPE_TIMESTAMP},
      {native::kTimeFromTimestampText,
       Run<TimeFromTimestampText>,
       {DUCKDB_TYPE_VARCHAR, DUCKDB_TYPE_VARCHAR, DUCKDB_TYPE_VARCHAR},
       DUCKDB_TYPE_TIMESTAMP},
      {native::kTimeFromPlainText,
       Run<TimeFromPlainText>,
       {DUCKDB_TYPE_VARCHAR, DUCKDB_TYPE_VARCHAR},
       DUCKDB_TYPE_TIMESTAMP},
      {native::kTimeFromJavaText,
       Run<TimeFromJavaText>,
       {DUCKDB_TYPE_VARCHAR, DUCKDB_TYPE_VARCHAR},
       DUCKDB_TYPE_TIMESTAMP},
      {native::kPartitionValue,
       Run<PartitionValue>,
       {DUCKDB_TYPE_VARCHAR, DUCKDB_TYPE_VARCHAR},
       DUCKDB_TYPE_VARCHAR,
       true},
  };
  return functions;
}

TypeHandle TypeOf(const DuckdbApi& api, duckdb_type type) {
  return type == kTimestampForm ? MakeTimestampType(api)
                                : TypeHandle(api, api.create_logical_type(type));
}

void RegisterScalar(const DuckdbApi& api, duckdb_connection connection,
                    const NativeFunction& native, std::string& error) {
  ScalarFunctionHandle function(api, api.create_scalar_function());
  api.scalar_function_set_name(function.get(), std::string(native.name).c_str());
  for (const duckdb_type parameter : native.parameters) {
    api.scalar_function_add_parameter(function.get(), TypeOf(api, parameter).get());
  }
  api.scalar_function_set_return_type(function.get(), TypeOf(api, native.result).get());
  if (native.takes_nulls) api.scalar_function_set_special_handling(function.get());
  api.scalar_function_set_function(function.get(), native.body);
  if (api.register_scalar_function(connection, function.get()) != DuckDBSuccess) {
    error = "the function " + std::string(native.name) + " cannot be registered";
  }
}

}  // namespace

bool RegisterNative(const DuckdbApi& api, duckdb_connection connection, Statements& statements,
                    std::string_view name, std::string& error) {
  for (const NativeFunction& native : NativeFunctions()) {
    if (native.name != name) continue;
    RegisterScalar(api, connection, native, error);
    return true;
  }
  return RegisterArithmetic(api, connection, name, error) ||
         RegisterNear(api, connection, name, error) ||
         RegisterDecimal(api, connection, name, error) ||
         RegisterDecimalFromBinary(api, connection, name, error) ||
         RegisterTimestamp(api, connection, name, error) ||
         RegisterMoment(api, connection, name, error) ||
         RegisterTypedJson(api, connection, name, error) ||
         RegisterRow(api, connection, name, statements, error);
}

}  // namespace paisql::engine
