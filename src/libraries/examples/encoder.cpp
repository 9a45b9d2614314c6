#include "libraries/examples/encoder.h"

#include <cstring>
#include <utility>

#include "libraries/examples/wire.h"

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

// True for the formats u, U, z and Z.
bool IsText(char format) {
  return format == 'u' || format == 'U' || format == 'z' || format == 'Z';
}

std::string_view TextAt(char format, const ArrowArray& column, int64_t row) {
  const bool wide = format == 'U' || format == 'Z';
  return wide ? BytesAt<int64_t>(column, row) : BytesAt<int32_t>(column, row);
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

// The tag and the length before the features, which are known when those are written.
constexpr size_t kHeadRoom = 1 + kMostVarintBytes;

// The number after the head for its length.
void PutInteger(const std::vector<std::string>& heads, int64_t value, std::string* to) {
  const auto bits = static_cast<uint64_t>(value);
  to->append(heads[VarintSize(bits)]);
  PutVarint(bits, to);
}

void PutFloat(const std::string& head, float value, std::string* to) {
  to->append(head);
  to->append(reinterpret_cast<const char*>(&value), sizeof value);
}

void PutBytes(std::string_view key, std::string_view value, std::string* to) {
  PutEntry(key, kMessage1, Head(value.size()).text(), value.size(), to);
  to->append(value);
}

// The list of a Feature that values of the format stand in, as its tag.
char ListOfFormat(char format) {
  constexpr std::string_view kIntegers = "csil";
  if (kIntegers.find(format) != std::string_view::npos) return kMessage3;
  return format == 'f' || format == 'g' ? kMessage2 : kMessage1;
}

// A value as it stands among others of a list.
void PutValue(char format, const ArrowArray& values, int64_t row, std::string* to) {
  const auto integer = [to](int64_t value) { PutVarint(static_cast<uint64_t>(value), to); };
  const auto number = [to](float value) {
    to->append(reinterpret_cast<const char*>(&value), sizeof value);
  };
  const auto bytes = [to](std::string_view value) {
    to->push_back(kMessage1);
    PutVarint(value.size(), to);
    to->append(value);
  };
  switch (format) {
    case 'c':
      return integer(ValueAt<int8_t>(values, row));
    case 's':
      return integer(ValueAt<int16_t>(values, row));
    case 'i':
      return integer(ValueAt<int32_t>(values, row));
    case 'l':
      return integer(ValueAt<int64_t>(values, row));
    case 'f':
      return number(ValueAt<float>(values, row));
    case 'g':
      return number(static_cast<float>(ValueAt<double>(values, row)));
    default:
      return bytes(TextAt(format, values, row));
  }
}

}  // namespace

bool Encoder::Fits(size_t more) {
  const size_t size = example_.size() - kHeadRoom + more;
  if (size <= kMostExampleBytes) return true;
  problem_ = "with it the row has " + std::to_string(size) +
             " bytes, and a tf.train.Example has at most " + std::to_string(kMostExampleBytes) +
             ": leave the column out with -DselectedCols, or make several rows of it in a query";
  return false;
}

bool Encoder::PutCell(const Column& column, const ArrowArray& values, int64_t row) {
  switch (column.format) {
    case 'c':
      PutInteger(column.integer_heads, ValueAt<int8_t>(values, row), &example_);
      return true;
    case 's':
      PutInteger(column.integer_heads, ValueAt<int16_t>(values, row), &example_);
      return true;
    case 'i':
      PutInteger(column.integer_heads, ValueAt<int32_t>(values, row), &example_);
      return true;
    case 'l':
      PutInteger(column.integer_heads, ValueAt<int64_t>(values, row), &example_);
      return true;
    case 'f':
      PutFloat(column.float_head, ValueAt<float>(values, row), &example_);
      return true;
    case 'g':
      PutFloat(column.float_head, static_cast<float>(ValueAt<double>(values, row)), &example_);
      return true;
    default:
      break;
  }
  const std::string_view bytes = TextAt(column.format, values, row);
  if (!Fits(bytes.size())) return false;
  PutBytes(column.key, bytes, &example_);
  return true;
}

bool Encoder::PutList(const Column& column, const ArrowArray& list, int64_t row) {
  const ArrowArray& values = *list.children[0];
  const auto place = [&](int64_t at) -> int64_t {
    return column.list == 'l' ? ValueAt<int32_t>(list, at) : ValueAt<int64_t>(list, at);
  };
  values_.clear();
  const int64_t end = place(row + 1);
  const bool texts = IsText(column.format);
  for (int64_t at = place(row); at < end; ++at) {
    if (IsValid(values, at)) {
      const size_t more = texts ? TextAt(column.format, values, at).size() : 0;
      if (!Fits(values_.size() + more)) return false;
      PutValue(column.format, values, at, &values_);
    } else if (!omit_nulls_) {
      return false;
    }
  }
  PutValues(column, ListOfFormat(column.format));
  return true;
}

