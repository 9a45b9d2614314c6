#include "store/files/file_statistics.h"
#include "store/files/thrift_reader.h"

namespace paisql::store {
namespace {

using thrift::Type;

// The ids of the fields are those of parquet.thrift.
class ChunkReader {
 public:
  explicit ChunkReader(std::string_view bytes) : reader_(bytes) {}

  std::optional<std::vector<ChunkStatistics>> Read() {
    constexpr int64_t kRowGroups = 4;
    reader_.Struct([&](int64_t id, Type type) {
      if (id != kRowGroups || type != thrift::kList) return reader_.Skip(type);
      reader_.List([&](Type) { ReadGroup(); });
    });
    if (reader_.failed()) return std::nullopt;
    return std::move(chunks_);
  }

 private:
  void ReadGroup() {
    constexpr int64_t kColumns = 1;
    reader_.Struct([&](int64_t id, Type type) {
      if (id != kColumns || type != thrift::kList) return reader_.Skip(type);
      reader_.List([&](Type) { ReadChunk(); });
    });
  }

  void ReadChunk() {
    constexpr int64_t kMetaData = 3;
    reader_.Struct([&](int64_t id, Type type) {
      if (id != kMetaData || type != thrift::kStruct) return reader_.Skip(type);
      ReadMetaData();
    });
  }

  void ReadMetaData() {
    ChunkStatistics chunk;
    reader_.Struct([&](int64_t id, Type type) {
      if (id == 1) {
        chunk.physical_type = static_cast<int>(reader_.Integer(type));
      } else if (id == 3 && type == thrift::kList) {
        ReadPath(chunk);
      } else if (id == 5) {
        chunk.values = reader_.Integer(type);
      } else if (id == 6) {
        chunk.unpacked_bytes = reader_.Integer(type);
      } else if (id == 7) {
        chunk.bytes = reader_.Integer(type);
      } else if (id == 12 && type == thrift::kStruct) {
        ReadStatistics(chunk);
      } else {
        reader_.Skip(type);
      }
    });
    chunks_.push_back(std::move(chunk));
  }

  void ReadPath(ChunkStatistics& chunk) {
    size_t parts = 0;
    reader_.List([&](Type) {
      const std::string_view part = reader_.Binary();
      if (parts++ == 0) chunk.column = part;
    });
    chunk.nested = parts > 1;
  }

  // The fields 1 and 2 are of an older standard, which had no order for texts.
  void ReadStatistics(ChunkStatistics& chunk) {
    constexpr int64_t kNullCount = 3;
    constexpr int64_t kMax = 5;
    constexpr int64_t kMin = 6;
    reader_.Struct([&](int64_t id, Type type) {
      if (id == kNullCount) {
        chunk.nulls = reader_.Integer(type);
      } else if (id == kMax && type == thrift::kBinary) {
        chunk.max = std::string(reader_.Binary());
      } else if (id == kMin && type == thrift::kBinary) {
        chunk.min = std::string(reader_.Binary());
      } else {
        reader_.Skip(type);
      }
    });
  }

  thrift::Reader reader_;
  std::vector<ChunkStatistics> chunks_;
};

}  // namespace

std::optional<std::vector<ChunkStatistics>> ParseChunkStatistics(std::string_view footer) {
  return ChunkReader(footer).Read();
}

}  // namespace paisql::store
