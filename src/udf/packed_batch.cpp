#include "udf/packed_batch.h"

#include <bit>
#include <cstring>

#include "base/assert.h"

namespace paisql::udf {

namespace {

static_assert(std::endian::native == std::endian::little, "batches are written as memory has them");

constexpr size_t kStep = 8;  // where buffers end
constexpr int kMostDepth = kMaxTypeDepth + 2;
constexpr uint64_t kMostBytes = UINT32_MAX;  // to which offsets may point

struct BatchHead {
  uint32_t columns;
  uint32_t rows;
};

struct NodeHead {
  uint8_t tag;
  uint8_t has_nulls;
  uint16_t form;
  uint32_t length;
};
static_assert(sizeof(BatchHead) == kStep && sizeof(NodeHead) == kStep);

size_t Padded(size_t bytes) { return (bytes + kStep - 1) / kStep * kStep; }

class BatchReader {
 public:
  explicit BatchReader(std::string_view bytes) : bytes_(bytes) {}

  bool Read(PackedBatch& batch) {
    BatchHead head{};
    if (!ReadHead(head)) return false;
    // Each column has a head at least.
    if (head.columns > bytes_.size() / sizeof(NodeHead)) return false;
    batch.rows = head.rows;
    batch.columns.resize(head.columns);
    for (PackedColumn& column : batch.columns) {
      if (!ReadNode(column, 0) || column.length != head.rows) return false;
    }
    return at_ == bytes_.size();
  }

 private:
  template <typename Head>
  bool ReadHead(Head& head) {
    const char* from = Buffer(sizeof head);
    if (from != nullptr) std::memcpy(&head, from, sizeof head);
    return from != nullptr;
  }

  // nullptr where the batch has not as many bytes.
  const char* Buffer(size_t bytes) {
    const size_t padded = Padded(bytes);
    if (padded > bytes_.size() - at_) return nullptr;
    const char* begin = bytes_.data() + at_;
    at_ += padded;
    return begin;
  }

  bool ReadNode(PackedColumn& column, int depth) {
    NodeHead head{};
    if (depth > kMostDepth || !ReadHead(head)) return false;
    const bool known = head.tag >= static_cast<uint8_t>(Tag::kBoolean) &&
                       head.tag <= static_cast<uint8_t>(Tag::kNull);
    if (!known || head.has_nulls > 1) return false;
    column.tag = static_cast<Tag>(head.tag);
    const auto form = static_cast<Form>(head.form);
    if (form != Form::kPlain && (form != Form::kEnded || column.tag != Tag::kText)) return false;
    column.length = head.length;
    if (head.has_nulls == 1) {
      const char* bits = Buffer((column.length + 63) / 64 * sizeof(uint64_t));
      if (bits == nullptr) return false;
      column.validity = reinterpret_cast<const uint64_t*>(bits);
    }
    if (const size_t width = WidthOf(column.tag); width > 0) {
      column.values = Buffer(width * column.length);
      return column.values != nullptr;
    }
    switch (column.tag) {
      case Tag::kText:
      case Tag::kBinary:
        return form == Form::kEnded ? ReadEndedTexts(column) : ReadTexts(column);
      case Tag::kArray:
        return ReadOffsets(column) && ReadChildren(column, 1, depth, column.offsets[column.length]);
      case Tag::kMap:
        return ReadOffsets(column) && ReadChildren(column, 2, depth, column.offsets[column.length]);
      case Tag::kStruct: {
        const char* count = Buffer(sizeof(uint32_t));
        if (count == nullptr) return false;
        uint32_t children = 0;
        std::memcpy(&children, count, sizeof children);
        return ReadChildren(column, children, depth, column.length);
      }
      default:
        return true;
    }
  }

  bool ReadOffsets(PackedColumn& column) {
    const char* offsets = Buffer((column.length + 1) * sizeof(uint32_t));
    if (offsets == nullptr) return false;
    column.offsets = reinterpret_cast<const uint32_t*>(offsets);
    if (column.offsets[0] != 0) return false;
    for (size_t i = 0; i < column.length; ++i) {
      if (column.offsets[i] > column.offsets[i + 1]) return false;
    }
    return true;
  }

  bool ReadTexts(PackedColumn& column) {
    if (!ReadOffsets(column)) return false;
    const size_t bytes = column.offsets[column.length];
    const char* begin = Buffer(bytes);
    if (begin == nullptr) return false;
    column.bytes = {begin, bytes};
    return true;
  }

