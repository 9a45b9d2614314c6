#include "engine/duckdb/user_functions/pack_columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "base/assert.h"
#include "base/text.h"
#include "engine/duckdb/values/logical_type.h"
#include "engine/duckdb/values/timestamp_form.h"
#include "types/value_text.h"

namespace paisql::engine {
namespace {

using udf::BatchWriter;
using udf::PackedColumn;
using udf::Tag;

constexpr int64_t kMicrosOfSecond = 1'000'000;
constexpr int32_t kNanosOfOneMicro = 1000;
constexpr int kNarrowest = 4;  // digits of a DECIMAL that two, four and eight bytes hold
constexpr int kNarrow = 9;
constexpr int kWide = 18;

bool HasInstant(const DataType& type) {
  if (type.id() == TypeId::kDatetime) return true;
  return type.IsNested() && std::any_of(type.fields().begin(), type.fields().end(), HasInstant);
}

// ---- packing

// The bitmap of the array's own rows; empty where no value is NULL.
std::vector<uint64_t> ValidityOf(const ArrowArray& array) {
  std::vector<uint64_t> words;
  const void* bits = array.n_buffers > 0 ? array.buffers[0] : nullptr;
  const auto length = static_cast<size_t>(array.length);
  if (bits == nullptr || length == 0) return words;
  const auto offset = static_cast<size_t>(array.offset);
  words.assign((length + 63) / 64, 0);
  if (offset == 0) {
    std::memcpy(words.data(), bits, (length + 7) / 8);
  } else {
    for (size_t i = 0; i < length; ++i) {
      if (IsBitSet(bits, offset + i)) words[i / 64] |= uint64_t{1} << (i % 64);
    }
  }
  if (length % 64 != 0) words.back() &= (uint64_t{1} << (length % 64)) - 1;
  size_t valid = 0;
  for (const uint64_t word : words) valid += static_cast<size_t>(__builtin_popcountll(word));
  if (valid == length) words.clear();
  return words;
}

template <typename T>
const T* ValuesOf(const ArrowArray& array) {
  return static_cast<const T*>(array.buffers[1]) + array.offset;
}

class Packer {
 public:
  explicit Packer(BatchWriter& writer) : writer_(writer) {}

  void Pack(const ArrowArray& array, const DataType& type) {
    const Tag tag = udf::TagOf(type);
    const auto length = static_cast<size_t>(array.length);
    const std::vector<uint64_t> validity =
        tag == Tag::kNull ? std::vector<uint64_t>() : ValidityOf(array);
    const uint64_t* bits = validity.empty() ? nullptr : validity.data();
    writer_.BeginNode(tag, length, bits);
    switch (tag) {
      case Tag::kNull:
        return;
      case Tag::kBoolean:
        return PackBooleans(array, length);
      case Tag::kText:
      case Tag::kBinary:
        if (type.id() == TypeId::kDecimal) return PackDecimals(array, length, type.scale(), bits);
        return PackTexts(array, length);
      case Tag::kTime:
        if (IsTimestamp(type)) return PackTimestamps(array, length);
        break;
      case Tag::kArray:
        if (!PackPlaces<int64_t>(array, length)) return;
        return Pack(*array.children[0], type.element());
      case Tag::kMap: {
        if (!PackPlaces<int32_t>(array, length)) return;
        const ArrowArray& entries = *array.children[0];
        Pack(*entries.children[0], type.key());
        return Pack(*entries.children[1], type.value());
      }
      case Tag::kStruct: {
        const auto count = static_cast<uint32_t>(type.fields().size());
        writer_.AddBuffer(&count, sizeof count);
        for (size_t i = 0; i < count; ++i) Pack(*array.children[i], type.fields()[i]);
        return;
      }
      default:
        break;
    }
    const size_t width = udf::WidthOf(tag);
    writer_.AddBuffer(
        ValuesOf<char>(array) - array.offset + array.offset * static_cast<int64_t>(width),
        length * width);
  }

