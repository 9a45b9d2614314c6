#include "rest/records/record_batches.h"

#include <limits>

#include "engine/arrow/months_days_nanos.h"
#include "rest/records/cells.h"
#include "rest/records/value_check.h"

namespace paisql::rest {

namespace {

constexpr size_t kRowsOfBatch = size_t{1} << 15;
constexpr size_t kBytesOfBatch = size_t{4} << 20;

void FailIfTold(const std::string& why, RecordReader& reader) {
  if (!why.empty()) reader.Fail(StreamFault::kMalformed, why);
}

template <typename T>
void ReadInteger(RecordReader& reader, ArrayBuilder& out) {
  const int64_t value = reader.Integer();
  if (value < std::numeric_limits<T>::min() || value > std::numeric_limits<T>::max()) {
    reader.Fail(StreamFault::kMalformed, "a number does not fit " + out.type().ToString());
  }
  out.AppendNumber(static_cast<T>(value));
}

// "1E-18", as Python and Java write it, in plain digits: "0.000000000000000001". What has no such
// form stays as it is.
std::string PlainDecimal(std::string_view text) {
  constexpr int kMostDigits = 100;
  const size_t mark = text.find_first_of("eE");
  int exponent = 0;
  if (mark == std::string_view::npos ||
      ReadIntegerField(text.substr(mark + 1), exponent) != FieldFit::kFits ||
      exponent > kMostDigits || exponent < -kMostDigits) {
    return std::string(text);
  }
  std::string digits(text.substr(0, mark));
  const bool signed_text = !digits.empty() && (digits[0] == '-' || digits[0] == '+');
  const std::string sign = signed_text ? digits.substr(0, 1) : "";
  digits.erase(0, sign.size());
  size_t point = digits.find('.');
  if (point != std::string::npos) digits.erase(point, 1);
  if (point == std::string::npos) point = digits.size();
  int64_t place = static_cast<int64_t>(point) + exponent;
  if (place < 0) {
    digits.insert(0, static_cast<size_t>(-place), '0');
    place = 0;
  }
  if (place > static_cast<int64_t>(digits.size())) digits.resize(static_cast<size_t>(place), '0');
  digits.insert(static_cast<size_t>(place), ".");
  return sign + (place == 0 ? "0" : "") + digits;
}

void ReadDecimal(RecordReader& reader, ArrayBuilder& out) {
  Int128 unscaled = 0;
  const FieldFit fit = ReadDecimalField(PlainDecimal(reader.Bytes()), out.type().precision(),
                                        out.type().scale(), unscaled);
  if (fit != FieldFit::kFits && reader.ok()) {
    reader.Fail(StreamFault::kMalformed, "a number does not fit " + out.type().ToString());
  }
  out.AppendNumber(unscaled);
}

void ReadText(RecordReader& reader, ArrayBuilder& out) {
  const std::string_view text = reader.Bytes();
  if (out.type().id() == TypeId::kJson) {
    std::string kept;
    if (reader.ok()) FailIfTold(CheckJson(text, kept), reader);
    return out.AppendText(kept);
  }
  FailIfTold(CheckText(out.type(), text), reader);
  out.AppendText(text);
}

void ReadTime(RecordReader& reader, ArrayBuilder& out) {
  const auto [seconds, nanos] = reader.Seconds();
  FailIfTold(CheckSeconds(seconds), reader);
  if (nanos < 0 || nanos >= kNanosPerSecond) {
    reader.Fail(StreamFault::kMalformed, "a time has more than a second of nanoseconds");
  }
  out.AppendNumber(Int128{seconds} * kNanosPerSecond + nanos);
}

void ReadElement(RecordReader& reader, ArrayBuilder& out) {
  if (reader.Null()) return out.AppendNull();
  ReadValue(reader, out);
}

uint64_t ReadElements(RecordReader& reader, ArrayBuilder& out) {
  const uint64_t count = reader.Count();
  for (uint64_t i = 0; i < count && reader.ok(); ++i) ReadElement(reader, out);
  return count;
}

void ReadMap(RecordReader& reader, ArrayBuilder& out) {
  const uint64_t keys = reader.Count();
  for (uint64_t i = 0; i < keys && reader.ok(); ++i) {
    if (reader.Null()) reader.Fail(StreamFault::kMalformed, "a key of a MAP is NULL");
    ReadValue(reader, out.part(0));
  }
  if (ReadElements(reader, out.part(1)) != keys) {
    reader.Fail(StreamFault::kMalformed, "a MAP has keys without values");
  }
}

}  // namespace

void ReadValue(RecordReader& reader, ArrayBuilder& out) {
  switch (out.type().id()) {
    case TypeId::kBoolean:
      return out.AppendBit(reader.Boolean());
    case TypeId::kTinyint:
      return ReadInteger<int8_t>(reader, out);
    case TypeId::kSmallint:
      return ReadInteger<int16_t>(reader, out);
    case TypeId::kInt:
    case TypeId::kIntervalYearMonth:
      return ReadInteger<int32_t>(reader, out);
    case TypeId::kBigint:
      return out.AppendNumber(reader.Integer());
    case TypeId::kFloat:
      return out.AppendNumber(reader.Float());
    case TypeId::kDouble:
      return out.AppendNumber(reader.Double());
    case TypeId::kDecimal:
      return ReadDecimal(reader, out);
    case TypeId::kDate: {
      const int64_t days = reader.Integer();
      FailIfTold(CheckDays(days), reader);
      return out.AppendNumber(static_cast<int32_t>(days));
    }
    case TypeId::kDatetime: {
      const int64_t millis = reader.Integer();
      FailIfTold(CheckMillis(millis), reader);
      return out.AppendNumber(reader.ok() ? millis * kMicrosPerMilli : 0);
    }
    case TypeId::kTimestamp:
    case TypeId::kTimestampNtz:
      return ReadTime(reader, out);
    case TypeId::kIntervalDayTime: {
      const auto [seconds, nanos] = reader.Seconds();
      return out.AppendNumber(
          engine::MonthsDaysNanos{0, static_cast<int32_t>(seconds / kSecondsPerDay),
                                  seconds % kSecondsPerDay * kNanosPerSecond + nanos});
    }
    case TypeId::kArray:
      ReadElements(reader, out.part(0));
      return out.EndNested();
    case TypeId::kMap:
      ReadMap(reader, out);
      return out.EndNested();
    case TypeId::kStruct:
      for (size_t i = 0; i < out.type().fields().size(); ++i) ReadElement(reader, out.part(i));
      return out.EndNested();
    default:
      return ReadText(reader, out);
  }
}

RecordBatches::RecordBatches(std::unique_ptr<ByteSource> records,
                             const std::vector<engine::ResultColumn>& columns)
    : reader_(std::move(records)), given_(columns.size()) {
  for (const engine::ResultColumn& column : columns) columns_.emplace_back(column.type);
}

void RecordBatches::ReadField() {
  const size_t column = size_t{reader_.field()} - 1;
  if (column >= columns_.size() ||
      reader_.wire_type() != WireTypeOf(columns_[column].type().id())) {
    return reader_.Fail(StreamFault::kMalformed, "the records have other columns than the table");
  }
  if (given_[column]) return reader_.Fail(StreamFault::kMalformed, "a record has a field twice");
  given_[column] = true;
  ReadValue(reader_, columns_[column]);
}

void RecordBatches::EndRow() {
  for (size_t i = 0; i < columns_.size(); ++i) {
    if (!given_[i]) columns_[i].AppendNull();
    given_[i] = false;
  }
}

Result<engine::Batch> RecordBatches::Next() {
  const uint64_t begin = reader_.position();
  while (!ended_ && columns_[0].rows() < kRowsOfBatch &&
         reader_.position() - begin < kBytesOfBatch) {
    RecordReader::Step step = reader_.Next();
    for (; step == RecordReader::Step::kField; step = reader_.Next()) ReadField();
    PAISQL_TRY(Status(reader_.status()));
    ended_ = step == RecordReader::Step::kEnd;
    if (!ended_) EndRow();
  }
  const auto rows = static_cast<int64_t>(columns_[0].rows());
  if (rows == 0) return engine::Batch();
  std::vector<ArrowArray> arrays;
  for (ArrayBuilder& column : columns_) arrays.push_back(column.Take());
  return engine::MakeBatch(rows, std::move(arrays));
}

}  // namespace paisql::rest
