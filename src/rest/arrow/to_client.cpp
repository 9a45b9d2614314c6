#include "rest/arrow/to_client.h"

#include <algorithm>
#include <limits>

#include "engine/arrow/months_days_nanos.h"
#include "engine/arrow/share.h"
#include "rest/arrow/array_parts.h"
#include "rest/records/column_records.h"

namespace paisql::rest {

namespace {

constexpr int64_t kMostBytes = int64_t{1} << 30;

// One batch's columns.
class Converter {
 public:
  explicit Converter(const TimeZone& zone) : zone_(zone) {}

  ArrowArray Convert(const DataType& type, const Cells& cells, TimestampForm form) {
    switch (type.id()) {
      case TypeId::kVoid:
      case TypeId::kUnknown:
        return NoTexts(cells.rows());
      case TypeId::kString:
      case TypeId::kVarchar:
      case TypeId::kChar:
      case TypeId::kJson:
      case TypeId::kBinary:
        return Texts(cells);
      case TypeId::kDatetime:
        return engine::MakeArray(
            cells.Converted<int64_t, int64_t>([this](int64_t micros) { return Millis(micros); }));
      case TypeId::kTimestamp:
      case TypeId::kTimestampNtz:
        return Times(type.id() == TypeId::kTimestamp, cells, form);
      case TypeId::kIntervalDayTime:
        return Spans(cells);
      case TypeId::kArray:
        return List<int64_t>(type, cells);
      case TypeId::kMap:
        return List<int32_t>(type, cells);
      case TypeId::kStruct:
        return Struct(type, cells);
      default:
        return engine::MakeArray(cells.Shared());
    }
  }
  bool out_of_range() const { return out_of_range_; }

 private:
  int64_t Millis(int64_t micros) const {
    const auto [wall, rest] = DividedBy(micros, kMicrosPerSecond);
    return InstantOf(wall, zone_) * 1000 + rest / kMicrosPerMilli;
  }

  std::pair<int64_t, int32_t> Parts(bool is_instant, const WideCell& cell) const {
    const auto [wall, nanos] = DividedBy(cell.value(), kNanosPerSecond);
    return {is_instant ? InstantOf(wall, zone_) : wall, static_cast<int32_t>(nanos)};
  }

  int64_t Nanos(std::pair<int64_t, int32_t> time) {
    const Int128 nanos = Int128{time.first} * kNanosPerSecond + time.second;
    const bool fits = nanos >= std::numeric_limits<int64_t>::min() &&
                      nanos <= std::numeric_limits<int64_t>::max();
    out_of_range_ = out_of_range_ || !fits;
    return static_cast<int64_t>(nanos);
  }

  template <typename From, typename Take>
  static ArrowArray SecondsAndNanos(const Cells& cells, const Take& take) {
    engine::ArrayParts all = cells.Nulls();
    engine::ArrayParts seconds;
    engine::ArrayParts nanos;
    auto* to_seconds = RoomFor<int64_t>(cells.rows(), seconds);
    auto* to_nanos = RoomFor<int32_t>(cells.rows(), nanos);
    const From* from = cells.Data<From>();
    for (size_t i = 0; i < cells.rows(); ++i) {
      const std::pair<int64_t, int32_t> parts =
          cells.IsNull(i) ? std::pair<int64_t, int32_t>() : take(from[i]);
      to_seconds[i] = parts.first;
      to_nanos[i] = parts.second;
    }
    seconds.length = nanos.length = all.length;
    seconds.buffers = {nullptr, to_seconds};
    nanos.buffers = {nullptr, to_nanos};
    all.children.push_back(engine::MakeArray(std::move(seconds)));
    all.children.push_back(engine::MakeArray(std::move(nanos)));
    return engine::MakeArray(std::move(all));
  }

  ArrowArray Times(bool is_instant, const Cells& cells, TimestampForm form) {
    if (form == TimestampForm::kStruct) {
      return SecondsAndNanos<WideCell>(
          cells, [&](const WideCell& cell) { return Parts(is_instant, cell); });
    }
    return engine::MakeArray(cells.Converted<WideCell, int64_t>(
        [&](const WideCell& cell) { return Nanos(Parts(is_instant, cell)); }));
  }

  static ArrowArray Spans(const Cells& cells) {
    return SecondsAndNanos<engine::MonthsDaysNanos>(cells, [](const engine::MonthsDaysNanos& span) {
      const auto [seconds, nanos] = DividedBy(span.nanos, kNanosPerSecond);
      return std::pair<int64_t, int32_t>(span.days * kSecondsPerDay + seconds,
                                         static_cast<int32_t>(nanos));
    });
  }

