#include "rest/records/record_reader.h"

#include <cstring>

namespace paisql::rest {

namespace {

constexpr size_t kLongestVarint = 10;

}  // namespace

void RecordReader::Fail(StreamFault fault, std::string_view detail) {
  if (status_.ok()) status_ = StreamError(fault, detail);
}

void RecordReader::FailCutOff() {
  if (!bytes_.status().ok()) {
    Fail(StreamFault::kMalformed, bytes_.status().error().detail);
  } else {
    Fail(StreamFault::kMalformed, "the records are cut off");
  }
}

uint64_t RecordReader::Varint() {
  if (!status_.ok()) return 0;
  const std::string_view next = bytes_.Next(kLongestVarint);
  uint64_t value = 0;
  const size_t most = std::min(next.size(), kLongestVarint);
  for (size_t i = 0; i < most; ++i) {
    const auto byte = static_cast<uint8_t>(next[i]);
    value |= uint64_t{byte & 0x7FU} << (7 * i);
    if (byte >= 0x80) continue;
    bytes_.Take(i + 1);
    return value;
  }
  FailCutOff();
  return 0;
}

int64_t RecordReader::Signed() {
  const uint64_t value = Varint();
  return static_cast<int64_t>((value >> 1) ^ (~(value & 1) + 1));
}

template <typename T>
T RecordReader::Fixed() {
  T value = 0;
  if (!status_.ok()) return value;
  const std::string_view next = bytes_.Next(sizeof(value));
  if (next.size() < sizeof(value)) {
    FailCutOff();
    return value;
  }
  std::memcpy(&value, next.data(), sizeof(value));
  bytes_.Take(sizeof(value));
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
  if (status_.ok() && expected != record_.value()) {
    Fail(StreamFault::kCorrupted, "the checksum of a record is wrong");
  }
  if (!status_.ok()) return Step::kEnd;
  all_.AddNumber(record_.value());
  record_.Reset();
  ++count_;
  return Step::kEndRecord;
}

RecordReader::Step RecordReader::EndStream() {
  if (Signed() != count_) Fail(StreamFault::kMalformed, "the number of the records is wrong");
  if ((Varint() >> 3) != kMetaChecksum) {
    Fail(StreamFault::kMalformed, "the records have no checksum");
  }
  if (Checksum() != all_.value()) {
    Fail(StreamFault::kCorrupted, "the checksum of the records is wrong");
  }
  // What compresses the bytes has a checksum of its own at its end.
  if (!bytes_.Next(1).empty()) Fail(StreamFault::kMalformed, "bytes follow the records");
  if (!bytes_.status().ok()) FailCutOff();
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
  if (!status_.ok()) return {};
  if (size > kMaxFieldBytes) {
    Fail(StreamFault::kMalformed, "a field is longer than 8 MB");
    return {};
  }
  const std::string_view bytes = bytes_.Next(size);
  if (bytes.size() < size) {
    FailCutOff();
    return {};
  }
  bytes_.Take(size);
  record_.Add(bytes.substr(0, size));
  return bytes.substr(0, size);
}

std::pair<int64_t, int32_t> RecordReader::Seconds() {
  const int64_t seconds = Integer();
  const auto nanos = static_cast<int32_t>(Signed());
  record_.AddNumber(nanos);
  return {seconds, nanos};
}

uint64_t RecordReader::Count() { return Varint(); }

bool RecordReader::Null() { return Varint() != 0; }

}  // namespace paisql::rest
