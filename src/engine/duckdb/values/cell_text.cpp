#include "engine/duckdb/values/cell_text.h"

#include <charconv>
#include <cmath>
#include <utility>

#include "base/assert.h"
#include "engine/duckdb/values/handles.h"
#include "engine/duckdb/values/timestamp_form.h"
#include "types/value_text.h"

namespace paisql::engine {
namespace {

constexpr int64_t kMicrosPerSecond = 1'000'000;

Int128 Wide(const duckdb_hugeint& value) {
  return (static_cast<Int128>(value.upper) << 64) | static_cast<Int128>(value.lower);
}

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

}  // namespace

void AppendInterval(const duckdb_interval& interval, bool months_only, std::string& out) {
  if (months_only) {
    const int64_t months = interval.months;
    if (months < 0) out += '-';
    out += std::to_string(std::abs(months) / 12) + "-" + std::to_string(std::abs(months) % 12);
    return;
  }
  int64_t micros = interval.micros;
  int64_t days = interval.days;
  constexpr int64_t kMicrosPerDay = 86400 * kMicrosPerSecond;
  days += micros / kMicrosPerDay;
  micros %= kMicrosPerDay;
  if (days > 0 && micros < 0) {
    --days;
    micros += kMicrosPerDay;
  } else if (days < 0 && micros > 0) {
    ++days;
    micros -= kMicrosPerDay;
  }
  if (days < 0 || micros < 0) out += '-';
  out += std::to_string(std::abs(days)) + " ";
  micros = std::abs(micros);
  AppendPadded(micros / (3600 * kMicrosPerSecond), 2, out);
  out += ':';
  AppendPadded(micros / (60 * kMicrosPerSecond) % 60, 2, out);
  out += ':';
  AppendPadded(micros / kMicrosPerSecond % 60, 2, out);
  out += '.';
  AppendPadded(micros % kMicrosPerSecond * 1000, 9, out);
}

namespace {

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

}  // namespace

VectorView::VectorView(const DuckdbApi& api, duckdb_vector vector, duckdb_logical_type physical,
                       const DataType& type, bool drops_null_members)
    : type_(type),
      physical_(api.get_type_id(physical)),
      drops_null_members_(drops_null_members),
      data_(api.vector_get_data(vector)),
      validity_(api.vector_get_validity(vector)) {
  if (physical_ == DUCKDB_TYPE_DECIMAL) {
    decimal_ = true;
    scale_ = api.decimal_scale(physical);
    physical_ = api.decimal_internal_type(physical);
  } else if (type.id() == TypeId::kArray) {
    TypeHandle child(api, api.list_type_child_type(physical));
    children_.emplace_back(api, api.list_vector_get_child(vector), child.get(), type.element(),
                           drops_null_members);
  } else if (type.id() == TypeId::kMap) {
    const duckdb_vector entries = api.list_vector_get_child(vector);
    TypeHandle key(api, api.map_type_key_type(physical));
    TypeHandle value(api, api.map_type_value_type(physical));
    children_.emplace_back(api, api.struct_vector_get_child(entries, 0), key.get(), type.key(),
                           drops_null_members);
    children_.emplace_back(api, api.struct_vector_get_child(entries, 1), value.get(), type.value(),
                           drops_null_members);
  } else if (type.id() == TypeId::kStruct) {
    for (size_t i = 0; i < type.fields().size(); ++i) {
      TypeHandle child(api, api.struct_type_child_type(physical, i));
      children_.emplace_back(api, api.struct_vector_get_child(vector, i), child.get(),
                             type.fields()[i], drops_null_members);
    }
  }
}

std::string_view VectorView::Text(size_t row) const {
  const auto& text = At<duckdb_string_t>(row);
  const uint32_t length = text.value.inlined.length;
  return {length <= sizeof(text.value.inlined.inlined) ? text.value.inlined.inlined
                                                       : text.value.pointer.ptr,
          length};
}

void VectorView::Append(size_t row, TextForm form, bool trim_decimals, std::string& out) const {
  if (form == TextForm::kJson) {
    AppendJson(row, trim_decimals, out);
  } else if (!IsNull(row)) {
    AppendPlain(row, trim_decimals, out);
  }
}

bool VectorView::BareInJson(size_t row) const {
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

void VectorView::AppendJson(size_t row, bool trim_decimals, std::string& out) const {
  if (IsNull(row)) {
    out += "null";
  } else if (BareInJson(row)) {
    AppendPlain(row, trim_decimals, out);
  } else if (type_.IsText()) {
    AppendJsonString(Text(row), out);
  } else {
    std::string text;
    AppendPlain(row, trim_decimals, text);
    AppendJsonString(text, out);
  }
}

void VectorView::AppendNested(size_t row, bool trim_decimals, std::string& out) const {
  if (type_.id() == TypeId::kStruct) {
    out += '{';
    bool first = true;
    for (size_t i = 0; i < children_.size(); ++i) {
      if (drops_null_members_ && children_[i].IsNull(row)) continue;
      if (!std::exchange(first, false)) out += ',';
      AppendJsonString(type_.field_names()[i], out);
      out += ':';
      children_[i].AppendJson(row, trim_decimals, out);
    }
    out += '}';
    return;
  }
  const auto& entry = At<duckdb_list_entry>(row);
  const bool map = type_.id() == TypeId::kMap;
  out += map ? '{' : '[';
  std::string key;
  for (size_t i = entry.offset; i < entry.offset + entry.length; ++i) {
    if (i > entry.offset) out += ',';
    if (map) {
      // A name in JSON is a string, whatever the key's type.
      key.clear();
      children_[0].AppendPlain(i, trim_decimals, key);
      AppendJsonString(key, out);
      out += ':';
    }
    children_[map ? 1 : 0].AppendJson(i, trim_decimals, out);
  }
  out += map ? '}' : ']';
}

void VectorView::AppendPlain(size_t row, bool trim_decimals, std::string& out) const {
  if (IsTimestamp(type_)) {
    const TimestampParts time = PartsOfTimestamp(At<duckdb_hugeint>(row));
    AppendTimestamp(time.seconds, time.nanos, out);
    return;
  }
  if (decimal_) {
    const Int128 unscaled = physical_ == DUCKDB_TYPE_SMALLINT  ? Int128{At<int16_t>(row)}
                            : physical_ == DUCKDB_TYPE_INTEGER ? Int128{At<int32_t>(row)}
                            : physical_ == DUCKDB_TYPE_BIGINT  ? Int128{At<int64_t>(row)}
                                                               : Wide(At<duckdb_hugeint>(row));
    AppendDecimal(unscaled, scale_, trim_decimals, out);
    return;
  }
  switch (physical_) {
    case DUCKDB_TYPE_BOOLEAN:
      out += At<bool>(row) ? "true" : "false";
      return;
    case DUCKDB_TYPE_TINYINT:
      AppendInteger(At<int8_t>(row), out);
      return;
    case DUCKDB_TYPE_SMALLINT:
      AppendInteger(At<int16_t>(row), out);
      return;
    case DUCKDB_TYPE_INTEGER:
      AppendInteger(At<int32_t>(row), out);
      return;
    case DUCKDB_TYPE_BIGINT:
      AppendInteger(At<int64_t>(row), out);
      return;
    case DUCKDB_TYPE_UBIGINT:  // counts in the statistics of a COPY
      AppendInteger(At<uint64_t>(row), out);
      return;
    case DUCKDB_TYPE_FLOAT:
      AppendFloat(At<float>(row), out);
      return;
    case DUCKDB_TYPE_DOUBLE:
      AppendDouble(At<double>(row), out);
      return;
    case DUCKDB_TYPE_VARCHAR:
      out += Text(row);
      return;
    case DUCKDB_TYPE_BLOB:
      AppendBinary(Text(row), out);
      return;
    case DUCKDB_TYPE_DATE:
      AppendDate(At<int32_t>(row), out);
      return;
    case DUCKDB_TYPE_TIMESTAMP:
      AppendDatetime(At<int64_t>(row), out);
      return;
    case DUCKDB_TYPE_INTERVAL:
      AppendInterval(At<duckdb_interval>(row), type_.id() == TypeId::kIntervalYearMonth, out);
      return;
    default:
      PAISQL_ASSERT(type_.IsNested(), "a result column of a type that no plan has");
      AppendNested(row, trim_decimals, out);
      return;
  }
}

}  // namespace paisql::engine
