#pragma once

// Files that begin, end and are laid out as Parquet, with any bytes for values.

#include <cstdint>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

namespace paisql::store {

// Writes Thrift's compact protocol.
class ThriftText {
 public:
  std::string bytes;

  void Unsigned(uint64_t value) {
    for (; value >= 0x80; value >>= 7U) bytes += static_cast<char>(value | 0x80U);
    bytes += static_cast<char>(value);
  }
  void Signed(int64_t value) {
    Unsigned((static_cast<uint64_t>(value) << 1U) ^ static_cast<uint64_t>(value >> 63));
  }
  void Begin() { last_.push_back(0); }
  void End() {
    bytes += '\0';
    last_.pop_back();
  }
  // The head of a field; `type` as the protocol numbers them.
  void Field(int id, int type) {
    bytes += static_cast<char>((id - last_.back()) << 4 | type);
    last_.back() = id;
  }
  void Integer(int id, int64_t value) {
    Field(id, 6);
    Signed(value);
  }
  void Text(std::string_view text) {
    Unsigned(text.size());
    bytes += text;
  }
  void List(int id, size_t size, int type) {
    Field(id, 9);
    if (size < 15) {
      bytes += static_cast<char>(size << 4U | static_cast<size_t>(type));
    } else {
      bytes += static_cast<char>(0xf0 | type);
      Unsigned(size);
    }
  }

 private:
  std::vector<int> last_;
};

struct SampleChunk {
  std::string column;
  int64_t begin = 0;
  int64_t bytes = 0;
  int64_t dictionary = 0;  // 0: none
  int64_t filter = 0;
  int64_t filter_bytes = 0;
};

// A footer of one row group.
inline std::string SampleFooter(int64_t rows, const std::vector<SampleChunk>& chunks) {
  ThriftText text;
  text.Begin();
  text.Field(1, 5);
  text.Signed(1);
  text.Integer(3, rows);
  text.List(4, 1, 12);
  text.Begin();
  text.List(1, chunks.size(), 12);
  for (const SampleChunk& chunk : chunks) {
    text.Begin();
    text.Integer(2, 0);
    text.Field(3, 12);
    text.Begin();
    text.Field(1, 5);
    text.Signed(2);
    text.List(2, 2, 5);
    text.Signed(0);
    text.Signed(8);
    text.List(3, 2, 8);
    text.Text(chunk.column);
    text.Text("element");
    text.Integer(7, chunk.bytes);
    text.Integer(9, chunk.begin);
    if (chunk.dictionary != 0) text.Integer(11, chunk.dictionary);
    if (chunk.filter != 0) text.Integer(14, chunk.filter);
    if (chunk.filter_bytes != 0) text.Integer(15, chunk.filter_bytes);
    text.End();
    text.End();
  }
  text.Integer(2, 100);
  text.End();
  text.Field(6, 8);
  text.Text("a writer");
  text.End();
  return text.bytes;
}

// The whole file: `values` stand between the magic and the footer.
inline std::string SampleFile(const std::string& values, const std::string& footer) {
  std::string bytes = "PAR1" + values + footer;
  for (unsigned shift = 0; shift < 32; shift += 8) {
    bytes += static_cast<char>(footer.size() >> shift);
  }
  return bytes + "PAR1";
}

inline void WriteBytes(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
}

}  // namespace paisql::store
