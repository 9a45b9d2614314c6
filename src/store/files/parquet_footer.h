#pragma once

// A small reader of a Parquet file's footer: where the columns' bytes lie. It takes any bytes: what
// is cut off, nests too deep or counts more than there is has no footer.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace paisql::store {

// "PAR1", the footer, its length in 4 bytes, "PAR1" again.
inline constexpr std::string_view kParquetMagic = "PAR1";
inline constexpr int64_t kParquetTailBytes = 8;
inline constexpr int64_t kParquetHeadBytes = 4;

struct ByteRange {
  int64_t begin = 0;
  int64_t end = 0;  // one past the last byte
};

struct ParquetFooter {
  struct Chunk {
    size_t column = 0;  // index into `columns`
    ByteRange bytes;
  };
  int64_t rows = 0;
  std::vector<std::string> columns;  // the names of the schema's first level that have bytes
  // Values, filters and indexes of the columns, all of them in front of the footer.
  std::vector<Chunk> chunks;
};

// Where the footer lies in a file of so many bytes that ends with `tail` (kParquetTailBytes of
// them).
std::optional<ByteRange> FindParquetFooter(std::string_view tail, int64_t file_bytes);

// `bytes` are those of the footer, which begins at `footer_begin` of its file.
std::optional<ParquetFooter> ParseParquetFooter(std::string_view bytes, int64_t footer_begin);

}  // namespace paisql::store
