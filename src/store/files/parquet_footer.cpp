#include "store/files/parquet_footer.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace paisql::store {
namespace {

constexpr int kMaxDepth = 32;

// The types of Thrift's compact protocol.
enum Type : uint8_t {
  kStop = 0,
  kTrue = 1,
  kFalse = 2,
  kByte = 3,
  kInt16 = 4,
  kInt32 = 5,
  kInt64 = 6,
  kDouble = 7,
  kBinary = 8,
  kList = 9,
  kSet = 10,
  kMap = 11,
  kStruct = 12,
};

// Reads Thrift's compact protocol. After the first thing that cannot be, `failed()` is true and
// every answer is empty. Each element of a list takes a byte at least, so no loop is longer than
// the text.
class ThriftReader {
 public:
  explicit ThriftReader(std::string_view bytes) : bytes_(bytes) {}

  bool failed() const { return failed_; }

  uint8_t Byte() {
    if (at_ >= bytes_.size()) return Fail();
    return static_cast<uint8_t>(bytes_[at_++]);
  }

  uint64_t Unsigned() {
    uint64_t value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      const uint8_t byte = Byte();
      value |= uint64_t{byte & 0x7FU} << shift;
      if ((byte & 0x80U) == 0) return value;
    }
    return Fail();
  }

  int64_t Signed() {
    const uint64_t value = Unsigned();
    return static_cast<int64_t>(value >> 1U) ^ -static_cast<int64_t>(value & 1U);
  }

  std::string_view Binary() {
    const uint64_t size = Unsigned();
    if (failed_ || size > bytes_.size() - at_) {
      Fail();
      return {};
    }
    const std::string_view value = bytes_.substr(at_, size);
    at_ += size;
    return value;
  }

  // Calls on_element(type) for each element, which has to be read there.
  template <typename OnElement>
  void List(OnElement on_element) {
    const uint8_t head = Byte();
    uint64_t size = head >> 4U;
    if (size == 15) size = Unsigned();
    if (size > bytes_.size() - at_) Fail();
    for (uint64_t i = 0; i < size && !failed_; ++i) on_element(static_cast<Type>(head & 0x0FU));
  }

  // Calls on_field(id, type) for each field, which has to be read there.
  template <typename OnField>
  void Struct(OnField on_field) {
    if (++depth_ > kMaxDepth) Fail();
    int64_t id = 0;
    while (!failed_) {
      const uint8_t head = Byte();
      if (failed_ || head == kStop) break;
      const uint8_t delta = head >> 4U;
      id = delta != 0 ? id + delta : static_cast<int16_t>(Signed());
      on_field(id, static_cast<Type>(head & 0x0FU));
    }
    --depth_;
  }

  void Skip(Type type) {
    if (++depth_ > kMaxDepth) Fail();
    if (!failed_) SkipValue(type);
    --depth_;
  }

  // An integer of a field that may have come with another type.
  int64_t Integer(Type type) {
    if (type == kInt16 || type == kInt32 || type == kInt64) return Signed();
    return Fail();
  }

 private:
  uint8_t Fail() {
    failed_ = true;
    at_ = bytes_.size();
    return 0;
  }

  void SkipValue(Type type) {
    switch (type) {
      case kTrue:
      case kFalse:
        return;
      case kByte:
        Byte();
        return;
      case kInt16:
      case kInt32:
      case kInt64:
        Unsigned();
        return;
      case kDouble:
        for (int i = 0; i < 8; ++i) Byte();
        return;
      case kBinary:
        Binary();
        return;
      case kList:
      case kSet:
        List([this](Type element) { SkipElement(element); });
        return;
      case kMap:
        SkipMap();
        return;
      case kStruct:
        Struct([this](int64_t, Type field) { Skip(field); });
        return;
      default:
        Fail();
    }
  }

  // A truth value takes a byte in a list and none in a struct.
  void SkipElement(Type type) {
    if (type == kTrue || type == kFalse) {
      Byte();
    } else {
      Skip(type);
    }
  }

  void SkipMap() {
    const uint64_t size = Unsigned();
    if (size == 0) return;
    const uint8_t types = Byte();
    for (uint64_t i = 0; i < size && !failed_; ++i) {
      SkipElement(static_cast<Type>(types >> 4U));
      SkipElement(static_cast<Type>(types & 0x0FU));
    }
  }

  std::string_view bytes_;
  size_t at_ = 0;
  int depth_ = 0;
  bool failed_ = false;
};

// The ids of the fields are those of parquet.thrift.
class FooterReader {
 public:
  FooterReader(std::string_view bytes, int64_t footer_begin)
      : reader_(bytes), footer_begin_(footer_begin) {}

