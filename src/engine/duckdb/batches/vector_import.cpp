#include "engine/duckdb/batches/vector_import.h"

#include <cstring>

#include "base/assert.h"
#include "engine/arrow/months_days_nanos.h"
#include "engine/duckdb/values/decimal_layout.h"

namespace paisql::engine {
namespace {

constexpr int64_t kMicrosPerDay = 86'400'000'000;
constexpr int64_t kNanosPerMicro = 1000;
constexpr size_t kRowsOfWord = 64;  // of what says which are not NULL
constexpr int kTinyPrecision = 4;   // digits of 16 bits
constexpr int kSmallPrecision = 9;  // of 32 bits

class Importer {
 public:
  explicit Importer(const DuckdbApi& api) : api_(api) {}

  // `above` says which rows of the struct around the array are not NULL; nullptr if all are not.
  void Import(const DataType& type, const ArrowArray& array, size_t first, size_t count,
              duckdb_vector vector, const uint64_t* above = nullptr) const {
    if (type.id() != TypeId::kVoid) Validity(array, first, count, vector);
    if (above != nullptr) NullsAbove(above, count, vector);
    switch (type.id()) {
      case TypeId::kVoid:
      case TypeId::kUnknown:
        PAISQL_UNREACHABLE("a column of a type that no table has");
      case TypeId::kBoolean:
        return Bits(array, first, count, vector);
      case TypeId::kTinyint:
        return Numbers<int8_t>(array, first, count, vector);
      case TypeId::kSmallint:
        return Numbers<int16_t>(array, first, count, vector);
      case TypeId::kInt:
      case TypeId::kDate:
        return Numbers<int32_t>(array, first, count, vector);
      case TypeId::kBigint:
      case TypeId::kDatetime:
        return Numbers<int64_t>(array, first, count, vector);
      case TypeId::kFloat:
        return Numbers<float>(array, first, count, vector);
      case TypeId::kDouble:
        return Numbers<double>(array, first, count, vector);
      case TypeId::kDecimal:
        return Decimals(type.precision(), array, first, count, vector);
      case TypeId::kTimestamp:
      case TypeId::kTimestampNtz:
        return Numbers<duckdb_hugeint>(array, first, count, vector);
      case TypeId::kString:
      case TypeId::kVarchar:
      case TypeId::kChar:
      case TypeId::kJson:
      case TypeId::kBinary:
        return Texts(array, first, count, vector);
      case TypeId::kIntervalYearMonth:
        return Converted<int32_t, duckdb_interval>(array, first, count, vector, [](int32_t months) {
          return duckdb_interval{months, 0, 0};
        });
      case TypeId::kIntervalDayTime:
        return Converted<MonthsDaysNanos, duckdb_interval>(
            array, first, count, vector, [](const MonthsDaysNanos& span) {
              return duckdb_interval{0, 0, span.days * kMicrosPerDay + span.nanos / kNanosPerMicro};
            });
      case TypeId::kArray:
        return List<int64_t>(type, array, first, count, vector);
      case TypeId::kMap:
        return List<int32_t>(type, array, first, count, vector);
      case TypeId::kStruct:
        return Struct(type, array, first + Offset(array), count, vector);
    }
    PAISQL_UNREACHABLE("a type of unknown kind");
  }

 private:
  static size_t Offset(const ArrowArray& array) { return static_cast<size_t>(array.offset); }

  template <typename T>
  static const T* Data(const ArrowArray& array, size_t first) {
    return static_cast<const T*>(array.buffers[1]) + Offset(array) + first;
  }
  template <typename T>
  T* Room(duckdb_vector vector) const {
    return static_cast<T*>(api_.vector_get_data(vector));
  }

  void Validity(const ArrowArray& array, size_t first, size_t count, duckdb_vector vector) const {
    const void* bits = array.buffers[0];
    if (bits == nullptr || array.null_count == 0) return;
    uint64_t* validity = nullptr;
    for (size_t i = 0; i < count; ++i) {
      if (IsBitSet(bits, first + Offset(array) + i)) continue;
      if (validity == nullptr) {
        api_.vector_ensure_validity_writable(vector);
        validity = api_.vector_get_validity(vector);
      }
      validity[i / kRowsOfWord] &= ~(uint64_t{1} << (i % kRowsOfWord));
    }
  }

