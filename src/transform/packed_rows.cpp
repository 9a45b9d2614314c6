#include "transform/packed_rows.h"

#include <algorithm>
#include <cstring>

#include "base/assert.h"
#include "engine/arrow/months_days_nanos.h"
#include "engine/arrow/share.h"
#include "engine/text/result_text.h"
#include "types/number/number_text.h"
#include "udf/function_worker.h"

namespace paisql::transform {
namespace {

using udf::BatchWriter;
using udf::Tag;

constexpr size_t kMostBytes = size_t{64} << 20;
constexpr int64_t kMicrosPerDay = int64_t{86400} * 1'000'000;

// 128 bits that need not lie at a multiple of 16 bytes.
struct Wide {
  uint64_t low;
  int64_t high;

  Int128 value() const { return (static_cast<Int128>(high) << 64) | static_cast<Int128>(low); }
};

bool IsTimestamp(const DataType& type) {
  return type.id() == TypeId::kTimestamp || type.id() == TypeId::kTimestampNtz;
}

class Packer {
 public:
  Packer(BatchWriter& writer, PackedForm form) : writer_(writer), form_(form) {}

  // The values from `begin` on, counted from the array's own first one.
  void Pack(const DataType& type, const ArrowArray& array, size_t begin, size_t count) {
    const Tag tag = TagIn(type);
    if (tag == Tag::kNull) return writer_.BeginNode(tag, count, nullptr);
    const std::vector<uint64_t> validity = Validity(array, begin, count);
    const uint64_t* bits = validity.empty() ? nullptr : validity.data();
    if (type.IsText() || type.id() == TypeId::kJson) return PackTexts(array, begin, count, bits);
    writer_.BeginNode(tag, count, bits);
    const size_t first = static_cast<size_t>(array.offset) + begin;
    switch (tag) {
      case Tag::kBoolean:
        return PackBooleans(array, first, count);
      case Tag::kText:
      case Tag::kBinary:
        if (type.id() != TypeId::kBinary) return PackAsTexts(type, array, begin, count);
        return PackBinaries(array, first, count);
      case Tag::kArray:
        return PackLists<int64_t>({&type.element()}, array, {array.children[0]}, 0, first, count);
      case Tag::kMap: {
        const ArrowArray& entries = *array.children[0];
        return PackLists<int32_t>({&type.key(), &type.value()}, array,
                                  {entries.children[0], entries.children[1]},
                                  static_cast<size_t>(entries.offset), first, count);
      }
      case Tag::kStruct:
        return PackStructs(type, array, first, count);
      default:
        return PackNumbers(type, tag, array, first, count);
    }
  }

 private:
  Tag TagIn(const DataType& type) const {
    if (form_ == PackedForm::kWhole) {
      if (IsTimestamp(type)) return Tag::kText;
      if (type.IsInterval()) return Tag::kBigint;
    }
    return udf::TagOf(type);
  }

  // Empty where no value is NULL.
  static std::vector<uint64_t> Validity(const ArrowArray& array, size_t begin, size_t count) {
    const void* bits = array.buffers[0];
    if (bits == nullptr || array.null_count == 0) return {};
    std::vector<uint64_t> words((count + 63) / 64);
    const size_t first = static_cast<size_t>(array.offset) + begin;
    size_t valid = 0;
    for (size_t i = 0; i < count; ++i) {
      if (!engine::IsBitSet(bits, first + i)) continue;
      words[i / 64] |= uint64_t{1} << (i % 64);
      ++valid;
    }
    if (valid == count) words.clear();
    return words;
  }

  void PackBooleans(const ArrowArray& array, size_t first, size_t count) {
    auto* out = static_cast<uint8_t*>(writer_.AddBuffer(count));
    for (size_t i = 0; i < count; ++i) {
      out[i] = engine::IsBitSet(array.buffers[1], first + i) ? 1 : 0;
    }
  }

  void PackNumbers(const DataType& type, Tag tag, const ArrowArray& array, size_t first,
                   size_t count) {
    const void* values = array.buffers[1];
    const size_t width = udf::WidthOf(tag);
    if (!IsTimestamp(type) && !type.IsInterval()) {
      writer_.AddBuffer(static_cast<const char*>(values) + first * width, count * width);
      return;
    }
    auto* out = static_cast<char*>(writer_.AddBuffer(count * width));
    for (size_t i = 0; i < count; ++i) {
      const int64_t number = Number(type, values, first + i);
      std::memcpy(out + i * width, &number, width);
    }
  }

