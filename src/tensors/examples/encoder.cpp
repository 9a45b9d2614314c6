#include "tensors/examples/encoder.h"

#include <cstring>

#include "tensors/examples/wire.h"

namespace paisql::examples {

namespace {

// Fields of Example, Features, the map's entry and Feature, as tags of messages.
constexpr char kMessage1 = 0x0a;  // features, feature, key, bytes_list, value
constexpr char kMessage2 = 0x12;  // the entry's value, float_list
constexpr char kMessage3 = 0x1a;  // int64_list
constexpr std::string_view kFormats = "csilfguUzZ";

bool IsValid(const ArrowArray& column, int64_t row) {
  const auto* const bits = static_cast<const uint8_t*>(column.buffers[0]);
  const int64_t at = row + column.offset;
  return bits == nullptr || ((bits[at / 8] >> (at % 8)) & 1) != 0;
}

template <typename Value>
Value ValueAt(const ArrowArray& column, int64_t row) {
  return static_cast<const Value*>(column.buffers[1])[row + column.offset];
}

template <typename Offset>
std::string_view BytesAt(const ArrowArray& column, int64_t row) {
  const auto* const offsets = static_cast<const Offset*>(column.buffers[1]);
  const int64_t at = row + column.offset;
  const auto* const bytes = static_cast<const char*>(column.buffers[2]);
  return {bytes + offsets[at], static_cast<size_t>(offsets[at + 1] - offsets[at])};
}

// Appends the field `key` and the field `value` of a map's entry with one value, in its frame.
void PutEntry(std::string_view key, char list, std::string_view packed_head, uint64_t packed_size,
              std::string* to) {
  const uint64_t list_size = packed_head.size() + packed_size;
  const uint64_t feature_size = 1 + VarintSize(list_size) + list_size;
  const uint64_t entry_size = key.size() + 1 + VarintSize(feature_size) + feature_size;
  to->push_back(kMessage1);
  PutVarint(entry_size, to);
  to->append(key);
  to->push_back(kMessage2);
  PutVarint(feature_size, to);
  to->push_back(list);
  PutVarint(list_size, to);
  to->append(packed_head);
}

// The tag and the length of a list's only value, which has `size` bytes.
class Head {
 public:
  explicit Head(uint64_t size) {
    text_[0] = kMessage1;
    size_ = 1;
    while (size >= 0x80) {
      text_[size_++] = static_cast<char>(size | 0x80);
      size >>= 7;
    }
    text_[size_++] = static_cast<char>(size);
  }
  std::string_view text() const { return {text_, size_}; }

 private:
  char text_[1 + kMostVarintBytes];
  size_t size_ = 0;
};

void PutInteger(std::string_view key, int64_t value, std::string* to) {
  const auto bits = static_cast<uint64_t>(value);
  const auto size = static_cast<uint64_t>(VarintSize(bits));
  PutEntry(key, kMessage3, Head(size).text(), size, to);
  PutVarint(bits, to);
}

void PutFloat(std::string_view key, float value, std::string* to) {
  PutEntry(key, kMessage2, Head(sizeof value).text(), sizeof value, to);
  to->append(reinterpret_cast<const char*>(&value), sizeof value);
}

void PutBytes(std::string_view key, std::string_view value, std::string* to) {
  PutEntry(key, kMessage1, Head(value.size()).text(), value.size(), to);
  to->append(value);
}

void PutCell(char format, std::string_view key, const ArrowArray& column, int64_t row,
             std::string* to) {
  switch (format) {
    case 'c':
      return PutInteger(key, ValueAt<int8_t>(column, row), to);
    case 's':
      return PutInteger(key, ValueAt<int16_t>(column, row), to);
    case 'i':
      return PutInteger(key, ValueAt<int32_t>(column, row), to);
    case 'l':
      return PutInteger(key, ValueAt<int64_t>(column, row), to);
    case 'f':
      return PutFloat(key, ValueAt<float>(column, row), to);
    case 'g':
      return PutFloat(key, static_cast<float>(ValueAt<double>(column, row)), to);
    case 'u':
    case 'z':
      return PutBytes(key, BytesAt<int32_t>(column, row), to);
    default:
      return PutBytes(key, BytesAt<int64_t>(column, row), to);
  }
}

}  // namespace

Encoder::Encoder(const ArrowSchema& schema, bool omit_nulls) : omit_nulls_(omit_nulls) {
  for (int64_t i = 0; i < schema.n_children; ++i) {
    const ArrowSchema& child = *schema.children[i];
    const std::string_view format = child.format;
    if (format.size() != 1 || kFormats.find(format[0]) == std::string_view::npos) {
      problem_ = std::string("column '") + child.name + "' has the format " + child.format;
      return;
    }
    Column column;
    column.format = format[0];
    const std::string_view name = child.name;
    column.key.push_back(kMessage1);
    PutVarint(name.size(), &column.key);
    column.key.append(name);
    columns_.push_back(std::move(column));
  }
}

NullCell Encoder::Append(const ArrowArray& batch, int64_t first, int64_t step, std::string* to) {
  std::string example;
  for (int64_t row = first; row < batch.length; row += step) {
    features_.clear();
    for (size_t i = 0; i < columns_.size(); ++i) {
      const ArrowArray& column = *batch.children[i];
      if (IsValid(column, row + batch.offset)) {
        PutCell(columns_[i].format, columns_[i].key, column, row + batch.offset, &features_);
      } else if (!omit_nulls_) {
        return {static_cast<int64_t>(i), row};
      }
    }
    example.clear();
    example.push_back(kMessage1);
    PutVarint(features_.size(), &example);
    example.append(features_);
    PutRecord(example, to);
  }
  return {};
}

}  // namespace paisql::examples