  // DuckDB counts on members of a struct that is NULL to be NULL as well; Arrow does not.
  void NullsAbove(const uint64_t* above, size_t count, duckdb_vector vector) const {
    api_.vector_ensure_validity_writable(vector);
    uint64_t* validity = api_.vector_get_validity(vector);
    for (size_t i = 0; i < (count + kRowsOfWord - 1) / kRowsOfWord; ++i) validity[i] &= above[i];
  }

  template <typename T>
  void Numbers(const ArrowArray& array, size_t first, size_t count, duckdb_vector vector) const {
    if (count > 0) std::memcpy(Room<T>(vector), Data<T>(array, first), count * sizeof(T));
  }

  template <typename From, typename To, typename Convert>
  void Converted(const ArrowArray& array, size_t first, size_t count, duckdb_vector vector,
                 Convert convert) const {
    const From* from = Data<From>(array, first);
    To* to = Room<To>(vector);
    for (size_t i = 0; i < count; ++i) to[i] = convert(from[i]);
  }

  // The lowest bits hold the whole number where the precision is small.
  void Decimals(int precision, const ArrowArray& array, size_t first, size_t count,
                duckdb_vector vector) const {
    if (precision <= kTinyPrecision) return Narrow<int16_t>(array, first, count, vector);
    if (precision <= kSmallPrecision) return Narrow<int32_t>(array, first, count, vector);
    if (precision <= kNarrowPrecision) return Narrow<int64_t>(array, first, count, vector);
    Numbers<duckdb_hugeint>(array, first, count, vector);
  }
  template <typename To>
  void Narrow(const ArrowArray& array, size_t first, size_t count, duckdb_vector vector) const {
    Converted<duckdb_hugeint, To>(array, first, count, vector, [](const duckdb_hugeint& value) {
      return static_cast<To>(value.lower);
    });
  }

  void Bits(const ArrowArray& array, size_t first, size_t count, duckdb_vector vector) const {
    bool* to = Room<bool>(vector);
    for (size_t i = 0; i < count; ++i) {
      to[i] = IsBitSet(array.buffers[1], first + Offset(array) + i);
    }
  }

  void Texts(const ArrowArray& array, size_t first, size_t count, duckdb_vector vector) const {
    const int64_t* places = Data<int64_t>(array, first);
    const auto* characters = static_cast<const char*>(array.buffers[2]);
    for (size_t i = 0; i < count; ++i) {
      api_.unsafe_vector_assign_string_element_len(vector, i, characters + places[i],
                                                   static_cast<idx_t>(places[i + 1] - places[i]));
    }
  }

  // `first` counts from the beginning of the members.
  void Struct(const DataType& type, const ArrowArray& array, size_t first, size_t count,
              duckdb_vector vector) const {
    const uint64_t* here = api_.vector_get_validity(vector);
    for (size_t i = 0; i < type.fields().size(); ++i) {
      Import(type.fields()[i], *array.children[i], first, count,
             api_.struct_vector_get_child(vector, i), here);
    }
  }

  template <typename Place>
  void List(const DataType& type, const ArrowArray& array, size_t first, size_t count,
            duckdb_vector vector) const {
    const Place* places = Data<Place>(array, first);
    auto* entries = Room<duckdb_list_entry>(vector);
    for (size_t i = 0; i < count; ++i) {
      entries[i] = {static_cast<uint64_t>(places[i] - places[0]),
                    static_cast<uint64_t>(places[i + 1] - places[i])};
    }
    const auto begin = static_cast<size_t>(places[0]);
    const auto elements = static_cast<size_t>(places[count]) - begin;
    api_.list_vector_reserve(vector, elements);
    api_.list_vector_set_size(vector, elements);
    const duckdb_vector child = api_.list_vector_get_child(vector);
    if (type.id() == TypeId::kArray) {
      return Import(type.element(), *array.children[0], begin, elements, child);
    }
    const ArrowArray& pairs = *array.children[0];
    Struct(type, pairs, begin + Offset(pairs), elements, child);
  }

  const DuckdbApi& api_;
};

}  // namespace

void ImportVector(const DuckdbApi& api, const DataType& type, const ArrowArray& array, size_t first,
                  size_t count, duckdb_vector vector) {
  Importer(api).Import(type, array, first, count, vector);
}

}  // namespace paisql::engine