 private:
  void PackBooleans(const ArrowArray& array, size_t length) {
    auto* to = static_cast<uint8_t*>(writer_.AddBuffer(length));
    for (size_t i = 0; i < length; ++i) {
      to[i] = IsBitSet(array.buffers[1], static_cast<size_t>(array.offset) + i) ? 1 : 0;
    }
  }

  // Where lists or texts begin; the first one at 0.
  template <typename Place>
  bool PackPlaces(const ArrowArray& array, size_t length) {
    const Place* from = ValuesOf<Place>(array);
    PAISQL_ASSERT(from[0] == 0, "a column whose elements begin after others");
    return writer_.AddOffsets(length, [from](size_t i) { return from[i]; });
  }

  void PackTexts(const ArrowArray& array, size_t length) {
    if (!PackPlaces<int64_t>(array, length)) return;
    writer_.AddBuffer(array.buffers[2], static_cast<size_t>(ValuesOf<int64_t>(array)[length]));
  }

  void PackDecimals(const ArrowArray& array, size_t length, int scale, const uint64_t* validity) {
    const auto* from = ValuesOf<duckdb_hugeint>(array);
    std::string text;
    std::vector<size_t> places = {0};
    places.reserve(length + 1);
    for (size_t i = 0; i < length; ++i) {
      const bool null = validity != nullptr && ((validity[i / 64] >> (i % 64)) & 1) == 0;
      if (!null) {
        const Int128 value = (static_cast<Int128>(from[i].upper) << 64) | from[i].lower;
        AppendDecimal(value, scale, false, text);
      }
      places.push_back(text.size());
    }
    if (!writer_.AddOffsets(length, [&](size_t i) { return places[i]; })) return;
    writer_.AddBuffer(text.data(), text.size());
  }

  void PackTimestamps(const ArrowArray& array, size_t length) {
    const auto* from = ValuesOf<duckdb_hugeint>(array);
    auto* to = static_cast<int64_t*>(writer_.AddBuffer(length * sizeof(int64_t)));
    for (size_t i = 0; i < length; ++i) {
      const TimestampParts parts = PartsOfTimestamp(from[i]);
      to[i] = parts.seconds * kMicrosOfSecond + parts.nanos / kNanosOfOneMicro;
    }
  }

  BatchWriter& writer_;
};

// ---- unpacking

Error NotOfType(const DataType& type, const std::string& what) {
  return Error{
      ErrorCode::kScript, "a returned value is not of type " + type.ToString() + what, {}, ""};
}

class Unpacker {
 public:
  explicit Unpacker(const DuckdbApi& api) : api_(api) {}

  Status Unpack(const PackedColumn& column, const DataType& type, duckdb_vector vector,
                idx_t begin) {
    if (column.length == 0) return Status::Ok();
    if (column.tag == Tag::kNull || column.validity != nullptr) SetNulls(column, vector, begin);
    if (column.tag == Tag::kNull) {
      UnpackNulls(column, type, vector, begin);
      return Status::Ok();
    }
    if (column.tag != udf::TagOf(type)) return NotOfType(type, "");
    switch (column.tag) {
      case Tag::kBoolean:
        return Convert<uint8_t, bool>(column, vector, begin,
                                      [](uint8_t value) { return value != 0; });
      case Tag::kText:
        return type.id() == TypeId::kDecimal ? UnpackDecimals(column, type, vector, begin)
                                             : UnpackTexts(column, type, vector, begin);
      case Tag::kBinary:
        return UnpackTexts(column, type, vector, begin);
      case Tag::kTime:
        if (!IsTimestamp(type)) break;
        return Convert<int64_t, duckdb_hugeint>(column, vector, begin, [](int64_t micros) {
          int64_t seconds = micros / kMicrosOfSecond;
          int64_t rest = micros % kMicrosOfSecond;
          if (rest < 0) {
            rest += kMicrosOfSecond;
            --seconds;
          }
          return TimestampOfParts(seconds, static_cast<int32_t>(rest) * kNanosOfOneMicro);
        });
      case Tag::kArray: {
        const idx_t first = UnpackPlaces(column, vector, begin);
        return Unpack(column.children[0], type.element(), api_.list_vector_get_child(vector),
                      first);
      }
      case Tag::kMap:
        return UnpackMap(column, type, vector, begin);
      case Tag::kStruct:
        if (column.children.size() != type.fields().size()) return NotOfType(type, "");
        for (size_t i = 0; i < column.children.size(); ++i) {
          PAISQL_TRY(Unpack(column.children[i], type.fields()[i],
                            api_.struct_vector_get_child(vector, i), begin));
        }
        return Status::Ok();
      default:
        break;
    }
    const size_t width = udf::WidthOf(column.tag);
    std::memcpy(static_cast<char*>(api_.vector_get_data(vector)) + begin * width, column.values,
                column.length * width);
    return Status::Ok();
  }

