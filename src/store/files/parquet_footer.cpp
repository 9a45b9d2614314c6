#include "store/files/parquet_footer.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "store/files/thrift_reader.h"

namespace paisql::store {
namespace {

using thrift::kList;
using thrift::kStruct;
using thrift::Type;

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

  thrift::Reader reader_;
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
