#pragma once

// Records that a client uploads, as the text of a file that TUNNEL UPLOAD reads. Times are in UTC,
// bytes are hexadecimal, what is nested is JSON, and a NULL is kNullText without quotes.

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "types/data_type.h"

namespace paisql::rest {

inline constexpr std::string_view kNullText = "NULL";
inline constexpr std::string_view kDatetimePattern = "yyyy-MM-dd HH:mm:ss.SSS";

// kUnsupported for a type whose values no text has.
Status CheckUploadType(const DataType& type);

// The records as lines of CSV, a field for each column.
Result<std::string> CsvOfRecords(std::string_view records, const std::vector<DataType>& columns);

}  // namespace paisql::rest
