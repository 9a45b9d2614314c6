#include "tunnel/upload/inference.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/text.h"
#include "tunnel/csv/column_names.h"
#include "tunnel/csv/csv_reader.h"
#include "tunnel/csv/header.h"
#include "tunnel/field_check.h"
#include "types/number/number_text.h"

namespace paisql::tunnel {

namespace {

constexpr int64_t kRecordsBetweenChecks = 4096;
constexpr int kDigitsOfDouble = 15;  // so many survive in any case

// The parts of a number without an exponent.
struct Digits {
  int whole = 0;              // before the point, without leading zeros
  int fraction = 0;           // after it
  bool leading_zero = false;  // "007": a code, whose zeros a number would lose
};

std::optional<Digits> DigitsOf(std::string_view text) {
  if (!text.empty() && (text[0] == '-' || text[0] == '+')) text.remove_prefix(1);
  Digits digits;
  const size_t point = std::min(text.find('.'), text.size());
  const std::string_view whole = text.substr(0, point);
  const std::string_view fraction = point < text.size() ? text.substr(point + 1) : "";
  for (const std::string_view part : {whole, fraction}) {
    if (!std::all_of(part.begin(), part.end(), IsDigit)) return std::nullopt;
  }
  if (whole.empty() && fraction.empty()) return std::nullopt;
  digits.leading_zero = whole.size() > 1 && whole[0] == '0';
  digits.whole =
      static_cast<int>(whole.size() - std::min(whole.find_first_not_of('0'), whole.size()));
  digits.fraction = static_cast<int>(fraction.size());
  return digits;
}

// The digits that count, from the first to the last that is not 0.
std::string Significant(std::string_view number) {
  std::string digits;
  for (const char c : number.substr(0, number.find_first_of("eE"))) {
    if (IsDigit(c) && (c != '0' || !digits.empty())) digits += c;
  }
  while (!digits.empty() && digits.back() == '0') digits.pop_back();
  return digits;
}

// Whether a DOUBLE of this text shows all of its digits again.
bool DoubleHolds(std::string_view text) {
  double value = 0;
  if (ReadDoubleField(text, value) != FieldFit::kFits) return false;
  std::string shown;
  AppendDouble(value, shown);
  return Significant(shown) == Significant(text);
}

// The types that a column may have, the narrowest first.
enum Candidate : size_t { kBoolean, kInteger, kNumber, kDay, kMoment, kInstant, kCandidates };

constexpr TypeId kTypes[kCandidates] = {TypeId::kBoolean, TypeId::kBigint,   TypeId::kDouble,
                                        TypeId::kDate,    TypeId::kDatetime, TypeId::kTimestamp};

class ColumnInference {
 public:
  static Result<ColumnInference> Make(const DatePattern& pattern) {
    ColumnInference made;
    for (const TypeId type : kTypes) {
      store::Column column;
      column.type = type;
      PAISQL_ASSIGN(FieldCheck check, FieldCheck::ForColumn(column, pattern, TimeZone()));
      made.checks_.push_back(std::move(check));
    }
    return made;
  }

  // A value that is not NULL.
  void Take(std::string_view field, const std::string& path, int64_t line) {
    const bool first = !has_values_;
    has_values_ = true;
    std::optional<TypeId> refused;
    for (size_t i = 0; i < kCandidates; ++i) {
      if (!fits_[i] || Fits(static_cast<Candidate>(i), field)) continue;
      fits_[i] = false;
      refused = kTypes[i];
    }
    if (!refused.has_value()) return;
    // The type that held longest is the one that the reader of the file had in mind.
    misfit_ = fmt::format("{}:{}: {} ", path.substr(path.rfind('/') + 1), line, Quoted(field));
    const std::optional<Digits> digits = DigitsOf(Trim(field));
    if (digits.has_value() && digits->leading_zero) {
      misfit_ += "has zeros in front, which a number loses";
    } else if (first) {
      misfit_ += "is text";
    } else {
      misfit_ += "is not a valid " + DataType(*refused).ToString();
    }
  }

  DataType Type(std::string& why) const {
    if (!has_values_) {
      why = "it has no values";
      return TypeId::kString;
    }
    if (fits_[kBoolean]) return TypeId::kBoolean;
    if (fits_[kInteger]) return TypeId::kBigint;
    if (fits_[kNumber]) return NumberType(why);
    for (const Candidate candidate : {kDay, kMoment, kInstant}) {
      if (fits_[candidate]) return kTypes[candidate];
    }
    why = misfit_;
    return TypeId::kString;
  }

