#include "engine/arrow/slice.h"

#include <cstring>
#include <memory>
#include <string>
#include <string_view>

#include "base/assert.h"
#include "base/text.h"
#include "base/whole_number.h"

namespace paisql::engine {
namespace {

enum class Layout {
  kNothing,
  kBits,
  kFixed,
  kText32,
  kText64,
  kList32,
  kList64,
  kFixedList,
  kStruct
};

struct Shape {
  Layout layout = Layout::kFixed;
  size_t width = 0;  // bytes of a value, or elements of a list of a fixed length
};

struct ShapeRow {
  std::string_view begin;  // of the format
  Shape shape;
};

// The first row whose text begins the format.
constexpr ShapeRow kShapes[] = {
    {"n", {Layout::kNothing, 0}}, {"b", {Layout::kBits, 0}},     {"c", {Layout::kFixed, 1}},
    {"C", {Layout::kFixed, 1}},   {"s", {Layout::kFixed, 2}},    {"S", {Layout::kFixed, 2}},
    {"i", {Layout::kFixed, 4}},   {"I", {Layout::kFixed, 4}},    {"l", {Layout::kFixed, 8}},
    {"L", {Layout::kFixed, 8}},   {"e", {Layout::kFixed, 2}},    {"f", {Layout::kFixed, 4}},
    {"g", {Layout::kFixed, 8}},   {"tdD", {Layout::kFixed, 4}},  {"tdm", {Layout::kFixed, 8}},
    {"ttu", {Layout::kFixed, 8}}, {"ttn", {Layout::kFixed, 8}},  {"tt", {Layout::kFixed, 4}},
    {"ts", {Layout::kFixed, 8}},  {"tD", {Layout::kFixed, 8}},   {"tiM", {Layout::kFixed, 4}},
    {"tiD", {Layout::kFixed, 8}}, {"tin", {Layout::kFixed, 16}}, {"u", {Layout::kText32, 0}},
    {"z", {Layout::kText32, 0}},  {"U", {Layout::kText64, 0}},   {"Z", {Layout::kText64, 0}},
    {"+l", {Layout::kList32, 0}}, {"+m", {Layout::kList32, 0}},  {"+L", {Layout::kList64, 0}},
    {"+s", {Layout::kStruct, 0}},
};

constexpr size_t kDecimalBytes = 16;
constexpr size_t kBitsOfByte = 8;

size_t NumberOf(std::string_view text) {
  const auto number = ParseNumber<int>(std::string(text));
  PAISQL_ASSERT(number.has_value() && *number >= 0, "a format of Arrow has whole numbers");
  return static_cast<size_t>(*number);
}

// "d:38,18" and "d:38,18,256", "w:4", "+w:3".
Shape ShapeOf(std::string_view format) {
  if (format.starts_with("d:")) {
    const std::vector<std::string> parts = Split(std::string(format.substr(2)), ',');
    return {Layout::kFixed, parts.size() == 3 ? NumberOf(parts[2]) / kBitsOfByte : kDecimalBytes};
  }
  if (format.starts_with("w:")) return {Layout::kFixed, NumberOf(format.substr(2))};
  if (format.starts_with("+w:")) return {Layout::kFixedList, NumberOf(format.substr(3))};
  for (const ShapeRow& row : kShapes) {
    if (format.starts_with(row.begin)) return row.shape;
  }
  PAISQL_UNREACHABLE("a column of Arrow whose format is not known here");
}

using Bytes = std::shared_ptr<std::string>;

class Slicer {
 public:
  // Rows counted from the buffers' beginning.
  static ArrowArray Slice(const ArrowArray& array, const ArrowSchema& schema, int64_t begin,
                          int64_t count) {
    Slicer slicer(array, static_cast<size_t>(begin), static_cast<size_t>(count));
    return slicer.Make(schema);
  }

 private:
  Slicer(const ArrowArray& array, size_t begin, size_t count)
      : array_(array), begin_(begin), count_(count) {
    parts_.length = static_cast<int64_t>(count);
  }

