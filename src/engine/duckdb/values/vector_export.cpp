#include "engine/duckdb/values/vector_export.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include "base/assert.h"
#include "engine/arrow/months_days_nanos.h"
#include "engine/duckdb/values/handles.h"
#include "types/value_text.h"

namespace paisql::engine {
namespace {

constexpr int64_t kMicrosPerDay = 86'400'000'000;
constexpr int64_t kNanosPerMicro = 1000;
// Spare bytes after the characters of a column: short texts can be copied by a fixed number of
// bytes.
constexpr size_t kSlack = 16;

bool IsValid(const uint64_t* validity, size_t row) {
  return validity == nullptr || ((validity[row / 64] >> (row % 64)) & 1) != 0;
}

// Rows of a vector: some one after another, or picked ones.
struct Rows {
  size_t first = 0;
  size_t count = 0;
  const std::vector<size_t>* picked = nullptr;

  size_t operator[](size_t i) const { return picked != nullptr ? (*picked)[i] : first + i; }
  // Whether a copy's bits stand where the vector's do.
  bool from_start() const { return picked == nullptr && first == 0; }
};

// Days have 32 bits: an interval of more than 5.8 million years ends there.
MonthsDaysNanos DayTimeOf(const duckdb_interval& interval) {
  constexpr int64_t kMost = std::numeric_limits<int32_t>::max();
  const int64_t days = int64_t{interval.days} + interval.micros / kMicrosPerDay;
  const int64_t nanos = interval.micros % kMicrosPerDay * kNanosPerMicro;
  return {0, static_cast<int32_t>(std::clamp(days, -kMost, kMost)), nanos};
}

class Exporter {
 public:
  Exporter(const DuckdbApi& api, const std::shared_ptr<const void>& kept)
      : api_(api), kept_(kept) {}

  ArrowArray Export(const VectorShape& shape, duckdb_vector vector, const Rows& rows) {
    switch (shape.type()) {
      case TypeId::kVoid:
      case TypeId::kUnknown: {
        ArrayParts parts;
        parts.length = static_cast<int64_t>(rows.count);
        return MakeArray(std::move(parts));
      }
      case TypeId::kBoolean:
        return Bits(vector, rows);
      case TypeId::kTinyint:
        return Numbers<int8_t>(vector, rows);
      case TypeId::kSmallint:
        return Numbers<int16_t>(vector, rows);
      case TypeId::kInt:
      case TypeId::kDate:
        return Numbers<int32_t>(vector, rows);
      case TypeId::kBigint:
      case TypeId::kDatetime:
        return Numbers<int64_t>(vector, rows);
      case TypeId::kFloat:
        return Numbers<float>(vector, rows);
      case TypeId::kDouble:
        return Numbers<double>(vector, rows);
      case TypeId::kDecimal:
        return Decimals(shape, vector, rows);
      case TypeId::kTimestamp:
      case TypeId::kTimestampNtz:
        return Numbers<duckdb_hugeint>(vector, rows);
      case TypeId::kString:
      case TypeId::kVarchar:
      case TypeId::kChar:
      case TypeId::kJson:
      case TypeId::kBinary:
        return Texts(vector, rows);
      case TypeId::kIntervalYearMonth:
        return Converted<duckdb_interval, int32_t>(
            vector, rows, [](const duckdb_interval& interval) { return interval.months; });
      case TypeId::kIntervalDayTime:
        return Converted<duckdb_interval, MonthsDaysNanos>(vector, rows, DayTimeOf);
      case TypeId::kArray:
        return List<int64_t>(shape, vector, rows);
      case TypeId::kMap:
        return List<int32_t>(shape, vector, rows);
      case TypeId::kStruct:
        return Struct(shape, vector, rows);
    }
    PAISQL_UNREACHABLE("a type of unknown kind");
  }

 private:
  // The parts of an array that owns what is put into it, with the vector's validity.
  ArrayParts Begin(duckdb_vector vector, const Rows& rows) {
    ArrayParts parts;
    parts.length = static_cast<int64_t>(rows.count);
    if (kept_ != nullptr) parts.kept.push_back(kept_);
    const uint64_t* validity = api_.vector_get_validity(vector);
    if (validity == nullptr || rows.from_start()) {
      parts.buffers.push_back(validity);
      return parts;
    }
    auto* bits = Memory<uint8_t>(parts, rows.count / 8 + 1);
    std::memset(bits, 0, rows.count / 8 + 1);
    for (size_t i = 0; i < rows.count; ++i) {
      if (IsValid(validity, rows[i])) bits[i / 8] |= static_cast<uint8_t>(1U << (i % 8));
    }
    parts.buffers.push_back(bits);
    return parts;
  }

