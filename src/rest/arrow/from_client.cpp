#include "rest/arrow/from_client.h"

#include "engine/arrow/months_days_nanos.h"
#include "rest/arrow/array_parts.h"
#include "rest/records/array_builder.h"
#include "rest/records/stream_error.h"
#include "rest/records/value_check.h"

namespace paisql::rest {

namespace {

std::string_view TextAt(const Cells& cells, size_t row) {
  const int32_t* places = cells.Data<int32_t>();
  return {static_cast<const char*>(cells.array().buffers[2]) + places[row],
          static_cast<size_t>(places[row + 1] - places[row])};
}

class Taker {
 public:
  ArrowArray Take(const DataType& type, const Cells& cells) {
    if (cells.rows() == 0) return ArrayBuilder(type).Take();
    switch (type.id()) {
      case TypeId::kDate:
        CheckEach<int32_t>(cells, CheckDays);
        return engine::MakeArray(cells.Shared());
      case TypeId::kDecimal:
        CheckEach<WideCell>(cells,
                            [&](const WideCell& cell) { return CheckDecimal(type, cell.value()); });
        return engine::MakeArray(cells.Shared());
      case TypeId::kString:
      case TypeId::kVarchar:
      case TypeId::kChar:
      case TypeId::kBinary:
        return Texts(type, cells);
      case TypeId::kJson:
        return Jsons(cells);
      case TypeId::kDatetime:
        CheckEach<int64_t>(cells, CheckMillis);
        return engine::MakeArray(cells.Converted<int64_t, int64_t>(
            [this](int64_t millis) { return why_.empty() ? millis * kMicrosPerMilli : 0; }));
      case TypeId::kTimestamp:
      case TypeId::kTimestampNtz:
        return engine::MakeArray(cells.Converted<int64_t, WideCell>(
            [](int64_t nanos) { return WideCell::Of(Int128{nanos}); }));
      case TypeId::kIntervalDayTime:
        return Spans(cells);
      case TypeId::kArray:
        return Array(type, cells);
      case TypeId::kMap:
        return Map(type, cells);
      case TypeId::kStruct:
        return Struct(type, cells);
      default:
        return engine::MakeArray(cells.Shared());
    }
  }
  const std::string& why() const { return why_; }  // the first that does not fit

 private:
  void Tell(const std::string& why) {
    if (why_.empty()) why_ = why;
  }

  template <typename T, typename Check>
  void CheckEach(const Cells& cells, const Check& check) {
    const T* values = cells.Data<T>();
    for (size_t i = 0; i < cells.rows() && why_.empty(); ++i) {
      if (!cells.IsNull(i)) Tell(check(values[i]));
    }
  }

  ArrowArray Texts(const DataType& type, const Cells& cells) {
    for (size_t i = 0; i < cells.rows() && why_.empty(); ++i) {
      if (!cells.IsNull(i)) Tell(CheckText(type, TextAt(cells, i)));
    }
    engine::ArrayParts parts = cells.Nulls();
    cells.Keep(parts);
    parts.buffers.push_back(Places(cells, parts));
    parts.buffers.push_back(cells.array().buffers[2]);
    return engine::MakeArray(std::move(parts));
  }

  static const int64_t* Places(const Cells& cells, engine::ArrayParts& parts) {
    const int32_t* from = cells.Data<int32_t>();
    auto* places = RoomFor<int64_t>(cells.rows() + 1, parts);
    for (size_t i = 0; i <= cells.rows(); ++i) places[i] = from[i];
    return places;
  }

  ArrowArray Jsons(const Cells& cells) {
    ArrayBuilder made{DataType(TypeId::kJson)};
    std::string kept;
    for (size_t i = 0; i < cells.rows(); ++i) {
      if (cells.IsNull(i)) {
        made.AppendNull();
        continue;
      }
      Tell(CheckJson(TextAt(cells, i), kept));
      made.AppendText(kept);
    }
    return made.Take();
  }

  static ArrowArray Spans(const Cells& cells) {
    engine::ArrayParts parts = cells.Nulls();
    auto* to = RoomFor<engine::MonthsDaysNanos>(cells.rows(), parts);
    const int64_t* seconds = cells.Child(0).Data<int64_t>() + cells.offset();
    const int32_t* nanos = cells.Child(1).Data<int32_t>() + cells.offset();
    for (size_t i = 0; i < cells.rows(); ++i) {
      to[i] = {0, static_cast<int32_t>(seconds[i] / kSecondsPerDay),
               seconds[i] % kSecondsPerDay * kNanosPerSecond + nanos[i]};
    }
    parts.buffers.push_back(to);
    return engine::MakeArray(std::move(parts));
  }

  ArrowArray Array(const DataType& type, const Cells& cells) {
    engine::ArrayParts parts = cells.Nulls();
    parts.buffers.push_back(Places(cells, parts));
    parts.children.push_back(Take(type.element(), cells.Child(0)));
    return engine::MakeArray(std::move(parts));
  }

  ArrowArray Map(const DataType& type, const Cells& cells) {
    engine::ArrayParts parts = cells.Nulls();
    cells.Keep(parts);
    parts.buffers.push_back(cells.Data<int32_t>());
    const Cells pairs = cells.Child(0);
    const Cells keys = pairs.Child(0);
    for (size_t i = 0; i < keys.rows() && why_.empty(); ++i) {
      if (keys.IsNull(i)) Tell("a key of a MAP is NULL");
    }
    engine::ArrayParts entries;
    entries.length = pairs.array().length;
    entries.offset = pairs.array().offset;
    entries.buffers = {nullptr};
    entries.children.push_back(Take(type.key(), keys));
    entries.children.push_back(Take(type.value(), pairs.Child(1)));
    parts.children.push_back(engine::MakeArray(std::move(entries)));
    return engine::MakeArray(std::move(parts));
  }

  ArrowArray Struct(const DataType& type, const Cells& cells) {
    engine::ArrayParts parts = cells.Shared();
    parts.buffers.resize(1);
    for (size_t i = 0; i < type.fields().size(); ++i) {
      parts.children.push_back(Take(type.fields()[i], cells.Child(i)));
    }
    return engine::MakeArray(std::move(parts));
  }

  std::string why_;
};

}  // namespace

Result<engine::Batch> FromClient(engine::Batch batch,
                                 const std::vector<engine::ResultColumn>& columns) {
  const auto shared = std::make_shared<const engine::Batch>(std::move(batch));
  std::vector<ArrowArray> arrays;
  std::string wrong;
  for (size_t i = 0; i < columns.size(); ++i) {
    Taker taker;
    arrays.push_back(taker.Take(columns[i].type, Cells(shared->column(i), shared)));
    if (wrong.empty() && !taker.why().empty()) {
      wrong = "column " + columns[i].name + ": " + taker.why();
    }
  }
  engine::Batch taken =
      engine::MakeBatch(static_cast<int64_t>(shared->row_count()), std::move(arrays));
  if (!wrong.empty()) return StreamError(StreamFault::kMalformed, wrong);
  return taken;
}

}  // namespace paisql::rest