  bool ReadEndedTexts(PackedColumn& column) {
    const char* size = Buffer(sizeof(uint64_t));
    if (size == nullptr) return false;
    uint64_t bytes = 0;
    std::memcpy(&bytes, size, sizeof bytes);
    const char* begin = bytes <= kMostBytes && bytes >= column.length ? Buffer(bytes) : nullptr;
    if (begin == nullptr) return false;
    const auto offsets = std::make_shared_for_overwrite<uint32_t[]>(column.length + 1);
    offsets[0] = 0;
    const char* at = begin;
    const char* const end = begin + bytes;
    for (size_t i = 0; i < column.length; ++i) {
      const void* nul = at < end ? std::memchr(at, 0, static_cast<size_t>(end - at)) : nullptr;
      if (nul == nullptr) return false;
      at = static_cast<const char*>(nul) + 1;
      offsets[i + 1] = static_cast<uint32_t>(at - begin);
    }
    if (at != end) return false;
    column.between = 1;
    column.bytes = {begin, bytes};
    column.offsets = offsets.get();
    column.found = offsets;
    return true;
  }

  bool ReadChildren(PackedColumn& column, size_t count, int depth, size_t length) {
    if (count > (bytes_.size() - at_) / sizeof(NodeHead)) return false;
    column.children.resize(count);
    for (PackedColumn& child : column.children) {
      if (!ReadNode(child, depth + 1) || child.length != length) return false;
    }
    return true;
  }

  const std::string_view bytes_;
  size_t at_ = 0;
};

}  // namespace

Tag TagOf(const DataType& type) {
  switch (type.id()) {
    case TypeId::kBoolean:
      return Tag::kBoolean;
    case TypeId::kTinyint:
      return Tag::kTinyint;
    case TypeId::kSmallint:
      return Tag::kSmallint;
    case TypeId::kInt:
      return Tag::kInt;
    case TypeId::kBigint:
      return Tag::kBigint;
    case TypeId::kFloat:
      return Tag::kFloat;
    case TypeId::kDouble:
      return Tag::kDouble;
    case TypeId::kDecimal:
    case TypeId::kString:
    case TypeId::kVarchar:
    case TypeId::kChar:
    case TypeId::kJson:
      return Tag::kText;
    case TypeId::kBinary:
      return Tag::kBinary;
    case TypeId::kDate:
      return Tag::kDate;
    case TypeId::kDatetime:
    case TypeId::kTimestamp:
    case TypeId::kTimestampNtz:
      return Tag::kTime;
    case TypeId::kArray:
      return Tag::kArray;
    case TypeId::kMap:
      return Tag::kMap;
    case TypeId::kStruct:
      return Tag::kStruct;
    case TypeId::kVoid:
    case TypeId::kUnknown:
    case TypeId::kIntervalYearMonth:
    case TypeId::kIntervalDayTime:
      return Tag::kNull;
  }
  PAISQL_UNREACHABLE("a type of unknown kind");
}

size_t WidthOf(Tag tag) {
  switch (tag) {
    case Tag::kBoolean:
    case Tag::kTinyint:
      return 1;
    case Tag::kSmallint:
      return 2;
    case Tag::kInt:
    case Tag::kFloat:
    case Tag::kDate:
      return 4;
    case Tag::kBigint:
    case Tag::kDouble:
    case Tag::kTime:
      return 8;
    default:
      return 0;
  }
}

BatchWriter::BatchWriter(size_t columns, size_t rows) {
  const BatchHead head = {static_cast<uint32_t>(columns), static_cast<uint32_t>(rows)};
  bytes_.append(reinterpret_cast<const char*>(&head), sizeof head);
}

void BatchWriter::BeginNode(Tag tag, size_t length, const uint64_t* validity, Form form) {
  Holds(length);
  const NodeHead head = {static_cast<uint8_t>(tag), static_cast<uint8_t>(validity != nullptr),
                         static_cast<uint16_t>(form), static_cast<uint32_t>(length)};
  bytes_.append(reinterpret_cast<const char*>(&head), sizeof head);
  if (validity != nullptr) AddBuffer(validity, (length + 63) / 64 * sizeof(uint64_t));
}

std::string BatchWriter::Take() {
  PAISQL_ASSERT(!too_large_, "a batch whose nodes are not whole");
  return std::move(bytes_);
}

void* BatchWriter::AddBuffer(size_t bytes) {
  const size_t begin = bytes_.size();
  bytes_.resize(begin + Padded(bytes));
  return bytes_.data() + begin;
}

void BatchWriter::AddBuffer(const void* data, size_t bytes) {
  bytes_.append(static_cast<const char*>(data), bytes);
  bytes_.append(Padded(bytes) - bytes, '\0');
}

Result<PackedBatch> ReadBatch(std::string_view bytes) {
  PackedBatch batch;
  const bool aligned = reinterpret_cast<uintptr_t>(bytes.data()) % kStep == 0;
  PAISQL_ASSERT(aligned, "a batch that begins between two words");
  if (BatchReader(bytes).Read(batch)) return batch;
  return Error{ErrorCode::kIo, "a worker of functions has answered with damaged rows", {}, ""};
}

}  // namespace paisql::udf
