#include "rest/records/record_reader.h"

#include <cstring>

namespace paisql::rest {

void RecordReader::Fail(std::string_view detail) {
  if (!status_.ok()) return;
  status_ = Error{ErrorCode::kTunnel, std::string(detail), {}, "send the block again"};
  rest_ = {};
}

uint64_t RecordReader::Varint() {
  uint64_t value = 0;
  for (int shift = 0; shift < 64; shift += 7) {
    if (rest_.empty()) break;
    const auto byte = static_cast<uint8_t>(rest_.front());
    rest_.remove_prefix(1);
    value |= uint64_t{byte & 0x7FU} << shift;
    if (byte < 0x80) return value;
  }
  Fail("the records are cut off");
  return 0;
}

int64_t RecordReader::Signed() {
  const uint64_t value = Varint();
  return static_cast<int64_t>((value >> 1) ^ (~(value & 1) + 1));
}

template <typename T>
T RecordReader::Fixed() {
  T value = 0;
  if (rest_.size() < sizeof(value)) {
    Fail("the records are cut off");
    return value;
  }
  std::memcpy(&value, rest_.data(), sizeof(value));
  rest_.remove_prefix(sizeof(value));
  record_.AddNumber(value);
  return value;
}

// Some clients write one of 32 bits as a negative number of 64.
uint32_t RecordReader::Checksum() { return static_cast<uint32_t>(Varint()); }

RecordReader::Step RecordReader::Next() {
  const uint64_t tag = Varint();
  if (!status_.ok()) return Step::kEnd;
  field_ = static_cast<uint32_t>(tag >> 3);
  wire_type_ = static_cast<WireType>(tag & 7);
  if (field_ == kEndRecord) return EndRecord();
  if (field_ == kMetaCount) return EndStream();
  record_.AddNumber(static_cast<int32_t>(field_));
  return Step::kField;
}

RecordReader::Step RecordReader::EndRecord() {
  const uint32_t expected = Checksum();
  if (status_.ok() && expected != record_.value()) Fail("the checksum of a record is wrong");
  if (!status_.ok()) return Step::kEnd;
  all_.AddNumber(record_.value());
  record_.Reset();
  ++count_;
  return Step::kEndRecord;
}

RecordReader::Step RecordReader::EndStream() {
  if (Signed() != count_) Fail("the number of the records is wrong");
  if ((Varint() >> 3) != kMetaChecksum) Fail("the records have no checksum");
  if (Checksum() != all_.value()) Fail("the checksum of the records is wrong");
  return Step::kEnd;
}

bool RecordReader::Boolean() {
  const bool value = Varint() != 0;
  record_.AddNumber(static_cast<uint8_t>(value));
  return value;
}

int64_t RecordReader::Integer() {
  const int64_t value = Signed();
  record_.AddNumber(value);
  return value;
}

float RecordReader::Float() { return Fixed<float>(); }

double RecordReader::Double() { return Fixed<double>(); }

std::string_view RecordReader::Bytes() {
  const uint64_t size = Varint();
  if (size > rest_.size()) {
    Fail("the records are cut off");
    return {};
  }
  const std::string_view bytes = rest_.substr(0, size);
  rest_.remove_prefix(size);
  record_.Add(bytes);
  return bytes;
}

std::pair<int64_t, int32_t> RecordReader::Seconds() {
  const int64_t seconds = Integer();
  const auto nanos = static_cast<int32_t>(Signed());
  record_.AddNumber(nanos);
  return {seconds, nanos};
}

uint32_t RecordReader::Count() {
  const uint64_t count = Varint();
  // Each element has a byte at least.
  if (count > rest_.size()) Fail("the records are cut off");
  return status_.ok() ? static_cast<uint32_t>(count) : 0;
}

bool RecordReader::Null() { return Varint() != 0; }

}  // namespace paisql::rest
