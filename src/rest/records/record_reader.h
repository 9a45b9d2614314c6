#pragma once

// Reads records in the format of tunnels, and holds them to their checksums.

#include <cstdint>
#include <string_view>
#include <utility>

#include "base/coding/crc32c.h"
#include "base/result.h"
#include "rest/records/wire.h"

namespace paisql::rest {

class RecordReader {
 public:
  // The bytes outlive the reader.
  explicit RecordReader(std::string_view bytes) : rest_(bytes) {}

  enum class Step {
    kField,      // of the column field(); its value is to be read
    kEndRecord,  // whose checksum was right
    kEnd,        // of the stream, whose count and checksum were right; also after an error
  };
  Step Next();
  uint32_t field() const { return field_; }
  WireType wire_type() const { return wire_type_; }

  // Values, in the order in which RecordWriter has written them. After an error they are nothing.
  bool Boolean();
  int64_t Integer();
  float Float();
  double Double();
  std::string_view Bytes();
  std::pair<int64_t, int32_t> Seconds();
  uint32_t Count();
  bool Null();

  // The first error.
  const Status& status() const { return status_; }
  void Fail(std::string_view detail);

 private:
  uint64_t Varint();
  int64_t Signed();
  uint32_t Checksum();
  template <typename T>
  T Fixed();
  Step EndRecord();
  Step EndStream();

  std::string_view rest_;
  uint32_t field_ = 0;
  WireType wire_type_ = WireType::kVarint;
  Crc32c record_;
  Crc32c all_;
  int64_t count_ = 0;
  Status status_;
};

}  // namespace paisql::rest
