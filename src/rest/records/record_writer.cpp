#include "rest/records/record_writer.h"

#include <utility>

namespace paisql::rest {

namespace {

// Small numbers of either sign in few bytes.
uint64_t ZigZag(int64_t value) {
  return (static_cast<uint64_t>(value) << 1) ^ static_cast<uint64_t>(value >> 63);
}

}  // namespace

void RecordWriter::Varint(uint64_t value) {
  while (value >= 0x80) {
    bytes_ += static_cast<char>((value & 0x7F) | 0x80);
    value >>= 7;
  }
  bytes_ += static_cast<char>(value);
}

void RecordWriter::Tag(uint32_t number, WireType type) {
  Varint((uint64_t{number} << 3) | static_cast<uint64_t>(type));
}

void RecordWriter::BeginField(uint32_t number, WireType type) {
  Tag(number, type);
  record_.AddNumber(static_cast<int32_t>(number));
}

void RecordWriter::Boolean(bool value) {
  bytes_ += value ? '\1' : '\0';
  record_.AddNumber(static_cast<uint8_t>(value));
}

void RecordWriter::Integer(int64_t value) {
  Varint(ZigZag(value));
  record_.AddNumber(value);
}

void RecordWriter::Float(float value) {
  bytes_.append(reinterpret_cast<const char*>(&value), sizeof(value));
  record_.AddNumber(value);
}

void RecordWriter::Double(double value) {
  bytes_.append(reinterpret_cast<const char*>(&value), sizeof(value));
  record_.AddNumber(value);
}

void RecordWriter::Bytes(std::string_view bytes) {
  Varint(bytes.size());
  bytes_ += bytes;
  record_.Add(bytes);
}

void RecordWriter::Seconds(int64_t seconds, int32_t nanos) {
  Integer(seconds);
  Varint(ZigZag(nanos));
  record_.AddNumber(nanos);
}

void RecordWriter::EndRecord() {
  Tag(kEndRecord, WireType::kVarint);
  Varint(record_.value());
  all_.AddNumber(record_.value());
  record_.Reset();
  ++count_;
}

std::string RecordWriter::Finish(std::string_view metrics) {
  Tag(kMetaCount, WireType::kVarint);
  Varint(ZigZag(count_));
  if (!metrics.empty()) {
    BeginField(kMetrics, WireType::kDelimited);
    Bytes(metrics);
    Tag(kEndMetrics, WireType::kVarint);
    Varint(record_.value());
    record_.Reset();
  }
  Tag(kMetaChecksum, WireType::kVarint);
  Varint(all_.value());
  return std::move(bytes_);
}

}  // namespace paisql::rest