  static ArrowArray NoTexts(size_t rows) {
    engine::ArrayParts parts;
    parts.length = static_cast<int64_t>(rows);
    auto* bits = RoomFor<uint8_t>(rows / 8 + 1, parts);
    auto* places = RoomFor<int32_t>(rows + 1, parts);
    std::fill_n(bits, rows / 8 + 1, uint8_t{0});
    std::fill_n(places, rows + 1, 0);
    parts.buffers = {bits, places, bits};
    return engine::MakeArray(std::move(parts));
  }

  static ArrowArray Texts(const Cells& cells) {
    engine::ArrayParts parts = cells.Nulls();
    cells.Keep(parts);
    const int64_t* from = cells.Data<int64_t>();
    auto* places = RoomFor<int32_t>(cells.rows() + 1, parts);
    for (size_t i = 0; i <= cells.rows(); ++i) places[i] = static_cast<int32_t>(from[i] - from[0]);
    const auto* characters = static_cast<const char*>(cells.array().buffers[2]);
    parts.buffers.push_back(places);
    parts.buffers.push_back(characters + from[0]);
    return engine::MakeArray(std::move(parts));
  }

  // Members lie where the struct's own offset says.
  ArrowArray Struct(const DataType& type, const Cells& cells) {
    engine::ArrayParts parts = cells.Nulls();
    for (size_t i = 0; i < type.fields().size(); ++i) {
      parts.children.push_back(
          Part(type.fields()[i], cells.Child(i), cells.offset(), cells.rows()));
    }
    return engine::MakeArray(std::move(parts));
  }

  // Some rows of a child.
  ArrowArray Part(const DataType& type, const Cells& child, size_t begin, size_t rows) {
    ArrowArray view = child.array();
    view.offset += static_cast<int64_t>(begin);
    view.length = static_cast<int64_t>(rows);
    return Convert(type, child.Of(view), TimestampForm::kNanos);
  }

  template <typename Place>
  ArrowArray List(const DataType& type, const Cells& cells) {
    engine::ArrayParts parts = cells.Nulls();
    const Place* from = cells.Data<Place>();
    auto* places = RoomFor<int32_t>(cells.rows() + 1, parts);
    for (size_t i = 0; i <= cells.rows(); ++i) places[i] = static_cast<int32_t>(from[i] - from[0]);
    parts.buffers.push_back(places);
    const auto begin = static_cast<size_t>(from[0]);
    const auto rows = static_cast<size_t>(places[cells.rows()]);
    const Cells child = cells.Child(0);
    if (type.id() == TypeId::kArray) {
      parts.children.push_back(Part(type.element(), child, begin, rows));
      return engine::MakeArray(std::move(parts));
    }
    engine::ArrayParts entries;
    entries.length = static_cast<int64_t>(rows);
    entries.buffers = {nullptr};
    for (size_t i = 0; i < 2; ++i) {
      entries.children.push_back(
          Part(type.fields()[i], child.Child(i), begin + child.offset(), rows));
    }
    parts.children.push_back(engine::MakeArray(std::move(entries)));
    return engine::MakeArray(std::move(parts));
  }

  const TimeZone& zone_;
  bool out_of_range_ = false;
};

}  // namespace

Result<std::vector<engine::Batch>> ToClient::Convert(engine::Batch batch) const {
  auto shared = std::make_shared<const engine::Batch>(std::move(batch));
  std::vector<engine::Batch> converted;
  const auto rows = static_cast<int64_t>(shared->row_count());
  const size_t columns = places_.empty() ? 0 : *std::ranges::max_element(places_) + 1;
  if (rows > 1 && engine::BytesOf(*shared, columns) > kMostBytes) {
    const int64_t half = rows / 2;
    for (const auto& [begin, count] : {std::pair(int64_t{0}, half), std::pair(half, rows - half)}) {
      PAISQL_ASSIGN(std::vector<engine::Batch> part,
                    Convert(engine::ShareRows(shared, columns, begin, count)));
      for (engine::Batch& one : part) converted.push_back(std::move(one));
    }
    return converted;
  }
  std::vector<ArrowArray> arrays;
  for (size_t i = 0; i < columns_.size(); ++i) {
    Converter converter(zone_);
    arrays.push_back(
        converter.Convert(columns_[i].type, Cells(shared->column(places_[i]), shared), form_));
    if (!converter.out_of_range()) continue;
    engine::MakeBatch(rows, std::move(arrays));  // frees them
    return Error{ErrorCode::kTunnel,
                 "column " + columns_[i].name +
                     " has a TIMESTAMP outside of the years 1678 to 2261, which Arrow cannot hold",
                 {},
                 "download records"};
  }
  converted.push_back(engine::MakeBatch(rows, std::move(arrays)));
  return converted;
}

}  // namespace paisql::rest
