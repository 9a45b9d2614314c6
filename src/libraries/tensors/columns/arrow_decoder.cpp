// Columns that Arrow converts: what SQL shows as text, and columns whose type has become a wider
// one since their file was written.

#include <arrow/api.h>
#include <arrow/compute/api.h>
#include <parquet/arrow/reader.h>

#include <charconv>
#include <limits>
#include <vector>

#include "libraries/tensors/columns/arrow_values.h"

namespace paisql::tensors {

using tensorflow::tstring;

namespace {

// Standard C++ has no integers of 128 bits.
__extension__ typedef __int128 Wide;

constexpr int64_t kChunkRows = 8192;
constexpr int64_t kNanos = 1'000'000'000;

using Array = std::shared_ptr<arrow::Array>;

Array Cast(const Array& array, const std::shared_ptr<arrow::DataType>& type, bool safe) {
  if (array->type()->Equals(*type)) return array;
  const auto options =
      safe ? arrow::compute::CastOptions::Safe(type) : arrow::compute::CastOptions::Unsafe(type);
  return ArrowValue(arrow::compute::Cast(*array, type, options));
}

Array LocalTime(const Array& array) {
  return ArrowValue(arrow::compute::CallFunction("local_timestamp", {array})).make_array();
}

bool IsTimestamp(const std::string& base) { return base == "TIMESTAMP" || base == "TIMESTAMP_NTZ"; }

// "DECIMAL(p,s)"; false when it is something else.
bool ReadDecimal(std::string_view type, int32_t& precision, int32_t& scale) {
  constexpr std::string_view kBegin = "DECIMAL(";
  if (!type.starts_with(kBegin)) return false;
  const char* const end = type.data() + type.size();
  const auto first = std::from_chars(type.data() + kBegin.size(), end, precision);
  if (first.ec != std::errc() || first.ptr == end || *first.ptr != ',') return false;
  const auto second = std::from_chars(first.ptr + 1, end, scale);
  return second.ec == std::errc() && std::string_view(second.ptr, end) == ")";
}

// The type that a column has in files of today; null for the times of type TIMESTAMP.
std::shared_ptr<arrow::DataType> TypeOfToday(const std::string& type) {
  const std::string base = BaseType(type);
  if (base == "DECIMAL") {
    int32_t precision = 0;
    int32_t scale = 0;
    if (!ReadDecimal(type, precision, scale)) throw ReadError(false, "not a type: " + type);
    return ArrowValue(arrow::Decimal128Type::Make(precision, scale));
  }
  const std::pair<const char*, std::shared_ptr<arrow::DataType>> table[] = {
      {"BOOLEAN", arrow::boolean()},
      {"TINYINT", arrow::int8()},
      {"SMALLINT", arrow::int16()},
      {"INT", arrow::int32()},
      {"BIGINT", arrow::int64()},
      {"FLOAT", arrow::float32()},
      {"DOUBLE", arrow::float64()},
      {"STRING", arrow::utf8()},
      {"VARCHAR", arrow::utf8()},
      {"CHAR", arrow::utf8()},
      {"BINARY", arrow::binary()},
      {"DATE", arrow::date32()},
      {"DATETIME", arrow::timestamp(arrow::TimeUnit::MICRO, "UTC")}};
  for (const auto& [name, found] : table) {
    if (base == name) return found;
  }
  return nullptr;
}

// Nanoseconds since 1970 of a TIMESTAMP's value, in either form that files have.
Wide NanosAt(const arrow::Array& array, int64_t index) {
  if (array.type_id() == arrow::Type::TIMESTAMP) {
    constexpr int64_t kPerUnit[] = {1'000'000'000, 1'000'000, 1'000, 1};
    const auto& times = static_cast<const arrow::TimestampArray&>(array);
    const auto unit = static_cast<const arrow::TimestampType&>(*array.type()).unit();
    return static_cast<Wide>(times.Value(index)) * kPerUnit[static_cast<int>(unit)];
  }
  const arrow::Decimal128 value(static_cast<const arrow::Decimal128Array&>(array).GetValue(index));
  return static_cast<Wide>(value.high_bits()) << 64 | value.low_bits();
}

// "2026-01-02 03:04:05.5": the seconds as Arrow writes them, the digits after them without
// trailing zeros.
Array TimestampText(const Array& array, const std::string& zone) {
  if (array->type_id() != arrow::Type::TIMESTAMP && array->type_id() != arrow::Type::DECIMAL128) {
    throw ReadError(true, "not a timestamp: " + array->type()->ToString());
  }
  arrow::TimestampBuilder seconds(arrow::timestamp(arrow::TimeUnit::SECOND, zone),
                                  arrow::default_memory_pool());
  std::vector<int32_t> nanos(array->length());
  for (int64_t i = 0; i < array->length(); ++i) {
    if (array->IsNull(i)) {
      CheckArrow(seconds.AppendNull());
      continue;
    }
    const Wide all = NanosAt(*array, i);
    const Wide rest = (all % kNanos + kNanos) % kNanos;
    nanos[i] = static_cast<int32_t>(rest);
    CheckArrow(seconds.Append(static_cast<int64_t>((all - rest) / kNanos)));
  }
  Array times = ArrowValue(seconds.Finish());
  if (!zone.empty()) times = LocalTime(times);
  const Array whole = Cast(times, arrow::utf8(), true);
  const auto& texts = static_cast<const arrow::StringArray&>(*whole);
  arrow::StringBuilder made;
  for (int64_t i = 0; i < array->length(); ++i) {
    if (texts.IsNull(i)) {
      CheckArrow(made.AppendNull());
      continue;
    }
    std::string text(texts.GetView(i));
    if (nanos[i] != 0) {
      std::string digits = std::to_string(kNanos + nanos[i]).substr(1);
      digits.erase(digits.find_last_not_of('0') + 1);
      text += "." + digits;
    }
    CheckArrow(made.Append(text));
  }
  return ArrowValue(made.Finish());
}

Array TextOf(const Array& array, const std::string& type, const std::string& zone) {
  const std::string base = BaseType(type);
  if (IsTimestamp(base)) return TimestampText(array, base == "TIMESTAMP" ? zone : "");
  const Array today = Cast(array, TypeOfToday(type), true);
  if (base != "DATETIME") return Cast(today, arrow::utf8(), true);
  const Array zoned = Cast(today, arrow::timestamp(arrow::TimeUnit::MICRO, zone), true);
  return Cast(Cast(LocalTime(zoned), arrow::timestamp(arrow::TimeUnit::SECOND), false),
              arrow::utf8(), true);
}

template <typename Out>
void CopyTo(const arrow::Array& array, int64_t begin, int64_t count, const Out& missing, Out* out) {
  for (int64_t i = 0; i < count; ++i) {
    if (array.IsNull(begin + i)) {
      out[i] = missing;
    } else if constexpr (std::is_same_v<Out, tstring>) {
      const auto view = static_cast<const arrow::BinaryArray&>(array).GetView(begin + i);
      out[i].assign(view.data(), view.size());
    } else {
      using Typed = typename arrow::CTypeTraits<Out>::ArrayType;
      out[i] = static_cast<const Typed&>(array).Value(begin + i);
    }
  }
}

class ArrowDecoder : public ColumnDecoder {
 public:
  ArrowDecoder(std::unique_ptr<parquet::ParquetFileReader> file, int row_group, int leaf,
               const Column& column, const Target& target)
      : column_(column), target_(target) {
    parquet::ArrowReaderProperties properties(/*use_threads=*/false);
    properties.set_batch_size(kChunkRows);
    file_ = ArrowValue(parquet::arrow::FileReader::Make(arrow::default_memory_pool(),
                                                        std::move(file), properties));
    batches_ = ArrowValue(file_->GetRecordBatchReader({row_group}, {leaf}));
  }

