#include "tunnel/csv/csv_writer.h"

namespace paisql::tunnel {

namespace {

// All that the text of a number, a time or a BOOLEAN is made of.
constexpr std::string_view kPlainLetters = "0123456789+-.: truefalsInityN";

bool Has(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

// Whether no text of plain letters holds the part, or is it.
bool StrangeToPlain(std::string_view part) {
  return part.find_first_not_of(kPlainLetters) != std::string_view::npos;
}

bool HasPlainTexts(const DataType& type, const CsvFormat& format) {
  if (!type.IsNumeric() && !type.IsTemporal() && type.id() != TypeId::kBoolean) return false;
  return StrangeToPlain(format.field_delimiter) && StrangeToPlain(format.record_delimiter) &&
         (format.null_text.empty() || StrangeToPlain(format.null_text));
}

// Whether the text holds the delimiter, or ends as it begins: "a|" before "||" reads as "a" and
// "|".
bool HoldsPart(std::string_view text, std::string_view delimiter) {
  if (Has(text, delimiter)) return true;
  for (size_t size = 1; size < delimiter.size(); ++size) {
    if (text.ends_with(delimiter.substr(0, size))) return true;
  }
  return false;
}

bool HoldsDelimiter(std::string_view text, const CsvFormat& format) {
  return Has(text, "\n") || Has(text, "\r") || HoldsPart(text, format.field_delimiter) ||
         HoldsPart(text, format.record_delimiter);
}

bool FieldNeedsQuotes(std::string_view text, const CsvFormat& format) {
  return text == format.null_text || Has(text, "\"") || HoldsDelimiter(text, format);
}

void AppendQuoted(std::string_view text, std::string& out) {
  out += '"';
  for (const char c : text) {
    out += c;
    if (c == '"') out += c;
  }
  out += '"';
}

}  // namespace

void AppendCsvField(std::string_view text, const CsvFormat& format, std::string& out) {
  if (format.quotes && FieldNeedsQuotes(text, format)) return AppendQuoted(text, out);
  out += text;
}

CsvRows::CsvRows(const std::vector<engine::ResultColumn>& columns, CsvFormat format,
                 const DatePattern* pattern)
    : format_(std::move(format)), pattern_(pattern) {
  for (const engine::ResultColumn& column : columns) {
    const bool dated = pattern != nullptr && column.type.id() == TypeId::kDatetime;
    const bool plain = HasPlainTexts(column.type, format_) && (!dated || pattern->usual());
    columns_.push_back({column.name, plain, dated});
  }
  for (const char first :
       {'"', '\n', '\r', format_.field_delimiter.front(), format_.record_delimiter.front()}) {
    special_[static_cast<unsigned char>(first)] = true;
  }
}

void CsvRows::AppendHeader(std::string& out) const {
  for (size_t i = 0; i < columns_.size(); ++i) {
    AppendCsvField(columns_[i].name, format_, out);
    out += i + 1 < columns_.size() ? format_.field_delimiter : format_.record_delimiter;
  }
}

bool CsvRows::NeedsQuotes(std::string_view text) const {
  if (text == format_.null_text) return true;
  for (const char c : text) {
    if (special_[static_cast<unsigned char>(c)]) return FieldNeedsQuotes(text, format_);
  }
  return false;
}

Status CsvRows::EndField(size_t column, size_t start, std::string& out) {
  const std::string_view text = std::string_view(out).substr(start);
  if (!NeedsQuotes(text)) return Status::Ok();
  if (format_.quotes) {
    cell_.assign(text);
    out.resize(start);
    AppendQuoted(cell_, out);
    return Status::Ok();
  }
  if (!HoldsDelimiter(text, format_)) return Status::Ok();
  return Error{ErrorCode::kIo,
               "a text of column " + columns_[column].name + " holds a delimiter",
               {},
               "leave out -cf false, so that such a text stands in quotes, or give another -fd"};
}

Status CsvRows::AppendRow(const engine::ResultText& rows, size_t row, std::string& out) {
  for (size_t i = 0; i < columns_.size(); ++i) {
    if (rows.IsNull(i, row)) {
      out += format_.null_text;
    } else {
      const size_t start = out.size();
      rows.AppendText(i, row, engine::TextForm::kPlain, out);
      if (columns_[i].dated) pattern_->Rewrite(start, out);
      if (!columns_[i].plain) PAISQL_TRY(EndField(i, start, out));
    }
    out += i + 1 < columns_.size() ? format_.field_delimiter : format_.record_delimiter;
  }
  return Status::Ok();
}

}  // namespace paisql::tunnel
