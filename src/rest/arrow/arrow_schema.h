#pragma once

// Which Arrow types clients of tunnels take the columns' types for:
//   BOOLEAN, integers, FLOAT, DOUBLE   bool, int8 … int64, float, double
//   DECIMAL(p,s)                       decimal128(p, s)
//   STRING, VARCHAR, CHAR, JSON        utf8
//   BINARY                             binary
//   DATE                               date32
//   DATETIME                           timestamp[ms], an instant
//   TIMESTAMP, TIMESTAMP_NTZ           timestamp[ns], or struct<sec: int64, nano: int32>
//   INTERVAL_DAY_TIME                  struct<sec: int64, nano: int32>
//   INTERVAL_YEAR_MONTH                months
//   ARRAY, MAP, STRUCT                 list, map, struct

#include <vector>

#include "engine/arrow/c_data.h"
#include "engine/result_stream.h"

namespace paisql::rest {

// How a column of TIMESTAMP or TIMESTAMP_NTZ comes; within ARRAY, MAP and STRUCT it is always
// kNanos.
enum class TimestampForm { kNanos, kStruct };

// The caller calls its `release`.
ArrowSchema ClientSchema(const std::vector<engine::ResultColumn>& columns, TimestampForm form);

}  // namespace paisql::rest
