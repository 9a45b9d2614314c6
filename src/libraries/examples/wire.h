#pragma once

// The parts of protobuf's wire format of which a tf.train.Example is made, and the frames of a
// TFRecord file (TensorFlow's tensorflow/core/lib/io/record_writer.h).

#include <cstdint>
#include <string>
#include <string_view>

namespace paisql::examples {

inline constexpr int kMostVarintBytes = 10;

inline int VarintSize(uint64_t value) {
  int size = 1;
  while (value >= 0x80) {
    value >>= 7;
    ++size;
  }
  return size;
}

inline void PutVarint(uint64_t value, std::string* to) {
  while (value >= 0x80) {
    to->push_back(static_cast<char>(value | 0x80));
    value >>= 7;
  }
  to->push_back(static_cast<char>(value));
}

// Reads fields one after the other; `ok` turns false at the first byte that does not begin one.
class WireReader {
 public:
  explicit WireReader(std::string_view text) : rest_(text) {}

  bool ok() const { return ok_; }
  bool AtEnd() const { return !ok_ || rest_.empty(); }
  size_t left() const { return rest_.size(); }

  uint64_t Varint() {
    uint64_t value = 0;
    for (int i = 0; i < kMostVarintBytes && !rest_.empty(); ++i) {
      const auto byte = static_cast<unsigned char>(rest_.front());
      rest_.remove_prefix(1);
      value |= static_cast<uint64_t>(byte & 0x7f) << (7 * i);
      if (byte < 0x80) return value;
    }
    ok_ = false;
    return 0;
  }

  std::string_view Bytes(uint64_t size) {
    if (size > rest_.size()) {
      ok_ = false;
      return {};
    }
    const std::string_view bytes = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return bytes;
  }

  std::string_view Message() { return Bytes(Varint()); }

  // A value that nobody wants, of a field with this tag.
  void Skip(uint64_t tag) {
    switch (tag & 7) {
      case 0:
        Varint();
        break;
      case 1:
        Bytes(8);
        break;
      case 2:
        Message();
        break;
      case 5:
        Bytes(4);
        break;
      default:
        ok_ = false;
    }
  }

 private:
  std::string_view rest_;
  bool ok_ = true;
};

// The checksum of a TFRecord's length and of its bytes.
uint32_t MaskedCrc32c(std::string_view bytes);

// Appends the record as a TFRecord.
void PutRecord(std::string_view record, std::string* to);

// Reads TFRecords one after the other.
class RecordReader {
 public:
  explicit RecordReader(std::string_view bytes) : bytes_(bytes) {}

  // The next record; false where no whole one stands, or a damaged one.
  bool Next(std::string_view* record);
  // Whether Next() has found a record that is not what its checksums say.
  bool damaged() const { return damaged_; }
  // The bytes of the records that were given.
  size_t read() const { return read_; }

 private:
  std::string_view bytes_;
  size_t read_ = 0;
  bool damaged_ = false;
};

}  // namespace paisql::examples