  template <typename T>
  static T* Memory(ArrayParts& parts, size_t count) {
    auto memory = std::make_shared_for_overwrite<T[]>(count);
    T* begin = memory.get();
    parts.kept.push_back(std::move(memory));
    return begin;
  }

  template <typename T>
  const T* Data(duckdb_vector vector) const {
    return static_cast<const T*>(api_.vector_get_data(vector));
  }

  template <typename T>
  ArrowArray Numbers(duckdb_vector vector, const Rows& rows) {
    if (rows.picked != nullptr) {
      return Converted<T, T>(vector, rows, [](const T& value) { return value; });
    }
    ArrayParts parts;
    parts.length = static_cast<int64_t>(rows.count);
    parts.offset = static_cast<int64_t>(rows.first);
    if (kept_ != nullptr) parts.kept.push_back(kept_);
    parts.buffers = {api_.vector_get_validity(vector), Data<T>(vector)};
    return MakeArray(std::move(parts));
  }

  template <typename From, typename To, typename Convert>
  ArrowArray Converted(duckdb_vector vector, const Rows& rows, Convert convert) {
    ArrayParts parts = Begin(vector, rows);
    const From* from = Data<From>(vector);
    To* to = Memory<To>(parts, rows.count);
    for (size_t i = 0; i < rows.count; ++i) to[i] = convert(from[rows[i]]);
    parts.buffers.push_back(to);
    return MakeArray(std::move(parts));
  }

  ArrowArray Decimals(const VectorShape& shape, duckdb_vector vector, const Rows& rows) {
    const auto widen = [](int64_t value) {
      return duckdb_hugeint{static_cast<uint64_t>(value), value < 0 ? -1 : 0};
    };
    switch (shape.storage()) {
      case DUCKDB_TYPE_SMALLINT:
        return Converted<int16_t, duckdb_hugeint>(vector, rows, widen);
      case DUCKDB_TYPE_INTEGER:
        return Converted<int32_t, duckdb_hugeint>(vector, rows, widen);
      case DUCKDB_TYPE_BIGINT:
        return Converted<int64_t, duckdb_hugeint>(vector, rows, widen);
      default:
        return Numbers<duckdb_hugeint>(vector, rows);
    }
  }

  ArrowArray Bits(duckdb_vector vector, const Rows& rows) {
    ArrayParts parts = Begin(vector, rows);
    const auto* from = Data<uint8_t>(vector);
    const size_t bytes = rows.count / 8 + 1;
    auto* bits = Memory<uint8_t>(parts, bytes);
    std::memset(bits, 0, bytes);
    for (size_t i = 0; i < rows.count; ++i) {
      bits[i / 8] |= static_cast<uint8_t>((from[rows[i]] & 1U) << (i % 8));
    }
    parts.buffers.push_back(bits);
    return MakeArray(std::move(parts));
  }

  ArrowArray Texts(duckdb_vector vector, const Rows& rows) {
    ArrayParts parts = Begin(vector, rows);
    const auto* from = Data<duckdb_string_t>(vector);
    const TextVector lengths(api_, vector);
    auto* places = Memory<int64_t>(parts, rows.count + 1);
    int64_t total = 0;
    for (size_t i = 0; i < rows.count; ++i) {
      places[i] = total;
      total += static_cast<int64_t>(lengths.Length(rows[i]));
    }
    places[rows.count] = total;
    auto* characters = Memory<char>(parts, static_cast<size_t>(total) + kSlack);
    constexpr size_t kInlined = sizeof(from->value.inlined.inlined);
    for (size_t i = 0; i < rows.count; ++i) {
      const duckdb_string_t& text = from[rows[i]];
      const auto length = static_cast<size_t>(places[i + 1] - places[i]);
      if (length <= kInlined) {
        std::memcpy(characters + places[i], text.value.inlined.inlined, kInlined);
      } else {
        std::memcpy(characters + places[i], text.value.pointer.ptr, length);
      }
    }
    parts.buffers.push_back(places);
    parts.buffers.push_back(characters);
    return MakeArray(std::move(parts));
  }

