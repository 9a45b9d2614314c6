#include "store/files/file_statistics.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <set>
#include <variant>

#include "base/files/files.h"
#include "base/text.h"
#include "store/files/parquet_footer.h"
#include "types/value_text.h"

namespace paisql::store {
namespace {

// A value that can be compared: whole numbers and times, floating numbers, texts.
using Bound = std::variant<Int128, double, std::string>;

constexpr int kFixedValues = 7;  // physical types of parquet.thrift
constexpr int kTextValues = 6;
constexpr int64_t kMostFooterBytes = 64 << 20;

template <typename T>
std::optional<T> PlainNumber(std::string_view bytes) {
  T value{};
  if (bytes.size() != sizeof(value)) return std::nullopt;
  std::memcpy(&value, bytes.data(), sizeof(value));
  return value;
}

// Decimals of many digits are numbers with the highest byte first.
std::optional<Int128> LongNumber(std::string_view bytes) {
  if (bytes.empty() || bytes.size() > sizeof(Int128)) return std::nullopt;
  Int128 value = static_cast<signed char>(bytes.front()) < 0 ? -1 : 0;
  for (const char byte : bytes) value = value * 256 + static_cast<unsigned char>(byte);
  return value;
}

std::optional<Bound> WholeBound(int physical_type, std::string_view bytes) {
  if (physical_type == kFixedValues || physical_type == kTextValues) {
    const std::optional<Int128> value = LongNumber(bytes);
    return value ? std::optional<Bound>(*value) : std::nullopt;
  }
  if (const auto narrow = PlainNumber<int32_t>(bytes)) return Bound(Int128{*narrow});
  if (const auto wide = PlainNumber<int64_t>(bytes)) return Bound(Int128{*wide});
  return std::nullopt;
}

std::optional<Bound> BoundOf(const Column& column, int physical_type, std::string_view bytes) {
  switch (column.type.id()) {
    case TypeId::kTinyint:
    case TypeId::kSmallint:
    case TypeId::kInt:
    case TypeId::kBigint:
    case TypeId::kDecimal:
    case TypeId::kDate:
    case TypeId::kDatetime:
      return WholeBound(physical_type, bytes);
    case TypeId::kTimestamp:
    case TypeId::kTimestampNtz:
      if (column.times_in_64_bits) return std::nullopt;
      return WholeBound(physical_type, bytes);
    case TypeId::kBoolean:
      if (bytes.size() != 1) return std::nullopt;
      return Bound(Int128{bytes.front() != 0 ? 1 : 0});
    case TypeId::kFloat:
      if (const auto value = PlainNumber<float>(bytes); value && !std::isnan(*value)) {
        return Bound(double{*value});
      }
      return std::nullopt;
    case TypeId::kDouble:
      if (const auto value = PlainNumber<double>(bytes); value && !std::isnan(*value)) {
        return Bound(*value);
      }
      return std::nullopt;
    case TypeId::kString:
    case TypeId::kVarchar:
    case TypeId::kChar:
      if (!IsValidUtf8(bytes)) return std::nullopt;
      return Bound(std::string(bytes));
    default:
      return std::nullopt;
  }
}

std::string InstantText(Int128 nanos, const TimeZone& zone, bool wall_clock) {
  constexpr int64_t kNanos = 1'000'000'000;
  auto seconds = static_cast<int64_t>(nanos / kNanos);
  auto rest = static_cast<int64_t>(nanos % kNanos);
  if (rest < 0) {
    rest += kNanos;
    --seconds;
  }
  if (!wall_clock) seconds += zone.OffsetAt(seconds);
  std::string text;
  AppendTimestamp(seconds, static_cast<int32_t>(rest), text);
  return text;
}

std::string BoundText(const DataType& type, const Bound& bound, const TimeZone& zone) {
  std::string text;
  if (const auto* const written = std::get_if<std::string>(&bound)) return *written;
  if (const auto* const number = std::get_if<double>(&bound)) {
    if (type.id() == TypeId::kFloat) {
      AppendFloat(static_cast<float>(*number), text);
    } else {
      AppendDouble(*number, text);
    }
    return text;
  }
  const Int128 whole = std::get<Int128>(bound);
  switch (type.id()) {
    case TypeId::kBoolean:
      return whole != 0 ? "true" : "false";
    case TypeId::kDecimal:
      AppendDecimal(whole, type.scale(), false, text);
      return text;
    case TypeId::kDate:
      AppendDate(static_cast<int32_t>(whole), text);
      return text;
    case TypeId::kDatetime:
      return zone.Format(static_cast<int64_t>(whole) / 1'000'000);
    case TypeId::kTimestamp:
      return InstantText(whole, zone, false);
    case TypeId::kTimestampNtz:
      return InstantText(whole, zone, true);
    default:
      return std::to_string(static_cast<int64_t>(whole));
  }
}

// What has been seen of a column so far.
struct Seen {
  ColumnFacts facts;
  bool knows_nulls = true;
  bool knows_bounds = true;
  std::optional<Bound> min;
  std::optional<Bound> max;
};

std::optional<std::string> FooterOf(const DataFile& file) {
  const Descriptor descriptor(::open(file.path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!descriptor.open() || file.bytes < kParquetTailBytes) return std::nullopt;
  const auto read = [&](ByteRange range) -> std::optional<std::string> {
    std::string bytes(static_cast<size_t>(range.end - range.begin), '\0');
    const ssize_t got = ::pread(descriptor.get(), bytes.data(), bytes.size(), range.begin);
    if (got != static_cast<ssize_t>(bytes.size())) return std::nullopt;
    return bytes;
  };
  const auto tail = read({file.bytes - kParquetTailBytes, file.bytes});
  if (!tail) return std::nullopt;
  const auto range = FindParquetFooter(*tail, file.bytes);
  if (!range || range->end - range->begin > kMostFooterBytes) return std::nullopt;
  return read(*range);
}

// The columns of the file's own schema version, by their names in the file.
std::map<std::string, const Column*> ColumnsOfVersion(const FileListing& listing, int version) {
  std::map<std::string, const Column*> columns;
  for (const SchemaVersion& one : listing.schema_versions) {
    if (one.version != version) continue;
    for (const Column& column : one.columns) columns[column.name] = &column;
  }
  return columns;
}

void AddChunk(const ChunkStatistics& chunk, const Column& written, const Column& today,
              Seen& seen) {
  seen.facts.bytes += chunk.bytes;
  seen.facts.unpacked_bytes += chunk.unpacked_bytes;
  if (chunk.nested || !chunk.nulls) seen.knows_nulls = false;
  if (chunk.nulls) seen.facts.nulls = seen.facts.nulls.value_or(0) + *chunk.nulls;
  // NULLs alone have no bounds, and take none away.
  if (!chunk.nested && chunk.nulls == chunk.values) return;
  std::optional<Bound> min;
  std::optional<Bound> max;
  if (!chunk.nested && written.type == today.type && chunk.min && chunk.max) {
    min = BoundOf(written, chunk.physical_type, *chunk.min);
    max = BoundOf(written, chunk.physical_type, *chunk.max);
  }
  if (!min || !max) {
    seen.knows_bounds = false;
    return;
  }
  if (!seen.min || *min < *seen.min) seen.min = min;
  if (!seen.max || *seen.max < *max) seen.max = max;
}

using Columns = std::map<int64_t, const Column*>;  // by id

void AddFile(const std::vector<ChunkStatistics>& chunks,
             const std::map<std::string, const Column*>& written, const Columns& today,
             std::map<int64_t, Seen>& seen) {
  std::set<int64_t> in_file;
  for (const auto& [name, column] : written) in_file.insert(column->id);
  for (const auto& [id, column] : today) {
    // Rows of files that are older than the column have NULL there, or its default.
    if (in_file.contains(id)) continue;
    seen[id].knows_nulls = false;
    if (!column->default_text.empty()) seen[id].knows_bounds = false;
  }
  for (const ChunkStatistics& chunk : chunks) {
    const auto of_file = written.find(chunk.column);
    if (of_file == written.end()) continue;
    const auto now = today.find(of_file->second->id);
    if (now != today.end()) AddChunk(chunk, *of_file->second, *now->second, seen[now->first]);
  }
}

}  // namespace

FileFacts ReadFileFacts(const Table& table, const FileListing& listing, size_t most_files,
                        const TimeZone& zone) {
  FileFacts facts;
  facts.files = static_cast<int64_t>(listing.files.size());
  facts.has_deletes = !listing.deletes.empty();
  Columns today;
  for (const Column& column : table.columns) today[column.id] = &column;
  std::map<int64_t, Seen> seen;
  for (size_t i = 0; i < std::min(most_files, listing.files.size()); ++i) {
    const DataFile& file = listing.files[i];
    const std::optional<std::string> footer = FooterOf(file);
    if (!footer) continue;
    const auto chunks = ParseChunkStatistics(*footer);
    if (!chunks) continue;
    ++facts.files_read;
    facts.rows += file.rows;
    AddFile(*chunks, ColumnsOfVersion(listing, file.schema_version), today, seen);
  }
  for (const Column& column : table.columns) {
    Seen& one = seen[column.id];
    one.facts.column_id = column.id;
    if (!one.knows_nulls) one.facts.nulls.reset();
    if (one.knows_bounds && one.min && one.max) {
      one.facts.min = BoundText(column.type, *one.min, zone);
      one.facts.max = BoundText(column.type, *one.max, zone);
    }
    facts.columns.push_back(std::move(one.facts));
  }
  return facts;
}

}  // namespace paisql::store
