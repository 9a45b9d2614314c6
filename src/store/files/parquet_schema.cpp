#include "store/files/parquet_schema.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "base/files/files.h"
#include "store/files/parquet_footer.h"
#include "store/files/thrift_reader.h"

namespace paisql::store {
namespace {

using thrift::kList;
using thrift::kStruct;
using thrift::Type;

// The values of parquet.thrift.
enum Physical {
  kBool = 0,
  kInt32 = 1,
  kInt64 = 2,
  kInt96 = 3,
  kFloat = 4,
  kDouble = 5,
  kBytes = 6,
  kFixedBytes = 7
};
enum Converted {
  kUtf8 = 0,
  kEnum = 4,
  kDecimal = 5,
  kDate = 6,
  kTimeMillis = 7,
  kTimeMicros = 8,
  kTimestampMillis = 9,
  kTimestampMicros = 10,
  kUint8 = 11,
  kUint64 = 14,
  kInt8 = 15,
  kInt16 = 16,
  kJson = 19,
  kNone = -1,
};

// The logical type TIMESTAMP.
struct Timestamp {
  bool utc = false;
  bool nanos = false;
};

struct Element {
  int physical = -1;
  int converted = kNone;
  int64_t children = 0;
  int scale = 0;
  int precision = 0;
  bool repeated = false;
  std::optional<Timestamp> timestamp;
  std::string name;
};

Timestamp ReadTimestamp(thrift::Reader& reader) {
  Timestamp timestamp;
  reader.Struct([&](int64_t id, Type type) {
    if (id == 1 && (type == thrift::kTrue || type == thrift::kFalse)) {
      timestamp.utc = type == thrift::kTrue;
    } else if (id == 2 && type == kStruct) {
      reader.Struct([&](int64_t unit, Type unit_type) {
        timestamp.nanos = unit == 3;
        reader.Skip(unit_type);
      });
    } else {
      reader.Skip(type);
    }
  });
  return timestamp;
}

Element ReadElement(thrift::Reader& reader) {
  Element element;
  reader.Struct([&](int64_t id, Type type) {
    switch (id) {
      case 1:
        element.physical = static_cast<int>(reader.Integer(type));
        break;
      case 3:
        element.repeated = reader.Integer(type) == 2;
        break;
      case 4:
        element.name = reader.Binary();
        break;
      case 5:
        element.children = reader.Integer(type);
        break;
      case 6:
        element.converted = static_cast<int>(reader.Integer(type));
        break;
      case 7:
        element.scale = static_cast<int>(reader.Integer(type));
        break;
      case 8:
        element.precision = static_cast<int>(reader.Integer(type));
        break;
      case 10:
        reader.Struct([&](int64_t logical, Type logical_type) {
          constexpr int64_t kTimestampField = 8;
          if (logical == kTimestampField && logical_type == kStruct) {
            element.timestamp = ReadTimestamp(reader);
          } else {
            reader.Skip(logical_type);
          }
        });
        break;
      default:
        reader.Skip(type);
    }
  });
  return element;
}

std::optional<DataType> TypeOf(const Element& element, bool& times_in_64_bits) {
  if (element.children > 0 || element.repeated) return std::nullopt;
  if (element.converted == kDecimal) {
    return DataType::Decimal(element.precision, element.scale);
  }
  if (element.converted >= kUint8 && element.converted <= kUint64) return std::nullopt;
  if (element.converted == kTimeMillis || element.converted == kTimeMicros) return std::nullopt;
  switch (element.physical) {
    case kBool:
      return TypeId::kBoolean;
    case kInt32:
      if (element.converted == kDate) return TypeId::kDate;
      if (element.converted == kInt8) return TypeId::kTinyint;
      return element.converted == kInt16 ? TypeId::kSmallint : TypeId::kInt;
    case kInt64: {
      const bool old =
          element.converted == kTimestampMillis || element.converted == kTimestampMicros;
      if (!element.timestamp && !old) return TypeId::kBigint;
      const Timestamp time = element.timestamp.value_or(Timestamp{true, false});
      if (time.utc && !time.nanos) return TypeId::kDatetime;
      times_in_64_bits = true;
      return time.utc ? TypeId::kTimestamp : TypeId::kTimestampNtz;
    }
    case kInt96:
      times_in_64_bits = true;
      return TypeId::kTimestamp;
    case kFloat:
      return TypeId::kFloat;
    case kDouble:
      return TypeId::kDouble;
    case kBytes:
      if (element.converted == kUtf8 || element.converted == kEnum || element.converted == kJson) {
        return TypeId::kString;
      }
      return TypeId::kBinary;
    case kFixedBytes:
      return TypeId::kBinary;
    default:
      return std::nullopt;
  }
}

std::optional<ParquetSchema> ParseSchema(std::string_view footer) {
  thrift::Reader reader(footer);
  std::vector<Element> elements;
  ParquetSchema schema;
  reader.Struct([&](int64_t id, Type type) {
    if (id == 2 && type == kList) {
      reader.List([&](Type) { elements.push_back(ReadElement(reader)); });
    } else if (id == 3) {
      schema.rows = reader.Integer(type);
    } else {
      reader.Skip(type);
    }
  });
  if (reader.failed() || elements.empty() || schema.rows < 0) return std::nullopt;
  // The first element is the root, and children follow their parents.
  size_t at = 1;
  while (at < elements.size()) {
    const Element& element = elements[at];
    ParquetSchema::Column& column = schema.columns.emplace_back();
    column.name = element.name;
    column.type = TypeOf(element, column.times_in_64_bits);
    column.wording = element.children > 0 ? "a nested type" : "an unsigned number or a time of day";
    int64_t open = 1;
    while (open > 0 && at < elements.size()) open += elements[at++].children - 1;
  }
  return schema;
}

}  // namespace

Result<ParquetSchema> ReadParquetSchema(const std::string& path, const std::string& name) {
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat info {};
  if (!file.open() || fstat(file.get(), &info) != 0) return FileError("read", path, errno);
  const Error broken{ErrorCode::kIo,
                     name + " is not a Parquet file, or is not whole",
                     {},
                     "a file whose name begins with '_' or '.' is left out"};
  const int64_t bytes = info.st_size;
  if (bytes < kParquetTailBytes + kParquetHeadBytes) return broken;
  const auto read = [&](int64_t begin, int64_t count) {
    std::string text(static_cast<size_t>(count), '\0');
    const ssize_t got = pread(file.get(), text.data(), text.size(), begin);
    text.resize(got < 0 ? 0 : static_cast<size_t>(got));
    return text;
  };
  const auto place = FindParquetFooter(read(bytes - kParquetTailBytes, kParquetTailBytes), bytes);
  if (!place.has_value()) return broken;
  std::optional<ParquetSchema> schema = ParseSchema(read(place->begin, place->end - place->begin));
  if (!schema.has_value()) return broken;
  return *std::move(schema);
}

}  // namespace paisql::store
