#include "tunnel/csv_writer.h"

namespace paisql::tunnel {

namespace {

bool Contains(std::string_view text, std::string_view part) {
  return part.size() == 1 ? text.find(part.front()) != std::string_view::npos
                          : text.find(part) != std::string_view::npos;
}

}  // namespace

bool NeedsQuotes(std::string_view text, const CsvFormat& format) {
  // Searches for one character are what the library does fastest.
  return text == format.null_text || text.find('"') != std::string_view::npos ||
         text.find('\n') != std::string_view::npos || text.find('\r') != std::string_view::npos ||
         Contains(text, format.field_delimiter) || Contains(text, format.record_delimiter);
}

void AppendCsvField(std::string_view text, const CsvFormat& format, std::string& out) {
  if (!NeedsQuotes(text, format)) {
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

}  // namespace paisql::tunnel
