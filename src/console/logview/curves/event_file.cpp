#include "console/logview/curves/event_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <bit>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <optional>

#include "base/files/files.h"
#include "base/system/clock.h"

namespace paisql::console {

namespace {

// Of a record: its length, the length's checksum; after it, the data's.
constexpr int64_t kLengthBytes = 8;
constexpr int64_t kChecksumBytes = 4;
constexpr int64_t kHeadBytes = kLengthBytes + kChecksumBytes;
// A longer event holds a graph or pictures.
constexpr uint64_t kLongestEvent = uint64_t{1} << 20;
constexpr uint64_t kLongestRecord = uint64_t{1} << 31;
constexpr double kMsInSecond = 1000;

// The types of tensors that scalars are of.
enum TensorType : uint64_t { kFloat = 1, kDouble = 2, kInt32 = 3, kInt64 = 9 };

// One field of a protocol buffer.
struct Field {
  uint64_t number = 0;
  uint64_t whole = 0;      // of a varint, or the bits of a fixed number
  std::string_view bytes;  // of what has a length
};

// Reads a message's fields in their order.
class FieldReader {
 public:
  explicit FieldReader(std::string_view message) : rest_(message) {}

  bool is_broken() const { return broken_; }
  std::optional<Field> Next() {
    if (rest_.empty() || broken_) return std::nullopt;
    enum Wire : uint64_t { kVarint = 0, kFixed64 = 1, kLength = 2, kFixed32 = 5 };
    const uint64_t key = Varint();
    Field field;
    field.number = key >> 3U;
    switch (key & 7U) {
      case kVarint:
        field.whole = Varint();
        break;
      case kFixed64:
        field.whole = Fixed<uint64_t>();
        break;
      case kFixed32:
        field.whole = Fixed<uint32_t>();
        break;
      case kLength:
        field.bytes = Bytes(Varint());
        break;
      default:
        broken_ = true;
    }
    return broken_ ? std::nullopt : std::optional(field);
  }

  uint64_t Varint() {
    constexpr unsigned kMostShift = 63;
    uint64_t value = 0;
    for (unsigned shift = 0; shift <= kMostShift; shift += 7) {
      if (rest_.empty()) break;
      const auto byte = static_cast<unsigned char>(rest_.front());
      rest_.remove_prefix(1);
      value |= uint64_t{byte & 0x7FU} << shift;
      if (byte < 0x80) return value;
    }
    broken_ = true;
    return 0;
  }
  template <typename Number>
  Number Fixed() {
    Number number = 0;
    const std::string_view bytes = Bytes(sizeof(Number));
    if (!broken_) std::memcpy(&number, bytes.data(), sizeof(Number));
    return number;
  }
  std::string_view Bytes(uint64_t size) {
    if (size > rest_.size()) {
      broken_ = true;
      return {};
    }
    const std::string_view bytes = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return bytes;
  }
  bool empty() const { return rest_.empty(); }