  std::optional<ParquetFooter> Read() {
    constexpr int64_t kNumRows = 3;
    constexpr int64_t kRowGroups = 4;
    bool has_groups = false;
    reader_.Struct([&](int64_t id, Type type) {
      if (id == kNumRows) {
        footer_.rows = reader_.Integer(type);
      } else if (id == kRowGroups && type == kList) {
        has_groups = true;
        reader_.List([&](Type) { ReadRowGroup(); });
      } else {
        reader_.Skip(type);
      }
    });
    if (reader_.failed() || invalid_ || !has_groups || footer_.rows < 0) return std::nullopt;
    return std::move(footer_);
  }

 private:
  struct Place {
    int64_t offset = 0;
    int64_t bytes = 0;
  };

  void ReadRowGroup() {
    constexpr int64_t kColumns = 1;
    reader_.Struct([&](int64_t id, Type type) {
      if (id == kColumns && type == kList) {
        reader_.List([&](Type) { ReadChunk(); });
      } else {
        reader_.Skip(type);
      }
    });
  }

  void ReadChunk() {
    constexpr int64_t kFilePath = 1;
    constexpr int64_t kMetaData = 3;
    places_ = {};
    name_.clear();
    reader_.Struct([&](int64_t id, Type type) {
      switch (id) {
        case kFilePath:  // no file of ours has columns in another one
          invalid_ = true;
          reader_.Skip(type);
          break;
        case kMetaData:
          if (type == kStruct) {
            ReadMetaData();
          } else {
            reader_.Skip(type);
          }
          break;
        case 4:
          places_[1].offset = reader_.Integer(type);
          break;  // offset index
        case 5:
          places_[1].bytes = reader_.Integer(type);
          break;
        case 6:
          places_[2].offset = reader_.Integer(type);
          break;  // column index
        case 7:
          places_[2].bytes = reader_.Integer(type);
          break;
        default:
          reader_.Skip(type);
      }
    });
    for (const Place& place : places_) Add(place);
  }

  void ReadMetaData() {
    Place& values = places_[0];
    Place& filter = places_[3];
    int64_t dictionary = 0;
    reader_.Struct([&](int64_t id, Type type) {
      switch (id) {
        case 3:
          if (type == kList) {
            ReadPath();
          } else {
            reader_.Skip(type);
          }
          break;
        case 7:
          values.bytes = reader_.Integer(type);
          break;
        case 9:
          values.offset = reader_.Integer(type);
          break;
        case 11:
          dictionary = reader_.Integer(type);
          break;
        case 14:
          filter.offset = reader_.Integer(type);
          break;
        case 15:
          filter.bytes = reader_.Integer(type);
          break;
        default:
          reader_.Skip(type);
      }
    });
    // The dictionary stands in front of the values that use it.
    if (dictionary > 0) values.offset = std::min(values.offset, dictionary);
    // Older writers do not tell how long a filter is.
    if (filter.offset > 0 && filter.bytes == 0) filter.bytes = footer_begin_ - filter.offset;
  }

  void ReadPath() {
    bool first = true;
    reader_.List([&](Type) {
      const std::string_view part = reader_.Binary();
      if (first) name_ = part;
      first = false;
    });
  }

  void Add(const Place& place) {
    if (place.bytes == 0) return;
    if (place.offset < kParquetHeadBytes || place.bytes < 0 || place.offset > footer_begin_ ||
        place.bytes > footer_begin_ - place.offset) {
      invalid_ = true;
      return;
    }
    const auto [column, is_new] = indexes_.emplace(name_, footer_.columns.size());
    if (is_new) footer_.columns.push_back(name_);
    footer_.chunks.push_back({column->second, {place.offset, place.offset + place.bytes}});
  }

  ThriftReader reader_;
  int64_t footer_begin_;
  ParquetFooter footer_;
  bool invalid_ = false;
  std::string name_;             // of the chunk that is being read
  std::array<Place, 4> places_;  // its values, two indexes and its filter
  std::map<std::string, size_t> indexes_;
};

}  // namespace

std::optional<ByteRange> FindParquetFooter(std::string_view tail, int64_t file_bytes) {
  if (tail.size() != kParquetTailBytes || !tail.ends_with(kParquetMagic)) return std::nullopt;
  uint32_t length = 0;
  for (size_t i = 4; i-- > 0;) length = length << 8U | static_cast<uint8_t>(tail[i]);
  const int64_t end = file_bytes - kParquetTailBytes;
  if (int64_t{length} > end - kParquetHeadBytes) return std::nullopt;
  return ByteRange{end - int64_t{length}, end};
}

std::optional<ParquetFooter> ParseParquetFooter(std::string_view bytes, int64_t footer_begin) {
  return FooterReader(bytes, footer_begin).Read();
}

}  // namespace paisql::store