bool Encoder::PutTensor(const Column& column, const ArrowArray& texts, int64_t row) {
  problem_ = ReadTensor(TextAt(column.format, texts, row), column.tensor, &values_);
  if (!problem_.empty() || !Fits(values_.size())) return false;
  const TensorType type = column.tensor.type;
  const bool real = type == TensorType::kFloat || type == TensorType::kDouble;
  PutValues(column, type == TensorType::kString ? kMessage1 : real ? kMessage2 : kMessage3);
  return true;
}

void Encoder::PutValues(const Column& column, char list) {
  // Numbers are one packed value, texts a value each.
  if (list == kMessage1 || values_.empty()) {
    PutEntry(column.key, list, "", values_.size(), &example_);
  } else {
    PutEntry(column.key, list, Head(values_.size()).text(), values_.size(), &example_);
  }
  example_.append(values_);
}

Encoder::Encoder(const ArrowSchema& schema, bool omit_nulls, std::string_view tensors)
    : omit_nulls_(omit_nulls) {
  std::vector<TensorKind> kinds = ReadTensorKinds(tensors);
  for (int64_t i = 0; i < schema.n_children; ++i) {
    const ArrowSchema& child = *schema.children[i];
    std::string_view format = child.format;
    Column column;
    if (format == "+l" || format == "+L") {
      column.list = format[1];
      format = child.children[0]->format;
    }
    if (format.size() != 1 || kFormats.find(format[0]) == std::string_view::npos) {
      problem_ = std::string("column '") + child.name + "' has the format " + std::string(format);
      return;
    }
    column.format = format[0];
    if (static_cast<size_t>(i) < kinds.size()) column.tensor = std::move(kinds[i]);
    const bool is_text = column.list == 0 && IsText(format[0]);
    if (column.tensor.type != TensorType::kNone && !is_text) {
      problem_ = std::string("column '") + child.name + "' holds no texts, and so no tensors";
      return;
    }
    const std::string_view name = child.name;
    column.key.push_back(kMessage1);
    PutVarint(name.size(), &column.key);
    column.key.append(name);
    PutEntry(column.key, kMessage2, Head(sizeof(float)).text(), sizeof(float), &column.float_head);
    column.integer_heads.resize(kMostVarintBytes + 1);
    for (uint64_t size = 1; size <= kMostVarintBytes; ++size) {
      PutEntry(column.key, kMessage3, Head(size).text(), size, &column.integer_heads[size]);
    }
    columns_.push_back(std::move(column));
  }
}

std::string_view Encoder::Row(const ArrowArray& batch, int64_t row, int64_t* null_column) {
  *null_column = -1;
  problem_.clear();
  example_.resize(kHeadRoom);
  const int64_t at = row + batch.offset;
  for (size_t i = 0; i < columns_.size(); ++i) {
    const ArrowArray& values = *batch.children[i];
    bool good = IsValid(values, at);
    if (good && columns_[i].list != 0) {
      good = PutList(columns_[i], values, at);
    } else if (good && columns_[i].tensor.type != TensorType::kNone) {
      good = PutTensor(columns_[i], values, at);
    } else if (good) {
      good = PutCell(columns_[i], values, at);
    } else {
      good = omit_nulls_;
    }
    if (!good) {
      *null_column = static_cast<int64_t>(i);
      return {};
    }
  }
  uint64_t size = example_.size() - kHeadRoom;
  const size_t begin = kHeadRoom - 1 - static_cast<size_t>(VarintSize(size));
  char* head = example_.data() + begin;
  *head++ = kMessage1;
  for (; size >= 0x80; size >>= 7) *head++ = static_cast<char>(size | 0x80);
  *head = static_cast<char>(size);
  return std::string_view(example_).substr(begin);
}

NullCell Encoder::Append(const ArrowArray& batch, int64_t first, int64_t step, std::string* to) {
  for (int64_t row = first; row < batch.length; row += step) {
    int64_t null_column = -1;
    const std::string_view example = Row(batch, row, &null_column);
    if (null_column >= 0) return {null_column, row};
    PutRecord(example, to);
  }
  return {};
}

}  // namespace paisql::examples
