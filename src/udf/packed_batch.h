#pragma once

// Columns of rows as a worker of functions gets and gives them: plain buffers, which Python reads
// with its standard library (src/python/paisql/functions/packed_columns.py). Little-endian:
//
//   u32 columns, u32 rows, then each column's node, depth first. A node is
//   u8 tag, u8 whether some are NULL, u16 form, u32 length,
//   where some are NULL a bitmap of words of 64 bits, in which 1 is a value,
//   then its buffers, and then the nodes below it. Each buffer ends at a multiple of 8 bytes.
//
//   tags                       buffers
//   BOOLEAN                    a byte a value
//   TINYINT to BIGINT          1, 2, 4, 8 bytes a value
//   FLOAT, DOUBLE              4, 8 bytes a value
//   texts, DECIMAL as text     u32 offsets (length + 1), bytes of UTF-8; or, where no text has a
//   NUL
//                              within and the form is 1: u64 number of bytes, and the bytes, in
//                              which a NUL ends each text. Python cuts and joins such texts at once
//   BINARY                     the same with any bytes
//   DATE                       i32, days since 1970-01-01
//   times                      i64, microseconds on the wall clock of the session's zone
//   ARRAY                      u32 offsets (length + 1); one node below
//   MAP                        the same with two nodes, of keys and of values
//   STRUCT                     u32 number of nodes below
//   NULL                       none: every value is NULL
//
// The form is 0 otherwise.

#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "types/data_type.h"

namespace paisql::udf {

enum class Tag : uint8_t {
  kBoolean = 1,
  kTinyint = 2,
  kSmallint = 3,
  kInt = 4,
  kBigint = 5,
  kFloat = 6,
  kDouble = 7,
  kText = 8,
  kBinary = 9,
  kDate = 10,
  kTime = 11,
  kArray = 12,
  kMap = 13,
  kStruct = 14,
  kNull = 15,
};

// The tag of a type's columns. Intervals have none: kNull.
Tag TagOf(const DataType& type);
// The bytes of a value of a tag whose values have a fixed width; 0 for the others.
size_t WidthOf(Tag tag);

enum class Form : uint16_t { kPlain = 0, kEnded = 1 };

// Puts a batch together. The caller keeps the order: a node, its buffers, the nodes below it.
class BatchWriter {
 public:
  BatchWriter(size_t columns, size_t rows);

  // `validity` is nullptr where no value is NULL; else a bitmap whose first bit counts for the
  // first value.
  void BeginNode(Tag tag, size_t length, const uint64_t* validity, Form form = Form::kPlain);
  // So many bytes for a buffer, which the caller fills before the next call.
  void* AddBuffer(size_t bytes);
  void AddBuffer(const void* data, size_t bytes);
  // A whole node of texts, in the form that suits them, or of BINARY. text(i) is the value of a
  // row,
  // "" of a NULL.
  template <typename Text>
  void AddTexts(size_t length, const uint64_t* validity, const Text& text);
  template <typename Text>
  void AddBinaries(size_t length, const uint64_t* validity, const Text& text) {
    BeginNode(Tag::kBinary, length, validity);
    AddWithOffsets(length, text);
  }
  // `length` + 1 offsets, which place(i) has in 64 bits, the first one 0. False, and nothing is
  // added, where 32 bits do not hold the last one: what lies there is too large.
  template <typename Place>
  bool AddOffsets(size_t length, const Place& place);
  // Some node has more bytes or values than 32 bits count. The batch must not be taken then.
  bool too_large() const { return too_large_; }
  size_t size() const { return bytes_.size(); }
  std::string Take();

 private:
  // Notes whether so many of something are too many.
  bool Holds(uint64_t count) {
    too_large_ = too_large_ || count > UINT32_MAX;
    return count <= UINT32_MAX;
  }
  template <typename Text>
  void AddWithOffsets(size_t length, const Text& text);

  std::string bytes_;
  bool too_large_ = false;
};

template <typename Place>
bool BatchWriter::AddOffsets(size_t length, const Place& place) {
  if (!Holds(static_cast<uint64_t>(place(length)))) return false;
  auto* to = static_cast<uint32_t*>(AddBuffer((length + 1) * sizeof(uint32_t)));
  for (size_t i = 0; i <= length; ++i) to[i] = static_cast<uint32_t>(place(i));
  return true;
}

template <typename Text>
void BatchWriter::AddTexts(size_t length, const uint64_t* validity, const Text& text) {
  uint64_t size = length;
  for (size_t i = 0; i < length; ++i) size += text(i).size();
  if (!Holds(size)) return;
  const size_t begin = bytes_.size();
  BeginNode(Tag::kText, length, validity, Form::kEnded);
  AddBuffer(&size, sizeof size);
  auto* to = static_cast<char*>(AddBuffer(size));
  bool is_ended = true;
  for (size_t i = 0; i < length; ++i) {
    const std::string_view one = text(i);
    is_ended = is_ended && one.find('\0') == std::string_view::npos;
    to += one.copy(to, one.size());
    *to++ = '\0';
  }
  if (is_ended) return;
  bytes_.resize(begin);
  BeginNode(Tag::kText, length, validity);
  AddWithOffsets(length, text);
}

template <typename Text>
void BatchWriter::AddWithOffsets(size_t length, const Text& text) {
  uint64_t whole = 0;
  for (size_t i = 0; i < length; ++i) whole += text(i).size();
  if (!Holds(whole)) return;
  const size_t begin = bytes_.size();
  AddBuffer((length + 1) * sizeof(uint32_t));
  uint32_t size = 0;
  for (size_t i = 0; i < length; ++i) {
    size += static_cast<uint32_t>(text(i).size());
    std::memcpy(bytes_.data() + begin + (i + 1) * sizeof size, &size, sizeof size);
  }
  auto* to = static_cast<char*>(AddBuffer(size));
  for (size_t i = 0; i < length; ++i) to += text(i).copy(to, text(i).size());
}

// A column of a batch that was read. It points into the batch's bytes.
struct PackedColumn {
  Tag tag = Tag::kNull;
  size_t length = 0;
  const uint64_t* validity = nullptr;
  const void* values = nullptr;               // of a fixed width
  const uint32_t* offsets = nullptr;          // of kText, kBinary, kArray, kMap
  uint32_t between = 0;                       // bytes after each text that are not of it
  std::string_view bytes{};                   // of kText and kBinary
  std::shared_ptr<const uint32_t[]> found{};  // the offsets of texts that came without them
  std::vector<PackedColumn> children{};

  bool IsNull(size_t row) const {
    if (tag == Tag::kNull) return true;
    return validity != nullptr && ((validity[row / 64] >> (row % 64)) & 1) == 0;
  }
  template <typename T>
  T Value(size_t row) const {
    return static_cast<const T*>(values)[row];
  }
  std::string_view Bytes(size_t row) const {
    return bytes.substr(offsets[row], offsets[row + 1] - offsets[row] - between);
  }
};

struct PackedBatch {
  size_t rows = 0;
  std::vector<PackedColumn> columns{};
};

// Reads a batch, whose bytes outlive the result; they begin at a multiple of 8. Everything that the
// result points to is within the bytes, and offsets ascend. kIo for bytes that are not a batch.
Result<PackedBatch> ReadBatch(std::string_view bytes);

}  // namespace paisql::udf
