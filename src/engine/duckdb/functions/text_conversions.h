#pragma once

// Values as texts and texts as values, row by row, as the platform converts them: bodies of native
// functions. Private to the registering of functions.

#include "engine/duckdb/functions/native_call.h"

namespace paisql::engine {

void TextFromDouble(NativeCall& call);
void TextFromFloat(NativeCall& call);
void TextFromDatetime(NativeCall& call);
void TextFromTimestamp(NativeCall& call);
void TextFromMonths(NativeCall& call);
void TextFromDayTime(NativeCall& call);

// The last argument is the mode. What a dirty text does: its numeric prefix counts in normal mode,
// NULL without one; in strict mode it is an error, in Hive-compatible mode NULL.
void BigintFromText(NativeCall& call);
void DoubleFromText(NativeCall& call);
void DecimalFromText(NativeCall& call);
void DatetimeFromText(NativeCall& call);
void TimestampFromText(NativeCall& call);
void DateFromText(NativeCall& call);

// The value, or an error where the platform has no such value.
void DateInRange(NativeCall& call);
void DatetimeInRange(NativeCall& call);
// Dynamic partition values: no NULL, and what store/files/partition_value.h allows.
void PartitionValue(NativeCall& call);

}  // namespace paisql::engine
