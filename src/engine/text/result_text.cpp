#include "engine/text/result_text.h"

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "base/assert.h"
#include "engine/arrow/months_days_nanos.h"
#include "types/value_text.h"

namespace paisql::engine {
namespace {

constexpr int64_t kNanosPerSecond = 1'000'000'000;
constexpr int64_t kNanosPerDay = 86400 * kNanosPerSecond;

template <typename T>
void AppendInteger(T value, std::string& out) {
  char buffer[24];
  const auto written = std::to_chars(buffer, buffer + sizeof(buffer), value);
  out.append(buffer, written.ptr);
}

void AppendPadded(int64_t value, size_t width, std::string& out) {
  const std::string digits = std::to_string(value);
  if (digits.size() < width) out.append(width - digits.size(), '0');
  out += digits;
}

// BINARY as the platform's client shows it: printable ASCII as it is, every other byte as =XX, so
// that a terminal is safe and no two values look alike.
void AppendBinary(std::string_view bytes, std::string& out) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte < 0x7F && c != '=') {
      out += c;
      continue;
    }
    out += '=';
    out += kHex[byte >> 4];
    out += kHex[byte & 15];
  }
}

// Seconds and nanoseconds of a TIMESTAMP; nearly all lie within 64 bits of nanoseconds, and
// divisions of 128 bits are slow.
template <typename T>
void AppendNanos(T nanos, std::string& out) {
  auto seconds = static_cast<int64_t>(nanos / kNanosPerSecond);
  auto rest = static_cast<int32_t>(nanos % kNanosPerSecond);
  if (rest < 0) {
    rest += static_cast<int32_t>(kNanosPerSecond);
    --seconds;
  }
  AppendTimestamp(seconds, rest, out);
}

uint64_t Magnitude(int64_t value) {
  const auto bits = static_cast<uint64_t>(value);
  return value < 0 ? uint64_t{0} - bits : bits;
}

// 128 bits that need not lie at a multiple of 16 bytes.
struct Wide {
  uint64_t low;
  int64_t high;

  Int128 value() const { return (static_cast<Int128>(high) << 64) | static_cast<Int128>(low); }
};

}  // namespace

void AppendMonths(int64_t months, std::string& out) {
  const uint64_t count = Magnitude(months);
  if (months < 0) out += '-';
  out += std::to_string(count / 12) + "-" + std::to_string(count % 12);
}

void AppendDayTime(int64_t days, int64_t nanos, std::string& out) {
  // The larger part's sign counts, and the least integers have no positive counterpart.
  Int128 total = Int128{days} * kNanosPerDay + nanos;
  if (total < 0) {
    out += '-';
    total = -total;
  }
  out += std::to_string(static_cast<uint64_t>(total / kNanosPerDay)) + " ";
  nanos = static_cast<int64_t>(total % kNanosPerDay);
  AppendPadded(nanos / (3600 * kNanosPerSecond), 2, out);
  out += ':';
  AppendPadded(nanos / (60 * kNanosPerSecond) % 60, 2, out);
  out += ':';
  AppendPadded(nanos / kNanosPerSecond % 60, 2, out);
  out += '.';
  AppendPadded(nanos % kNanosPerSecond, 9, out);
}

ColumnText::ColumnText(const DataType& type, TextChoice choice)
    : type_(type), choice_(choice), is_void_(type.id() == TypeId::kVoid) {
  if (!type.IsNested()) return;
  for (const DataType& part : type.fields()) children_.emplace_back(part, choice);
}

void ColumnText::Read(const ArrowArray& array) {
  if (is_void_) return;
  offset_ = static_cast<size_t>(array.offset);
  validity_ = array.buffers[0];
  data_ = array.n_buffers > 1 ? array.buffers[1] : nullptr;
  characters_ = array.n_buffers > 2 ? static_cast<const char*>(array.buffers[2]) : nullptr;
  if (children_.empty()) return;
  // The entries of a MAP are structs.
  const ArrowArray& parent = type_.id() == TypeId::kMap ? *array.children[0] : array;
  for (size_t i = 0; i < children_.size(); ++i) {
    children_[i].Read(*parent.children[i]);
    if (type_.id() == TypeId::kMap) children_[i].offset_ += static_cast<size_t>(parent.offset);
  }
}

std::string_view ColumnText::Text(size_t row) const {
  const auto* places = static_cast<const int64_t*>(data_) + row + offset_;
  return {characters_ + places[0], static_cast<size_t>(places[1] - places[0])};
}

void ColumnText::Append(size_t row, TextForm form, std::string& out) const {
  if (form == TextForm::kJson) {
    AppendJson(row, out);
  } else if (!IsNull(row)) {
    AppendPlain(row, out);
  }
}