  static int64_t Number(const DataType& type, const void* values, size_t at) {
    if (type.id() == TypeId::kIntervalYearMonth) return static_cast<const int32_t*>(values)[at];
    if (type.id() == TypeId::kIntervalDayTime) {
      const auto& interval = static_cast<const engine::MonthsDaysNanos*>(values)[at];
      return interval.days * kMicrosPerDay + interval.nanos / 1000;
    }
    const Int128 nanos = static_cast<const Wide*>(values)[at].value();
    const auto micros = static_cast<int64_t>(nanos / 1000);
    return nanos % 1000 < 0 ? micros - 1 : micros;
  }

  void PackTexts(const ArrowArray& array, size_t begin, size_t count, const uint64_t* validity) {
    const auto* places = static_cast<const int64_t*>(array.buffers[1]) + array.offset + begin;
    const auto* bytes = static_cast<const char*>(array.buffers[2]);
    writer_.AddTexts(count, validity, [=](size_t row) {
      return std::string_view(bytes + places[row],
                              static_cast<size_t>(places[row + 1] - places[row]));
    });
  }

  void PackBinaries(const ArrowArray& array, size_t first, size_t count) {
    const auto* places = static_cast<const int64_t*>(array.buffers[1]) + first;
    if (!writer_.AddOffsets(count, [=](size_t i) { return places[i] - places[0]; })) return;
    writer_.AddBuffer(static_cast<const char*>(array.buffers[2]) + places[0],
                      static_cast<size_t>(places[count] - places[0]));
  }

  void PackAsTexts(const DataType& type, const ArrowArray& array, size_t begin, size_t count) {
    engine::ColumnText text(type);
    text.Read(array);
    std::vector<size_t> offsets = {0};
    std::string bytes;
    for (size_t i = 0; i < count; ++i) {
      text.Append(begin + i, engine::TextForm::kPlain, bytes);
      offsets.push_back(bytes.size());
    }
    if (!writer_.AddOffsets(count, [&](size_t i) { return offsets[i]; })) return;
    writer_.AddBuffer(bytes.data(), bytes.size());
  }

  template <typename Place>
  void PackLists(const std::vector<const DataType*>& types, const ArrowArray& array,
                 const std::vector<const ArrowArray*>& parts, size_t parts_begin, size_t first,
                 size_t count) {
    const auto* places = static_cast<const Place*>(array.buffers[1]) + first;
    if (!writer_.AddOffsets(count, [=](size_t i) { return places[i] - places[0]; })) return;
    const size_t begin = parts_begin + static_cast<size_t>(places[0]);
    const auto values = static_cast<size_t>(places[count] - places[0]);
    for (size_t i = 0; i < parts.size(); ++i) Pack(*types[i], *parts[i], begin, values);
  }

  void PackStructs(const DataType& type, const ArrowArray& array, size_t first, size_t count) {
    const auto parts = static_cast<uint32_t>(type.fields().size());
    writer_.AddBuffer(&parts, sizeof parts);
    for (size_t i = 0; i < parts; ++i) Pack(type.fields()[i], *array.children[i], first, count);
  }

  BatchWriter& writer_;
  const PackedForm form_;
};

}  // namespace

std::optional<std::string> PackRows(const engine::Batch& batch, const std::vector<DataType>& types,
                                    size_t first, size_t begin, size_t end, PackedForm form) {
  BatchWriter writer(types.size(), end - begin);
  Packer packer(writer, form);
  for (size_t i = 0; i < types.size(); ++i) {
    packer.Pack(types[i], batch.column(first + i), begin, end - begin);
  }
  const bool fits = form == PackedForm::kWhole || writer.size() <= udf::kMostSentBytes;
  if (writer.too_large() || !fits) return std::nullopt;
  return writer.Take();
}

size_t EndOfPiece(const engine::Batch& batch, const std::vector<DataType>& types, size_t begin) {
  const size_t rows = batch.row_count();
  auto others = static_cast<size_t>(engine::BytesOf(batch, types.size()));
  if (others <= kMostBytes) return rows;
  std::vector<const int64_t*> texts;
  for (size_t i = 0; i < types.size(); ++i) {
    if (!types[i].IsText() && types[i].id() != TypeId::kBinary) continue;
    const ArrowArray& column = batch.column(i);
    texts.push_back(static_cast<const int64_t*>(column.buffers[1]) + column.offset);
    const auto bytes = static_cast<size_t>(texts.back()[rows] - texts.back()[0]);
    others -= std::min(others, bytes);
  }
  size_t bytes = 0;
  size_t end = begin;
  while (end < rows && bytes < kMostBytes) {
    bytes += others / rows;
    for (const int64_t* places : texts) bytes += static_cast<size_t>(places[end + 1] - places[end]);
    ++end;
  }
  return end;
}

}  // namespace paisql::transform