 private:
  void SetNulls(const PackedColumn& column, duckdb_vector vector, idx_t begin) {
    api_.vector_ensure_validity_writable(vector);
    uint64_t* validity = api_.vector_get_validity(vector);
    for (size_t i = 0; i < column.length; ++i) {
      const idx_t row = begin + i;
      if (column.IsNull(i)) validity[row / 64] &= ~(uint64_t{1} << (row % 64));
    }
  }

  // What is below a NULL: places of lists, and the fields of a STRUCT.
  void UnpackNulls(const PackedColumn& column, const DataType& type, duckdb_vector vector,
                   idx_t begin) {
    if (type.id() == TypeId::kArray || type.id() == TypeId::kMap) {
      auto* places = static_cast<duckdb_list_entry*>(api_.vector_get_data(vector));
      std::fill_n(places + begin, column.length, duckdb_list_entry{0, 0});
    } else if (type.id() == TypeId::kStruct) {
      for (size_t i = 0; i < type.fields().size(); ++i) {
        const duckdb_vector child = api_.struct_vector_get_child(vector, i);
        SetNulls(column, child, begin);
        UnpackNulls(column, type.fields()[i], child, begin);
      }
    }
  }

  template <typename From, typename To, typename Change>
  Status Convert(const PackedColumn& column, duckdb_vector vector, idx_t begin, Change change) {
    auto* to = static_cast<To*>(api_.vector_get_data(vector)) + begin;
    for (size_t i = 0; i < column.length; ++i) to[i] = change(column.Value<From>(i));
    return Status::Ok();
  }

  Status UnpackTexts(const PackedColumn& column, const DataType& type, duckdb_vector vector,
                     idx_t begin) {
    if (column.tag == Tag::kText && !IsValidUtf8(column.bytes)) {
      return NotOfType(type, ": it is not text in UTF-8");
    }
    auto* places = static_cast<duckdb_string_t*>(api_.vector_get_data(vector)) + begin;
    for (size_t i = 0; i < column.length; ++i) {
      const std::string_view text = column.Bytes(i);
      // A text that begins or ends within a character, though all texts together do not.
      if (column.tag == Tag::kText && !text.empty() &&
          (static_cast<unsigned char>(text.front()) & 0xC0U) == 0x80U) {
        return NotOfType(type, ": it is not text in UTF-8");
      }
      // A short text lies in its place; bytes after it are 0.
      auto& place = places[i].value.inlined;
      if (text.size() <= sizeof place.inlined) {
        place = {};
        place.length = static_cast<uint32_t>(text.size());
        text.copy(place.inlined, text.size());
      } else {
        api_.vector_assign_string_element_len(vector, begin + i, text.data(), text.size());
      }
    }
    return Status::Ok();
  }