 private:
  static std::string Quoted(std::string_view field) {
    constexpr size_t kShownBytes = 40;
    if (!IsValidUtf8(field)) return "a field that is not UTF-8";
    if (field.size() <= kShownBytes) return "'" + std::string(field) + "'";
    return "'" + std::string(FirstColumns(field, kShownBytes / 2)) + "…'";
  }

  bool Fits(Candidate candidate, std::string_view field) {
    const std::string_view text = Trim(field);
    // 0 and 1 are numbers here: a column of them is counted and added up more often than not.
    if (candidate == kBoolean && (text == "0" || text == "1")) return false;
    FieldValue value;
    if (candidate != kInteger && candidate != kNumber) {
      return checks_[candidate].Check(field, value).empty();
    }
    const std::optional<Digits> digits = DigitsOf(text);
    if (digits.has_value() && digits->leading_zero) return false;
    if (!checks_[candidate].Check(field, value).empty()) return false;
    if (candidate == kNumber) Note(text, digits);
    return true;
  }

  void Note(std::string_view text, const std::optional<Digits>& digits) {
    if (!digits.has_value()) {
      decimal_ = false;
      return;
    }
    whole_ = std::max(whole_, digits->whole);
    fraction_ = std::max(fraction_, digits->fraction);
    const bool few = digits->whole + digits->fraction <= kDigitsOfDouble;
    if (!few && !lossy_ && !DoubleHolds(text)) {
      lossy_ = true;
      lossy_value_ = std::string(text);
    }
  }

  DataType NumberType(std::string& why) const {
    if (!lossy_) return TypeId::kDouble;
    const int precision = std::max(whole_ + fraction_, 1);
    if (decimal_ && precision <= kMaxDecimalPrecision && fraction_ <= kMaxDecimalScale) {
      why = "a DOUBLE would lose digits of " + Quoted(lossy_value_);
      return DataType::Decimal(precision, fraction_);
    }
    why = "digits of " + Quoted(lossy_value_) + " are lost, no DECIMAL holds all values";
    return TypeId::kDouble;
  }

  std::vector<FieldCheck> checks_;
  bool fits_[kCandidates] = {true, true, true, true, true, true};
  bool has_values_ = false;
  std::string misfit_;
  // Facts about numbers:
  int whole_ = 0;
  int fraction_ = 0;
  bool decimal_ = true;  // none has an exponent
  bool lossy_ = false;
  std::string lossy_value_;
};

// How many fields are numbers or times, which seldom name a column.
size_t CountValues(const CsvRecord& record, const DatePattern& pattern) {
  size_t values = 0;
  for (const CsvField& field : record.fields) {
    Result<ColumnInference> one = ColumnInference::Make(pattern);
    if (!one.ok()) return 0;
    std::string why;
    one->Take(field.text, "", 0);
    if (one->Type(why).id() != TypeId::kString) ++values;
  }
  return values;
}

// A header that the user announces may hold a year, but not values alone.
bool LooksLikeData(const CsvRecord& header, const DatePattern& pattern) {
  return !header.fields.empty() && CountValues(header, pattern) == header.fields.size();
}

class Inference {
 public:
  Inference(const TunnelOptions& options, const DatePattern& pattern, int64_t most_records)
      : options_(options), pattern_(pattern), most_records_(most_records) {}

  Status ReadFile(const InputFile& file, const std::function<Status()>& check) {
    const std::string& path = file.name;
    PAISQL_ASSIGN(CsvReader reader, CsvReader::Open(file.path, options_.Dialect()));
    CsvRecord record;
    bool header = options_.header;
    FieldPlaces places = PlacesInOrder(table_.columns.size());
    for (int64_t number = 0; table_.records < most_records_; ++number) {
      if (number % kRecordsBetweenChecks == 0) PAISQL_TRY(check());
      PAISQL_ASSIGN(const bool more, reader.Next(record));
      if (!more) return Status::Ok();
      if (columns_.empty()) {
        PAISQL_TRY(Begin(record, path));
        places = PlacesInOrder(columns_.size());
        if (!header) TakeRecord(record, places, path);
      } else if (header) {
        PAISQL_ASSIGN(places, PlacesOf(record, path));
      } else {
        TakeRecord(record, places, path);
      }
      header = false;
    }
    return Status::Ok();
  }