  void Read(int64_t count, void* out) override { Advance(count, out); }
  void Skip(int64_t count) override { Advance(count, nullptr); }

 private:
  void Advance(int64_t count, void* out) {
    while (count > 0) {
      if (chunk_ == nullptr || next_ == chunk_->length()) NextChunk();
      const int64_t part = std::min(count, chunk_->length() - next_);
      if (out != nullptr) {
        out = Dispatch(target_.element, [&]<typename Out>() -> void* {
          CopyTo<Out>(*chunk_, next_, part, Default<Out>(target_), static_cast<Out*>(out));
          return static_cast<Out*>(out) + part;
        });
      }
      next_ += part;
      count -= part;
    }
  }

  void NextChunk() {
    std::shared_ptr<arrow::RecordBatch> batch;
    do {
      CheckArrow(batches_->ReadNext(&batch));
      if (batch == nullptr || batch->num_columns() != 1) ThrowColumnEnds(column_);
    } while (batch->num_rows() == 0);
    chunk_ = ConvertedArray(batch->column(0), column_, target_);
    next_ = 0;
  }

  const Column& column_;
  const Target& target_;
  std::unique_ptr<parquet::arrow::FileReader> file_;
  std::unique_ptr<arrow::RecordBatchReader> batches_;
  Array chunk_;
  int64_t next_ = 0;
};

}  // namespace

void CheckArrow(const arrow::Status& status) {
  if (!status.ok()) throw ReadError(true, status.ToString());
}

Array ConvertedArray(const Array& array, const Column& column, const Target& target) {
  static const arrow::Status ready = arrow::compute::Initialize();
  CheckArrow(ready);
  if (target.element == Element::kString) {
    if (BaseType(column.type) == "BINARY") return Cast(array, arrow::binary(), true);
    return Cast(TextOf(array, column.type, target.time_zone), arrow::binary(), true);
  }
  const auto today = TypeOfToday(column.type);
  if (today == nullptr) throw ReadError(false, "column '" + column.name + "' is not a number");
  Array widened = Cast(array, today, !arrow::is_floating(today->id()));
  return Dispatch(target.element, [&]<typename Out>() -> Array {
    if constexpr (std::is_same_v<Out, tstring>) {
      return widened;
    } else {
      const auto type = arrow::CTypeTraits<Out>::type_singleton();
      const auto cast = arrow::compute::Cast(*widened, type,
                                             std::is_floating_point_v<Out>
                                                 ? arrow::compute::CastOptions::Unsafe(type)
                                                 : arrow::compute::CastOptions::Safe(type));
      if (!cast.ok()) {
        throw ReadError(false, "column '" + column.name + "' holds a value too large for " +
                                   type->ToString() + " (" + cast.status().message() + ")");
      }
      return cast.ValueUnsafe();
    }
  });
}

std::unique_ptr<ColumnDecoder> MakeArrowDecoder(std::unique_ptr<parquet::ParquetFileReader> file,
                                                int row_group, int leaf, const Column& column,
                                                const Target& target) {
  return std::make_unique<ArrowDecoder>(std::move(file), row_group, leaf, column, target);
}

}  // namespace paisql::tensors