  Status UnpackDecimals(const PackedColumn& column, const DataType& type, duckdb_vector vector,
                        idx_t begin) {
    void* data = api_.vector_get_data(vector);
    for (size_t i = 0; i < column.length; ++i) {
      Int128 value = 0;
      if (!column.IsNull(i)) {
        const std::string_view text = column.Bytes(i);
        const FieldFit fit = ReadDecimalField(text, type.precision(), type.scale(), value);
        if (fit != FieldFit::kFits && fit != FieldFit::kTooSmall) {
          return NotOfType(type, fmt::format(": {}", text));
        }
      }
      const idx_t row = begin + i;
      if (type.precision() <= kNarrowest) {
        static_cast<int16_t*>(data)[row] = static_cast<int16_t>(value);
      } else if (type.precision() <= kNarrow) {
        static_cast<int32_t*>(data)[row] = static_cast<int32_t>(value);
      } else if (type.precision() <= kWide) {
        static_cast<int64_t*>(data)[row] = static_cast<int64_t>(value);
      } else {
        static_cast<duckdb_hugeint*>(data)[row] = {static_cast<uint64_t>(value),
                                                   static_cast<int64_t>(value >> 64)};
      }
    }
    return Status::Ok();
  }

  // Writes where each list lies, after the elements that the vector had. Returns their number.
  idx_t UnpackPlaces(const PackedColumn& column, duckdb_vector vector, idx_t begin) {
    const idx_t first = api_.list_vector_get_size(vector);
    const idx_t size = first + column.offsets[column.length];
    api_.list_vector_reserve(vector, size);
    api_.list_vector_set_size(vector, size);
    auto* places = static_cast<duckdb_list_entry*>(api_.vector_get_data(vector));
    for (size_t i = 0; i < column.length; ++i) {
      places[begin + i] = {first + column.offsets[i], column.offsets[i + 1] - column.offsets[i]};
    }
    return first;
  }

  Status UnpackMap(const PackedColumn& column, const DataType& type, duckdb_vector vector,
                   idx_t begin) {
    const PackedColumn& keys = column.children[0];
    for (size_t i = 0; i < keys.length; ++i) {
      if (keys.IsNull(i)) return NotOfType(type, ": a key is None");
    }
    const idx_t first = UnpackPlaces(column, vector, begin);
    const duckdb_vector entries = api_.list_vector_get_child(vector);
    PAISQL_TRY(Unpack(keys, type.key(), api_.struct_vector_get_child(entries, 0), first));
    return Unpack(column.children[1], type.value(), api_.struct_vector_get_child(entries, 1),
                  first);
  }

  const DuckdbApi& api_;
};

}  // namespace

TypeHandle WallClockType(const DuckdbApi& api, const DataType& type) {
  if (type.id() == TypeId::kDatetime) {
    return TypeHandle(api, api.create_logical_type(DUCKDB_TYPE_TIMESTAMP));
  }
  if (!HasInstant(type)) return LogicalType(api, type);
  std::vector<TypeHandle> parts;
  for (const DataType& part : type.fields()) parts.push_back(WallClockType(api, part));
  if (type.id() == TypeId::kArray) {
    return TypeHandle(api, api.create_list_type(parts[0].get()));
  }
  if (type.id() == TypeId::kMap) {
    return TypeHandle(api, api.create_map_type(parts[0].get(), parts[1].get()));
  }
  std::vector<duckdb_logical_type> types;
  std::vector<const char*> names;
  for (size_t i = 0; i < parts.size(); ++i) {
    types.push_back(parts[i].get());
    names.push_back(type.field_names()[i].c_str());
  }
  return TypeHandle(api, api.create_struct_type(types.data(), names.data(), types.size()));
}

void PackColumn(const ArrowArray& array, const DataType& type, udf::BatchWriter& writer) {
  Packer(writer).Pack(array, type);
}

Status UnpackColumn(const DuckdbApi& api, const udf::PackedColumn& column, const DataType& type,
                    duckdb_vector vector, idx_t begin) {
  return Unpacker(api).Unpack(column, type, vector, begin);
}

}  // namespace paisql::engine
