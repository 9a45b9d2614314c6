#pragma once

// Writes records in the format of tunnels, with their checksums.

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "base/coding/crc32c.h"
#include "rest/records/wire.h"

namespace paisql::rest {

class RecordWriter {
 public:
  // A field of the record begins, of the column of this number from 1; its value follows. A field
  // that is NULL is left out.
  void BeginField(uint32_t number, WireType type);
  void Boolean(bool value);
  void Integer(int64_t value);
  void Float(float value);
  void Double(double value);
  void Bytes(std::string_view bytes);
  // A time or a span: the nanoseconds are from 0 to 999'999'999.
  void Seconds(int64_t seconds, int32_t nanos);
  // How many elements of an array follow.
  void Count(uint32_t count) { Varint(count); }
  // Before an element or a member; the value follows where it is not NULL.
  void Null(bool is_null) { bytes_ += is_null ? '\1' : '\0'; }
  void EndRecord();
  // What was written since the last call.
  std::string Take() { return std::exchange(bytes_, {}); }
  // The same at the end of the stream, which tells a text about the transfer, if there is one. Call
  // once.
  std::string Finish(std::string_view metrics = {});

 private:
  void Varint(uint64_t value);
  void Tag(uint32_t number, WireType type);

  std::string bytes_;
  Crc32c record_;
  Crc32c all_;  // of the records' checksums
  int64_t count_ = 0;
};

}  // namespace paisql::rest
