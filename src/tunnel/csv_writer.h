#pragma once

// Writes rows as CSV (RFC 4180), with the delimiters and the text for NULL that the caller wants.

#include <string>
#include <string_view>

#include "engine/engine.h"

namespace paisql::tunnel {

struct CsvFormat {
  std::string field_delimiter = ",";
  std::string record_delimiter = "\n";
  std::string null_text;
};

// Whether the text would not come back as it is without quotes.
bool NeedsQuotes(std::string_view text, const CsvFormat& format);

// Appends a field, quoted when its text would not come back as it is (it also differs from NULL
// then).
void AppendCsvField(std::string_view text, const CsvFormat& format, std::string& out);

}  // namespace paisql::tunnel
