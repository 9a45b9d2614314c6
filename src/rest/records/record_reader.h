#pragma once

// Reads records in the format of tunnels as they come, and holds them to their checksums. Memory is
// bounded by the largest field.

#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>

#include "base/coding/crc32c.h"
#include "base/result.h"
#include "rest/records/byte_reader.h"
#include "rest/records/stream_error.h"
#include "rest/records/wire.h"

namespace paisql::rest {

inline constexpr size_t kMaxFieldBytes = size_t{8} << 20;

class RecordReader {
 public:
  explicit RecordReader(std::unique_ptr<ByteSource> source) : bytes_(std::move(source)) {}

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
  std::string_view Bytes();  // holds until the next call
  std::pair<int64_t, int32_t> Seconds();
  uint64_t Count();
  bool Null();

  // How many bytes were read so far.
  uint64_t position() const { return bytes_.taken(); }
  bool ok() const { return status_.ok(); }
  // The first error.
  const Status& status() const { return status_; }
  void Fail(StreamFault fault, std::string_view detail);

 private:
  uint64_t Varint();
  int64_t Signed();
  uint32_t Checksum();
  template <typename T>
  T Fixed();
  void FailCutOff();
  Step EndRecord();
  Step EndStream();

  ByteReader bytes_;
  uint32_t field_ = 0;
  WireType wire_type_ = WireType::kVarint;
  Crc32c record_;
  Crc32c all_;
  int64_t count_ = 0;
  Status status_;
};

}  // namespace paisql::rest
