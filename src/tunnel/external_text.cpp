#include "tunnel/external_text.h"

#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "tunnel/csv/plain_text.h"

namespace paisql::tunnel {
namespace {

using store::BadField;
using store::ExternalFormat;
using store::FieldCount;

constexpr int64_t kRecordsBetweenLooks = 4096;
constexpr std::string_view kEncodingHint =
    "'odps.text.option.encoding' names the encoding of the files";
constexpr std::string_view kSkippingHint =
    "'odps.text.option.bad.row.skipping'='flexible' among SERDEPROPERTIES leaves such records out";

// The fractions and exponents of an object as they are written: a parsed one has the digits of a
// DOUBLE.
class WrittenNumbers final : public nlohmann::json_sax<nlohmann::json> {
 public:
  explicit WrittenNumbers(std::string_view object) { nlohmann::json::sax_parse(object, this); }
  // Of a member of the object itself.
  const std::string& Of(const std::string& key) { return texts_[key]; }

  // The parser calls these.
  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t& text) override {
    if (depth_ == 1) texts_[key_] = text;
    return true;
  }
  bool string(string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool start_object(size_t) override { return Enter(); }
  bool start_array(size_t) override { return Enter(); }
  bool end_object() override { return Leave(); }
  bool end_array() override { return Leave(); }
  bool key(string_t& name) override {
    if (depth_ == 1) key_ = name;
    return true;
  }
  bool parse_error(size_t, const std::string&, const nlohmann::json::exception&) override {
    return false;
  }

 private:
  bool Enter() {
    ++depth_;
    return true;
  }
  bool Leave() {
    --depth_;
    return true;
  }

  int depth_ = 0;
  std::string key_;
  std::map<std::string, std::string> texts_;
};

// A line of JSON is a record with one field: JSON has no NUL.
const CsvDialect kLines = {std::string(1, '\0'), "", ""};

}  // namespace

Result<ExternalText> ExternalText::ForColumns(const store::ExternalSource& source,
                                              const std::vector<store::Column>& columns,
                                              const TimeZone& zone, std::string folder,
                                              Check check) {
  ExternalText text(source, columns, std::move(folder), std::move(check));
  PAISQL_ASSIGN(const DatePattern pattern, DatePattern::Parse("yyyy-MM-dd HH:mm:ss"));
  for (const store::Column& column : columns) {
    PAISQL_ASSIGN(FieldCheck one, FieldCheck::ForColumn(column, pattern, zone));
    text.checks_.push_back(std::move(one));
  }
  text.cells_.resize(columns.size());
  text.texts_.resize(columns.size());
  return text;
}

Result<std::string> ExternalText::Plain(const InputFile& file) const {
  PAISQL_ASSIGN(const std::string charset, CharsetName(source_.encoding));
  std::vector<InputFile> files = {file};
  PAISQL_TRY(MakePlainCopies(files, charset, folder_, check_, std::string(kEncodingHint)));
  return files.front().path;
}

Status ExternalText::Read(const InputFile& file, engine::RowAppender& appender) {
  PAISQL_ASSIGN(const std::string path, Plain(file));
  const bool json = source_.format == ExternalFormat::kJson;
  const Status read =
      json ? ReadJson(path, file.name, appender) : ReadDelimited(path, file.name, appender);
  std::error_code ignored;
  if (path != file.path) std::filesystem::remove(path, ignored);
  return read;
}

Status ExternalText::ReadDelimited(const std::string& path, const std::string& name,
                                   engine::RowAppender& appender) {
  PAISQL_ASSIGN(
      CsvReader reader,
      CsvReader::Open(path, {source_.delimiter, source_.record_delimiter, source_.quote}, check_));
  CsvRecord record;
  for (int64_t number = 0;; ++number) {
    if (number % kRecordsBetweenLooks == 0) PAISQL_TRY(check_());
    PAISQL_ASSIGN(const bool more, reader.Next(record));
    if (!more) return Status::Ok();
    if (number < source_.header_lines) continue;
    const bool empty = record.fields.size() == 1 && record.fields[0].text.empty() &&
                       !record.fields[0].quoted && record.problem.empty();
    if (empty && source_.skip_empty_lines) continue;
    left_out_ = source_.bad_field == BadField::kSkipRecord;
    const std::string problem = record.problem.empty() ? TakeRecord(record) : record.problem;
    PAISQL_TRY(EndRecord(problem, name, record.line, appender));
  }
}

Status ExternalText::ReadJson(const std::string& path, const std::string& name,
                              engine::RowAppender& appender) {
  PAISQL_ASSIGN(CsvReader reader, CsvReader::Open(path, kLines, check_));
  CsvRecord record;
  for (int64_t number = 0;; ++number) {
    if (number % kRecordsBetweenLooks == 0) PAISQL_TRY(check_());
    PAISQL_ASSIGN(const bool more, reader.Next(record));
    if (!more) return Status::Ok();
    const std::string_view line = Trim(record.fields[0].text);
    if (line.empty()) continue;
    PAISQL_TRY(EndRecord(TakeObject(line), name, record.line, appender));
  }
}

std::string ExternalText::TakeRecord(const CsvRecord& record) {
  left_out_ = false;
  const size_t found = record.fields.size();
  if (found != cells_.size() && source_.field_count != FieldCount::kFit) {
    left_out_ = source_.field_count == FieldCount::kSkipRecord;
    return fmt::format("the record has {} fields, the table {} columns", found, cells_.size());
  }
  for (size_t i = 0; i < cells_.size(); ++i) {
    cells_[i].reset();
    if (i >= found) continue;
    const CsvField& field = record.fields[i];
    if (!field.quoted && source_.null_text == field.text) continue;
    std::string problem = TakeField(i, field.text);
    if (!problem.empty()) return problem;
  }
  return "";
}

std::string ExternalText::TakeObject(std::string_view line) {
  left_out_ = false;
  const auto object = nlohmann::json::parse(line, nullptr, false);
  if (!object.is_object()) {
    left_out_ = source_.bad_field == BadField::kSkipRecord;
    return "the line is not a JSON object";
  }
  std::fill(cells_.begin(), cells_.end(), std::nullopt);
  std::optional<WrittenNumbers> written;
  for (const auto& [key, value] : object.items()) {
    for (size_t i = 0; i < columns_.size(); ++i) {
      if (value.is_null() || !EqualsIgnoreCase(columns_[i].name, key)) continue;
      if (value.is_number_float() && columns_[i].type.id() == TypeId::kDecimal) {
        if (!written.has_value()) written.emplace(line);
        texts_[i] = written->Of(key);
      } else {
        texts_[i] = value.is_string() ? value.get<std::string>() : value.dump();
      }
      std::string problem = TakeField(i, texts_[i]);
      if (!problem.empty()) return problem;
    }
  }
  return "";
}

std::string ExternalText::TakeField(size_t column, std::string_view text) {
  FieldValue value;
  std::string problem = checks_[column].Check(text, value);
  if (problem.empty()) {
    cells_[column] = value;
    return "";
  }
  if (source_.bad_field == BadField::kNull) {
    cells_[column].reset();
    return "";
  }
  left_out_ = source_.bad_field == BadField::kSkipRecord;
  return problem;
}

Status ExternalText::EndRecord(const std::string& problem, const std::string& name, int64_t line,
                               engine::RowAppender& appender) {
  if (problem.empty()) {
    for (const auto& cell : cells_) AppendCell(cell, appender);
    ++rows_;
    return appender.EndRow();
  }
  if (left_out_) {
    ++skipped_;
    return Status::Ok();
  }
  return Error{ErrorCode::kIo,
               fmt::format("{}:{}: {}", name, line, problem),
               {},
               std::string(kSkippingHint)};
}

// ---- writing ----

ExternalTextRows::ExternalTextRows(const store::ExternalSource& source,
                                   const std::vector<engine::ResultColumn>& columns, size_t count)
    : source_(source),
      columns_(columns.begin(), columns.begin() + static_cast<std::ptrdiff_t>(count)) {}

std::string ExternalTextRows::Header() const {
  if (!source_.writes_header || source_.format != ExternalFormat::kDelimited) return "";
  std::vector<std::string> names;
  for (const engine::ResultColumn& column : columns_) names.push_back(column.name);
  return Join(names, source_.delimiter) +
         (source_.record_delimiter.empty() ? "\n" : source_.record_delimiter);
}

Status ExternalTextRows::Append(const engine::ResultText& text, size_t row, std::string& out) {
  const bool json = source_.format == ExternalFormat::kJson;
  if (json) out += '{';
  bool first = true;
  for (size_t i = 0; i < columns_.size(); ++i) {
    const bool null = text.IsNull(i, row);
    if (json) {
      if (null) continue;
      if (!first) out += ',';
      out += nlohmann::json(columns_[i].name).dump() + ":";
      text.AppendText(i, row, engine::TextForm::kJson, out);
      first = false;
      continue;
    }
    if (i > 0) out += source_.delimiter;
    if (null) {
      out += source_.null_text.value_or("");
      continue;
    }
    cell_.clear();
    text.AppendText(i, row, engine::TextForm::kPlain, cell_);
    PAISQL_TRY(AppendField(cell_, i, out));
  }
  if (json) out += '}';
  out += source_.record_delimiter.empty() || json ? "\n" : source_.record_delimiter;
  return Status::Ok();
}

Status ExternalTextRows::AppendField(std::string_view field, size_t column,
                                     std::string& out) const {
  const std::string_view record_end =
      source_.record_delimiter.empty() ? std::string_view("\n") : source_.record_delimiter;
  const bool ends = field.find(source_.delimiter) != std::string_view::npos ||
                    field.find(record_end) != std::string_view::npos ||
                    field.find('\r') != std::string_view::npos;
  if (source_.quote.empty()) {
    if (!ends) {
      out += field;
      return Status::Ok();
    }
    return Error{ErrorCode::kIo,
                 fmt::format("a text of column {} holds a delimiter", columns_[column].name),
                 {},
                 "'odps.text.option.use.quote'='true' among SERDEPROPERTIES puts quotes around it"};
  }
  const bool as_null = source_.null_text == field;
  if (!ends && !as_null && field.find(source_.quote) == std::string_view::npos) {
    out += field;
    return Status::Ok();
  }
  out += source_.quote;
  for (const char c : field) {
    if (source_.quote[0] == c) out += c;
    out += c;
  }
  out += source_.quote;
  return Status::Ok();
}

std::string ExternalSuffix(const store::ExternalSource& source) {
  if (source.format == ExternalFormat::kParquet) return "parquet";
  if (source.format == ExternalFormat::kOrc) return "orc";
  std::string suffix = source.format == ExternalFormat::kJson ? "json"
                       : source.delimiter == ","              ? "csv"
                       : source.delimiter == "\t"             ? "tsv"
                                                              : "txt";
  return source.writes_gzip ? suffix + ".gz" : suffix;
}

}  // namespace paisql::tunnel