bool ColumnText::BareInJson(size_t row) const {
  switch (type_.id()) {
    case TypeId::kBoolean:
    case TypeId::kTinyint:
    case TypeId::kSmallint:
    case TypeId::kInt:
    case TypeId::kBigint:
    case TypeId::kDecimal:
    case TypeId::kJson:
    case TypeId::kArray:
    case TypeId::kMap:
    case TypeId::kStruct:
      return true;
    // JSON has no spelling for NaN and the infinities.
    case TypeId::kFloat:
      return std::isfinite(At<float>(row));
    case TypeId::kDouble:
      return std::isfinite(At<double>(row));
    default:
      return false;
  }
}

void ColumnText::AppendJson(size_t row, std::string& out) const {
  if (IsNull(row)) {
    out += "null";
  } else if (BareInJson(row)) {
    const size_t begin = out.size();
    AppendPlain(row, out);
    // A reader of JSON knows a number that is not an integer by its point.
    const bool whole = out.find_first_of(".e", begin) == std::string::npos;
    if (type_.id() == TypeId::kFloat && whole) out += ".0";
  } else if (type_.IsText()) {
    AppendJsonString(Text(row), out);
  } else {
    std::string text;
    AppendPlain(row, text);
    AppendJsonString(text, out);
  }
}

void ColumnText::AppendNested(size_t row, std::string& out) const {
  if (type_.id() == TypeId::kStruct) {
    out += '{';
    bool first = true;
    for (size_t i = 0; i < children_.size(); ++i) {
      if (choice_.drops_null_members && children_[i].IsNull(row + offset_)) continue;
      if (!std::exchange(first, false)) out += ',';
      AppendJsonString(type_.field_names()[i], out);
      out += ':';
      children_[i].AppendJson(row + offset_, out);
    }
    out += '}';
    return;
  }
  const bool map = type_.id() == TypeId::kMap;
  const size_t begin = static_cast<size_t>(map ? At<int32_t>(row) : At<int64_t>(row));
  const size_t end = static_cast<size_t>(map ? At<int32_t>(row + 1) : At<int64_t>(row + 1));
  out += map ? '{' : '[';
  std::string key;
  for (size_t i = begin; i < end; ++i) {
    if (i > begin) out += ',';
    if (map) {
      // A name in JSON is a string, whatever the key's type.
      key.clear();
      children_[0].AppendPlain(i, key);
      AppendJsonString(key, out);
      out += ':';
    }
    children_[map ? 1 : 0].AppendJson(i, out);
  }
  out += map ? '}' : ']';
}

void ColumnText::AppendPlain(size_t row, std::string& out) const {
  switch (type_.id()) {
    case TypeId::kBoolean:
      out += IsBitSet(data_, row + offset_) ? "true" : "false";
      return;
    case TypeId::kTinyint:
      return AppendInteger(At<int8_t>(row), out);
    case TypeId::kSmallint:
      return AppendInteger(At<int16_t>(row), out);
    case TypeId::kInt:
      return AppendInteger(At<int32_t>(row), out);
    case TypeId::kBigint:
      return AppendInteger(At<int64_t>(row), out);
    case TypeId::kFloat:
      return AppendFloat(At<float>(row), out);
    case TypeId::kDouble:
      return AppendDouble(At<double>(row), out);
    case TypeId::kDecimal:
      return AppendDecimal(At<Wide>(row).value(), type_.scale(), choice_.trims_zeros, out);
    case TypeId::kString:
    case TypeId::kVarchar:
    case TypeId::kChar:
    case TypeId::kJson:
      out += Text(row);
      return;
    case TypeId::kBinary:
      return AppendBinary(Text(row), out);
    case TypeId::kDate:
      return AppendDate(At<int32_t>(row), out);
    case TypeId::kDatetime:
      return AppendDatetime(At<int64_t>(row), out);
    case TypeId::kTimestamp:
    case TypeId::kTimestampNtz: {
      const Int128 nanos = At<Wide>(row).value();
      const auto narrow = static_cast<int64_t>(nanos);
      return narrow == nanos ? AppendNanos(narrow, out) : AppendNanos(nanos, out);
    }
    case TypeId::kIntervalYearMonth:
      return AppendMonths(At<int32_t>(row), out);
    case TypeId::kIntervalDayTime: {
      const auto& interval = At<MonthsDaysNanos>(row);
      return AppendDayTime(interval.days, interval.nanos, out);
    }
    case TypeId::kArray:
    case TypeId::kMap:
    case TypeId::kStruct:
      return AppendNested(row, out);
    case TypeId::kVoid:
    case TypeId::kUnknown:
      break;
  }
  PAISQL_UNREACHABLE("a result column of a type that no plan has");
}

ResultText::ResultText(const std::vector<ResultColumn>& columns) {
  columns_.reserve(columns.size());
  for (const ResultColumn& column : columns) {
    columns_.emplace_back(column.type, TextChoice{column.trims_zeros, false});
  }
}

void ResultText::Read(const Batch& batch) {
  rows_ = batch.row_count();
  for (size_t i = 0; i < columns_.size(); ++i) columns_[i].Read(batch.column(i));
}

}  // namespace paisql::engine
