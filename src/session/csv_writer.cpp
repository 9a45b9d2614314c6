#include "session/csv_writer.h"

namespace paisql::session {

void AppendCsvField(std::string_view text, const CsvFormat& format, std::string& out) {
  const bool quote = text == format.null_text ||
                     text.find_first_of("\"\r\n") != std::string_view::npos ||
                     text.find(format.field_delimiter) != std::string_view::npos ||
                     text.find(format.record_delimiter) != std::string_view::npos;
  if (!quote) {
    out += text;
    return;
  }
  out += '"';
  for (const char c : text) {
    out += c;
    if (c == '"') out += c;
  }
  out += '"';
}

}  // namespace paisql::session