  ArrowArray Make(const ArrowSchema& schema) {
    const Shape shape = ShapeOf(schema.format);
    if (shape.layout == Layout::kNothing) return MakeArray(std::move(parts_));
    if (array_.buffers[0] == nullptr) {
      parts_.buffers.push_back(nullptr);
    } else {
      Keep(Bits(array_.buffers[0]));
    }
    switch (shape.layout) {
      case Layout::kBits:
        Keep(Bits(array_.buffers[1]));
        break;
      case Layout::kFixed:
        Keep(Piece(array_.buffers[1], begin_ * shape.width, count_ * shape.width));
        break;
      case Layout::kText32:
        Text<int32_t>();
        break;
      case Layout::kText64:
        Text<int64_t>();
        break;
      case Layout::kList32:
        List<int32_t>(*schema.children[0]);
        break;
      case Layout::kList64:
        List<int64_t>(*schema.children[0]);
        break;
      case Layout::kFixedList:
        Child(0, *schema.children[0], begin_ * shape.width, count_ * shape.width);
        break;
      case Layout::kStruct:
        for (int64_t i = 0; i < schema.n_children; ++i)
          Child(i, *schema.children[i], begin_, count_);
        break;
      case Layout::kNothing:
        break;
    }
    return MakeArray(std::move(parts_));
  }

  void Keep(Bytes bytes) {
    parts_.buffers.push_back(bytes->data());
    parts_.kept.push_back(std::move(bytes));
  }

  static Bytes Piece(const void* buffer, size_t begin, size_t bytes) {
    if (buffer == nullptr) return std::make_shared<std::string>();
    return std::make_shared<std::string>(static_cast<const char*>(buffer) + begin, bytes);
  }

  Bytes Bits(const void* buffer) const {
    auto bits = std::make_shared<std::string>((count_ + kBitsOfByte - 1) / kBitsOfByte, '\0');
    if (begin_ % kBitsOfByte == 0) {
      std::memcpy(bits->data(), static_cast<const char*>(buffer) + begin_ / kBitsOfByte,
                  bits->size());
      return bits;
    }
    for (size_t i = 0; i < count_; ++i) {
      if (!IsBitSet(buffer, begin_ + i)) continue;
      char& byte = (*bits)[i / kBitsOfByte];
      byte = static_cast<char>(static_cast<unsigned char>(byte) | (1U << (i % kBitsOfByte)));
    }
    return bits;
  }

  // The places of the rows' contents, from 0; sets where the first one began.
  template <typename Place>
  Bytes Places(size_t& first, size_t& size) const {
    auto bytes = std::make_shared<std::string>((count_ + 1) * sizeof(Place), '\0');
    first = size = 0;
    if (array_.buffers[1] == nullptr || count_ == 0) return bytes;
    const auto* const from = static_cast<const Place*>(array_.buffers[1]) + begin_;
    auto* const to = reinterpret_cast<Place*>(bytes->data());
    for (size_t i = 0; i <= count_; ++i) to[i] = from[i] - from[0];
    first = static_cast<size_t>(from[0]);
    size = static_cast<size_t>(to[count_]);
    return bytes;
  }

  template <typename Place>
  void Text() {
    size_t first = 0;
    size_t size = 0;
    Keep(Places<Place>(first, size));
    Keep(Piece(array_.buffers[2], first, size));
  }

  template <typename Place>
  void List(const ArrowSchema& element) {
    size_t first = 0;
    size_t size = 0;
    Keep(Places<Place>(first, size));
    Child(0, element, first, size);
  }

  void Child(int64_t index, const ArrowSchema& schema, size_t begin, size_t count) {
    const ArrowArray& child = *array_.children[index];
    parts_.children.push_back(Slice(child, schema, child.offset + static_cast<int64_t>(begin),
                                    static_cast<int64_t>(count)));
  }

  const ArrowArray& array_;
  const size_t begin_;
  const size_t count_;
  ArrayParts parts_;
};

bool Moved(const ArrowArray& array) {
  if (array.offset != 0) return true;
  for (int64_t i = 0; i < array.n_children; ++i) {
    if (Moved(*array.children[i])) return true;
  }
  return false;
}

}  // namespace

Batch SliceBatch(const Batch& batch, const ArrowSchema& schema, int64_t begin, int64_t count) {
  std::vector<ArrowArray> columns;
  for (int64_t i = 0; i < schema.n_children; ++i) {
    const ArrowArray& column = batch.column(static_cast<size_t>(i));
    columns.push_back(Slicer::Slice(column, *schema.children[i], column.offset + begin, count));
  }
  return MakeBatch(count, std::move(columns));
}

bool HasOffsets(const Batch& batch, const ArrowSchema& schema) {
  for (int64_t i = 0; i < schema.n_children; ++i) {
    if (Moved(batch.column(static_cast<size_t>(i)))) return true;
  }
  return false;
}

}  // namespace paisql::engine
