#include "tunnel/field_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "engine/engine.h"
#include "types/number/number_text.h"
#include "types/time/time_text.h"

namespace paisql::tunnel {

namespace {

constexpr size_t kMaxCellBytes = 8UL << 20;  // maxcompute: 8 MB a cell
constexpr size_t kShownBytes = 40;

// The field as a message shows it.
std::string Shown(std::string_view field) {
  if (!IsValidUtf8(field)) return "a field that is not UTF-8";
  if (field.size() <= kShownBytes) return fmt::format("'{}'", field);
  size_t cut = kShownBytes;
  while (cut > 0 && (static_cast<unsigned char>(field[cut]) & 0xC0) == 0x80) --cut;
  return fmt::format("'{}...'", field.substr(0, cut));
}

// Most fields have no blanks around them.
std::string_view Trimmed(std::string_view field) {
  const auto is_inner = [](char c) { return static_cast<unsigned char>(c) > ' '; };
  const bool bare = !field.empty() && is_inner(field.front()) && is_inner(field.back());
  return bare ? field : Trim(field);
}

bool IsAscii(std::string_view text) {
  return std::none_of(text.begin(), text.end(), [](char c) { return (c & 0x80) != 0; });
}

size_t CountCharacters(std::string_view text) {
  return static_cast<size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

}  // namespace

void AppendCell(const std::optional<FieldValue>& cell, engine::RowAppender& appender) {
  if (!cell.has_value()) return appender.AppendNull();
  if (const auto* integer = std::get_if<int64_t>(&*cell)) return appender.AppendInteger(*integer);
  if (const auto* number = std::get_if<double>(&*cell)) return appender.AppendDouble(*number);
  appender.AppendText(std::get<std::string_view>(*cell));
}

Result<FieldCheck> FieldCheck::ForColumn(const store::Column& column, const DatePattern& pattern,
                                         const TimeZone& zone) {
  switch (column.type.id()) {
    case TypeId::kArray:
    case TypeId::kMap:
    case TypeId::kStruct:
    case TypeId::kIntervalYearMonth:
    case TypeId::kIntervalDayTime:
    case TypeId::kBinary:
    case TypeId::kVoid:
      return Error{ErrorCode::kUnsupported,
                   fmt::format("TUNNEL UPLOAD into column {} of type {} is not supported",
                               column.name, column.type.ToString()),
                   {},
                   "upload into a table with a STRING column and convert by INSERT ... SELECT"};
    default:
      return FieldCheck(column, pattern, zone);
  }
}

std::string FieldCheck::Refuse(std::string_view field) const {
  return fmt::format("column {}: {} is not a valid {}", name_, Shown(field), type_.ToString());
}

std::string FieldCheck::OutOfRange(std::string_view field) const {
  return fmt::format("column {}: {} is out of range for {}", name_, Shown(field), type_.ToString());
}

std::string FieldCheck::Check(std::string_view field, FieldValue& out) {
  switch (type_.id()) {
    case TypeId::kBoolean:
      return CheckBoolean(Trimmed(field), out);
    case TypeId::kTinyint:
      return CheckInteger<int8_t>(Trimmed(field), out);
    case TypeId::kSmallint:
      return CheckInteger<int16_t>(Trimmed(field), out);
    case TypeId::kInt:
      return CheckInteger<int32_t>(Trimmed(field), out);
    case TypeId::kBigint:
      return CheckInteger<int64_t>(Trimmed(field), out);
    case TypeId::kFloat:
    case TypeId::kDouble:
      return CheckReal(Trimmed(field), out);
    case TypeId::kDecimal:
      return CheckDecimal(Trimmed(field), out);
    case TypeId::kDate:
      return CheckDate(Trimmed(field), out);
    case TypeId::kDatetime:
      return CheckDatetime(Trimmed(field), out);
    case TypeId::kTimestamp:
    case TypeId::kTimestampNtz:
      return CheckTimestamp(Trimmed(field), out);
    default:
      return CheckText(field, out);
  }
}

std::string FieldCheck::Judge(FieldFit fit, std::string_view field) const {
  if (fit == FieldFit::kNoNumber) return Refuse(field);
  if (fit == FieldFit::kOutOfRange) return OutOfRange(field);
  return {};
}

template <typename T>
std::string FieldCheck::CheckInteger(std::string_view field, FieldValue& out) {
  T value = 0;
  const FieldFit fit = ReadIntegerField(field, value);
  out = int64_t{value};
  return Judge(fit, field);
}

std::string FieldCheck::CheckReal(std::string_view field, FieldValue& out) {
  double value = 0;
  const bool is_float = type_.id() == TypeId::kFloat;
  const FieldFit fit = is_float ? ReadFloatField(field, value) : ReadDoubleField(field, value);
  out = fit == FieldFit::kTooSmall ? 0.0 : value;
  return Judge(fit, field);
}

std::string FieldCheck::CheckDecimal(std::string_view field, FieldValue& out) {
  Int128 unscaled = 0;
  const FieldFit fit = ReadDecimalField(field, type_.precision(), type_.scale(), unscaled);
  if (fit != FieldFit::kFits) return Judge(fit, field);
  scratch_.clear();
  AppendDecimal(unscaled, type_.scale(), false, scratch_);
  out = std::string_view(scratch_);
  return {};
}

std::string FieldCheck::CheckText(std::string_view field, FieldValue& out) const {
  if (!IsAscii(field) && !IsValidUtf8(field)) {
    return fmt::format("column {}: the text is not UTF-8", name_);
  }
  if (field.size() > kMaxCellBytes) return fmt::format("column {}: longer than 8 MB", name_);
  if (type_.id() == TypeId::kVarchar || type_.id() == TypeId::kChar) {
    const auto longest = static_cast<size_t>(type_.length());
    if (field.size() > longest && CountCharacters(field) > longest) {
      return fmt::format("column {}: {} is longer than {}", name_, Shown(field), type_.ToString());
    }
  }
  if (type_.id() == TypeId::kJson && !nlohmann::json::accept(field)) return Refuse(field);
  out = field;
  return {};
}

std::string FieldCheck::CheckBoolean(std::string_view field, FieldValue& out) const {
  if (EqualsIgnoreCase(field, "true") || field == "1") {
    out = int64_t{1};
  } else if (EqualsIgnoreCase(field, "false") || field == "0") {
    out = int64_t{0};
  } else {
    return Refuse(field);
  }
  return {};
}

std::string FieldCheck::CheckDate(std::string_view field, FieldValue& out) const {
  if (!ReadDate(field)) return Refuse(field);
  out = field;
  return {};
}

std::string FieldCheck::CheckDatetime(std::string_view field, FieldValue& out) {
  constexpr size_t kDigits = 3;
  const std::optional<int64_t> micros = pattern_.Read(field);
  if (!micros.has_value()) {
    return TakeIsoTime(field, kDigits, out) ? std::string() : Refuse(field);
  }
  out = *micros;
  return {};
}

std::string FieldCheck::CheckTimestamp(std::string_view field, FieldValue& out) {
  constexpr size_t kDigits = 9;
  if (!ReadTime(field, kTimestampForm)) {
    return TakeIsoTime(field, kDigits, out) ? std::string() : Refuse(field);
  }
  out = field;
  return {};
}

bool FieldCheck::TakeIsoTime(std::string_view field, size_t most_fraction_digits, FieldValue& out) {
  std::optional<IsoTime> iso = ReadIsoTime(field);
  if (!iso || iso->fraction_digits > most_fraction_digits) return false;
  // A type without a zone keeps the clock time of the text, whatever its offset.
  if (iso->offset_seconds && type_.id() != TypeId::kTimestampNtz) {
    const int64_t instant = iso->time.seconds - *iso->offset_seconds;
    iso->time.seconds = instant + zone_.OffsetAt(instant);
  }
  scratch_.clear();
  AppendTimestamp(iso->time.seconds, iso->time.nanos, scratch_);
  out = std::string_view(scratch_);
  return true;
}

}  // namespace paisql::tunnel