  ArrowArray Struct(const VectorShape& shape, duckdb_vector vector, const Rows& rows) {
    ArrayParts parts = Begin(vector, rows);
    for (size_t i = 0; i < shape.children().size(); ++i) {
      parts.children.push_back(
          Export(shape.children()[i], api_.struct_vector_get_child(vector, i), rows));
    }
    return MakeArray(std::move(parts));
  }

  // Lists of DuckDB may lie in any order and share elements; those of an array lie one after the
  // other.
  template <typename Place>
  ArrowArray List(const VectorShape& shape, duckdb_vector vector, const Rows& rows) {
    ArrayParts parts = Begin(vector, rows);
    const auto* entries = Data<duckdb_list_entry>(vector);
    const uint64_t* validity = api_.vector_get_validity(vector);
    auto* places = Memory<Place>(parts, rows.count + 1);
    Rows elements;
    bool in_order = true;
    for (size_t i = 0; i < rows.count; ++i) {
      places[i] = static_cast<Place>(elements.count);
      const duckdb_list_entry& entry = entries[rows[i]];
      if (!IsValid(validity, rows[i]) || entry.length == 0) continue;
      if (elements.count == 0) elements.first = entry.offset;
      in_order = in_order && entry.offset == elements.first + elements.count;
      elements.count += entry.length;
    }
    PAISQL_ASSERT(elements.count <= static_cast<size_t>(std::numeric_limits<Place>::max()),
                  "more entries than one batch can hold");
    places[rows.count] = static_cast<Place>(elements.count);
    std::vector<size_t> picked;
    if (!in_order) {
      picked.reserve(elements.count);
      for (size_t i = 0; i < rows.count; ++i) {
        const size_t begin = entries[rows[i]].offset;
        const auto length = static_cast<size_t>(places[i + 1] - places[i]);
        for (size_t k = 0; k < length; ++k) picked.push_back(begin + k);
      }
      elements.picked = &picked;
    }
    parts.buffers.push_back(places);
    const duckdb_vector child = api_.list_vector_get_child(vector);
    parts.children.push_back(shape.type() == TypeId::kMap
                                 ? Entries(shape, child, elements)
                                 : Export(shape.children()[0], child, elements));
    return MakeArray(std::move(parts));
  }

  // The entries of a MAP; an entry is never NULL.
  ArrowArray Entries(const VectorShape& shape, duckdb_vector vector, const Rows& rows) {
    ArrayParts parts;
    parts.length = static_cast<int64_t>(rows.count);
    parts.buffers = {nullptr};
    for (size_t i = 0; i < 2; ++i) {
      parts.children.push_back(
          Export(shape.children()[i], api_.struct_vector_get_child(vector, i), rows));
    }
    return MakeArray(std::move(parts));
  }

  const DuckdbApi& api_;
  const std::shared_ptr<const void>& kept_;
};

}  // namespace

VectorShape::VectorShape(const DuckdbApi& api, duckdb_logical_type physical, const DataType& type)
    : type_(type.id()), storage_(api.get_type_id(physical)) {
  if (storage_ == DUCKDB_TYPE_DECIMAL) storage_ = api.decimal_internal_type(physical);
  if (type_ == TypeId::kArray) {
    const TypeHandle element(api, api.list_type_child_type(physical));
    children_.emplace_back(api, element.get(), type.element());
  } else if (type_ == TypeId::kMap) {
    const TypeHandle key(api, api.map_type_key_type(physical));
    const TypeHandle value(api, api.map_type_value_type(physical));
    children_.emplace_back(api, key.get(), type.key());
    children_.emplace_back(api, value.get(), type.value());
  } else if (type_ == TypeId::kStruct) {
    for (size_t i = 0; i < type.fields().size(); ++i) {
      const TypeHandle field(api, api.struct_type_child_type(physical, i));
      children_.emplace_back(api, field.get(), type.fields()[i]);
    }
  }
}

ArrowArray ExportVector(const DuckdbApi& api, const VectorShape& shape, duckdb_vector vector,
                        size_t first, size_t count, const std::shared_ptr<const void>& kept) {
  return Exporter(api, kept).Export(shape, vector, Rows{first, count, nullptr});
}

}  // namespace paisql::engine