 private:
  std::string_view rest_;
  bool broken_ = false;
};

double FloatOf(uint64_t bits) { return std::bit_cast<float>(static_cast<uint32_t>(bits)); }

// The number of a tensor's bytes, which hold one element.
std::optional<double> NumberOfBytes(uint64_t type, std::string_view bytes) {
  FieldReader reader(bytes);
  switch (type) {
    case kFloat:
      return bytes.size() == 4 ? std::optional(FloatOf(reader.Fixed<uint32_t>())) : std::nullopt;
    case kDouble:
      return bytes.size() == 8 ? std::optional(std::bit_cast<double>(reader.Fixed<uint64_t>()))
                               : std::nullopt;
    case kInt32:
      return bytes.size() == 4
                 ? std::optional(double{1} * static_cast<int32_t>(reader.Fixed<uint32_t>()))
                 : std::nullopt;
    case kInt64:
      return bytes.size() == 8 ? std::optional(static_cast<double>(
                                     static_cast<int64_t>(reader.Fixed<uint64_t>())))
                               : std::nullopt;
    default:
      return std::nullopt;
  }
}

// Of tensorflow.TensorProto: a scalar stands in the content, or in the list of its type.
std::optional<double> NumberOfTensor(std::string_view tensor) {
  enum : uint64_t { kType = 1, kContent = 4, kFloats = 5, kDoubles = 6, kInts = 7, kLongs = 10 };
  FieldReader reader(tensor);
  uint64_t type = 0;
  std::optional<double> number;
  while (const auto field = reader.Next()) {
    FieldReader packed(field->bytes);
    const bool is_packed = !field->bytes.empty();
    if (field->number == kType) type = field->whole;
    if (field->number == kContent && is_packed) number = NumberOfBytes(type, field->bytes);
    if (field->number == kFloats) {
      number = FloatOf(is_packed ? packed.Fixed<uint32_t>() : field->whole);
    }
    if (field->number == kDoubles) {
      number = std::bit_cast<double>(is_packed ? packed.Fixed<uint64_t>() : field->whole);
    }
    if (field->number == kInts || field->number == kLongs) {
      number =
          static_cast<double>(static_cast<int64_t>(is_packed ? packed.Varint() : field->whole));
    }
  }
  return reader.is_broken() ? std::nullopt : number;
}

// Of tensorflow.Summary.Value.
void ReadValue(std::string_view value, CurvePoint point, const TakeScalar& take) {
  enum : uint64_t { kTag = 1, kSimple = 2, kTensor = 8 };
  FieldReader reader(value);
  std::string_view tag;
  std::optional<double> number;
  while (const auto field = reader.Next()) {
    if (field->number == kTag) tag = field->bytes;
    if (field->number == kSimple) number = FloatOf(field->whole);
    if (field->number == kTensor) number = NumberOfTensor(field->bytes);
  }
  if (reader.is_broken() || tag.empty() || !number.has_value()) return;
  point.value = *number;
  take(tag, point);
}

bool ReadWhole(const Descriptor& file, int64_t at, size_t size, std::string* bytes) {
  bytes->resize(size);
  size_t done = 0;
  while (done < size) {
    const ssize_t count =
        pread(file.get(), bytes->data() + done, size - done, at + static_cast<int64_t>(done));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    done += static_cast<size_t>(count);
  }
  return true;
}

}  // namespace

bool ReadEvent(std::string_view event, const TakeScalar& take) {
  enum : uint64_t { kTime = 1, kStep = 2, kSummary = 5, kValue = 1 };
  FieldReader reader(event);
  CurvePoint point;
  point.step = 0;
  std::string_view summary;
  while (const auto field = reader.Next()) {
    if (field->number == kTime) {
      const double seconds = std::bit_cast<double>(field->whole);
      const bool is_time = std::isfinite(seconds) && std::abs(seconds) < 1e12;
      point.time_ms = is_time ? static_cast<int64_t>(seconds * kMsInSecond) : 0;
    }
    if (field->number == kStep) point.step = static_cast<int64_t>(field->whole);
    if (field->number == kSummary) summary = field->bytes;
  }
  if (reader.is_broken()) return false;
  FieldReader values(summary);
  while (const auto field = values.Next()) {
    if (field->number == kValue) ReadValue(field->bytes, point, take);
  }
  return !values.is_broken();
}

bool EventFile::ReadOn(const TakeScalar& take, int64_t until_ms) {
  if (is_broken_) return true;
  const Descriptor file(open(path_.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat found {};
  if (!file.open() || fstat(file.get(), &found) != 0) return true;
  std::string bytes;
  while (at_ + kHeadBytes <= found.st_size) {
    if (SteadyMs() >= until_ms) return false;
    if (!ReadWhole(file, at_, kLengthBytes, &bytes)) return true;
    uint64_t size = 0;
    std::memcpy(&size, bytes.data(), sizeof(size));
    if (size > kLongestRecord) {
      is_broken_ = true;
      return true;
    }
    const int64_t next = at_ + kHeadBytes + static_cast<int64_t>(size) + kChecksumBytes;
    if (next > found.st_size) return true;  // it is being written
    if (size <= kLongestEvent) {
      if (!ReadWhole(file, at_ + kHeadBytes, size, &bytes)) return true;
      (void)ReadEvent(bytes, take);
    }
    at_ = next;
  }
  return true;
}

}  // namespace paisql::console
