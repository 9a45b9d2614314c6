#pragma once

// Functions over patterns of times (types/pattern/time_pattern.h), as DuckDB calls them. Times are
// wall clock. Where the pattern is NULL or no pattern at all, the result is NULL.

#include "engine/duckdb/functions/native_call.h"

namespace paisql::engine {

// (time, pattern): text of TO_CHAR, of DATE_FORMAT, of Hive's functions.
void PlatformTimeText(NativeCall& call);
void DateFormatText(NativeCall& call);
void JavaTimeText(NativeCall& call);

// (text, pattern, mode): a time by a pattern of TO_DATE, of TO_TIMESTAMP. Mode is null, error or
// hive: only with error is a text that does not fit one. A pattern with seconds and without minutes
// is an error in every mode.
void TimeFromPlatformText(NativeCall& call);
void TimeFromTimestampText(NativeCall& call);
// (text, mode): a time by "yyyy-mm-dd[ hh:mi:ss[.f]]" or "hh:mi:ss", whose fields may lack zeros in
// front. Mode as above.
void TimeFromPlainText(NativeCall& call);
// (text, pattern): a time by a pattern of Java's, NULL where the text does not fit.
void TimeFromJavaText(NativeCall& call);

}  // namespace paisql::engine
