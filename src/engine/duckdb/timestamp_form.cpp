#include "engine/duckdb/timestamp_form.h"

namespace paisql::engine {
namespace {

constexpr functions::DuckdbMacro kMacros[] = {
    // From the text "yyyy-mm-dd hh:mi:ss[.fffffffff]" of a constant or a checked field.
    {timestamp::kReadText, "_s",
     "paisql_timestamp_of(CAST(left(_s, 26) AS TIMESTAMP), CAST(rpad(substr(_s, 27), 3, '0') AS "
     "BIGINT))"},
    // The time at which the clocks of a zone show the TIMESTAMP, as a TIMESTAMP_NTZ, and back.
    {timestamp::kWallFromInstant, "_t, _tz",
     "paisql_timestamp_of(timezone(_tz, timezone('UTC', paisql_timestamp_micros(_t))), "
     "paisql_timestamp_nanos(_t))"},
    {timestamp::kInstantFromWall, "_t, _tz",
     "paisql_timestamp_of(timezone('UTC', timezone(_tz, paisql_timestamp_micros(_t))), "
     "paisql_timestamp_nanos(_t))"},
};

}  // namespace

const functions::DuckdbMacro* FindTimestampMacro(std::string_view name) {
  for (const functions::DuckdbMacro& macro : kMacros) {
    if (macro.name == name) return &macro;
  }
  return nullptr;
}

}  // namespace paisql::engine