  InferredTable Take() {
    for (size_t i = 0; i < columns_.size(); ++i) {
      table_.columns[i].type = columns_[i].Type(table_.columns[i].remark);
    }
    return std::move(table_);
  }

 private:
  // The first record of all files says how many columns there are, and perhaps their names.
  Status Begin(const CsvRecord& record, const std::string& path) {
    if (!record.problem.empty()) {
      return Error{
          ErrorCode::kTunnel, fmt::format("{} ({}:{})", record.problem, path, record.line), {}, ""};
    }
    for (size_t i = 0; i < record.fields.size(); ++i) {
      InferredColumn& column = table_.columns.emplace_back();
      column.name = fmt::format("c{}", i + 1);
      PAISQL_ASSIGN(ColumnInference inference, ColumnInference::Make(pattern_));
      columns_.push_back(std::move(inference));
    }
    return options_.header ? TakeNames(record, path) : Status::Ok();
  }

  Status TakeNames(const CsvRecord& header, const std::string& path) {
    if (LooksLikeData(header, pattern_)) {
      return HeaderError(path, header, "has values and no names",
                         "-h false names the columns c1, c2, …");
    }
    PAISQL_ASSIGN(const std::vector<NamedColumn> named, NameColumns(header, path));
    for (size_t i = 0; i < named.size(); ++i) {
      table_.columns[i].name = named[i].name;
      table_.columns[i].title = named[i].title;
    }
    return Status::Ok();
  }

  // A further file of a folder has a header of its own, perhaps in another order.
  Result<FieldPlaces> PlacesOf(const CsvRecord& header, const std::string& path) {
    store::Table known;
    known.name = "the first file";
    for (const InferredColumn& column : table_.columns) {
      store::Column& same = known.columns.emplace_back();
      same.name = column.name;
      same.comment = column.title;
    }
    std::string warning;
    Result<FieldPlaces> places =
        PlacesByHeader(header, known, options_.strict_schema, path, warning);
    if (!warning.empty()) table_.warnings.push_back(std::move(warning));
    return places;
  }

  // A record that has too few or too many fields is the upload's to report.
  void TakeRecord(const CsvRecord& record, const FieldPlaces& places, const std::string& path) {
    ++table_.records;
    if (!record.problem.empty()) return;
    if (options_.strict_schema && record.fields.size() != places.fields) return;
    for (size_t i = 0; i < columns_.size(); ++i) {
      const std::optional<size_t> at = places.of_columns[i];
      if (!at.has_value() || *at >= record.fields.size()) continue;
      const CsvField& field = record.fields[*at];
      if (!field.quoted && field.text == options_.null_indicator) continue;
      columns_[i].Take(field.text, path, record.line);
    }
  }

  const TunnelOptions& options_;
  const DatePattern& pattern_;
  int64_t most_records_;
  InferredTable table_;
  std::vector<ColumnInference> columns_;
};

}  // namespace

Result<InferredTable> InferTable(const std::vector<InputFile>& files, const TunnelOptions& options,
                                 const std::function<Status()>& check, int64_t most_records) {
  PAISQL_ASSIGN(const DatePattern pattern, DatePattern::Parse(options.date_pattern));
  Inference inference(options, pattern, most_records);
  for (const InputFile& file : files) PAISQL_TRY(inference.ReadFile(file, check));
  InferredTable table = inference.Take();
  if (!table.columns.empty()) return table;
  return Error{ErrorCode::kTunnel,
               "the file is empty, it has no columns: " + files.front().name,
               {},
               "write CREATE TABLE with the columns that the table is to have"};
}

Result<bool> BeginsWithNames(const InputFile& file, const TunnelOptions& options) {
  PAISQL_ASSIGN(const DatePattern pattern, DatePattern::Parse(options.date_pattern));
  PAISQL_ASSIGN(CsvReader reader, CsvReader::Open(file.path, options.Dialect()));
  CsvRecord record;
  PAISQL_ASSIGN(const bool found, reader.Next(record));
  return found && record.problem.empty() && CountValues(record, pattern) == 0;
}

}  // namespace paisql::tunnel
