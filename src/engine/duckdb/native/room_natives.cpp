// The functions of room_functions.h.

#include <algorithm>
#include <limits>

#include "engine/duckdb/functions/room_functions.h"
#include "engine/duckdb/native/demand.h"
#include "engine/duckdb/native/native_row.h"
#include "engine/duckdb/values/wide_integer.h"

namespace paisql::engine {
namespace {

constexpr int64_t kBytesOfElement = 16;  // of a list, at least
constexpr int64_t kMost = std::numeric_limits<int64_t>::max();

void Room(NativeCall& call) {
  Demand demand(call);
  call.ForEach([&](idx_t row) {
    const auto number = call.Get<int64_t>(0, row);
    demand.Add(number, call.Get<int64_t>(1, row));
    call.Set(row, number);
    return true;
  });
  demand.Fits();
}

// How many elements a SEQUENCE has; false, and the call has failed, where it cannot be.
bool RoomOf(NativeCall& call, idx_t row, int64_t& length) {
  const Int128 first = call.Get<int64_t>(0, row);
  const Int128 last = call.Get<int64_t>(1, row);
  const Int128 step = call.Get<int64_t>(2, row);
  if (step == 0) {
    call.Fail(ErrorCode::kRuntimeArguments, "in function sequence, the step is 0");
    return false;
  }
  const Int128 distance = last - first;
  if (distance != 0 && (distance > 0) != (step > 0)) {
    call.Fail(ErrorCode::kRuntimeArguments, "in function sequence, the step leads away from stop");
    return false;
  }
  length = static_cast<int64_t>(std::min<Int128>(distance / step + 1, kMost));
  return true;
}

void SequenceLength(NativeCall& call) {
  call.ForEach([&](idx_t row) {
    int64_t length = 0;
    if (!RoomOf(call, row, length)) return false;
    call.Set(row, length);
    return true;
  });
}

void SequenceLast(NativeCall& call) {
  Demand demand(call);
  bool good = true;
  call.ForEach([&](idx_t row) {
    int64_t length = 0;
    good = RoomOf(call, row, length);
    if (!good) return false;
    demand.Add(length, sizeof(int64_t));
    call.Set(row, call.Get<int64_t>(1, row));
    return true;
  });
  if (good) demand.Fits();
}

// The text is looked through only where it could become large.
size_t Occurrences(std::string_view text, std::string_view part) {
  if (part.empty()) return 0;
  size_t count = 0;
  for (size_t at = text.find(part); at != text.npos; at = text.find(part, at + part.size())) {
    ++count;
  }
  return count;
}

void ReplacementRoom(NativeCall& call) {
  constexpr size_t kHarmless = 1 << 16;
  Demand demand(call);
  call.ForEach([&](idx_t row) {
    const std::string_view text = call.Text(0, row);
    const std::string_view part = call.Text(1, row);
    const std::string_view other = call.Text(2, row);
    size_t times = part.empty() ? 0 : text.size() / part.size();
    if (times > 0 && other.size() > kHarmless / times) times = Occurrences(text, part);
    demand.Add(static_cast<int64_t>(times), static_cast<int64_t>(other.size()));
    call.SetText(row, other);
    return true;
  });
  demand.Fits();
}

void LongText(NativeCall& call) {
  StatementState& state = call.statement();
  if (state.planning()) {
    state.RefuseConstant();
    call.Fail(ErrorCode::kOutOfMemory, "too large for a constant");
    return;
  }
  call.ForEach([&](idx_t row) {
    call.SetText(row, call.Text(0, row));
    return true;
  });
}

// In a lambda, once for each batch of elements.
void GoesOn(NativeCall& call) {
  if (call.FailsWhereStopped()) return;
  call.statement().Ask(static_cast<int64_t>(call.rows()) * kBytesOfElement);
  if (call.statement().Overgrown()) {
    Demand(call).Refuse();
    return;
  }
  std::fill_n(call.Output<bool>(), call.rows(), true);
}

void StatementNumber(NativeCall& call) {
  for (idx_t row = 0; row < call.rows(); ++row) call.Set(row, call.statement().number());
}

constexpr NativeRow kRoomNativeRows[] = {
    {kStatementNative, "(BIGINT) -> BIGINT", RunNative<StatementNumber>},
    {room::kRoom, "(BIGINT, BIGINT) -> BIGINT", RunNative<Room>},
    {room::kSequenceLength, "(BIGINT, BIGINT, BIGINT) -> BIGINT", RunNative<SequenceLength>},
    {room::kSequenceLast, "(BIGINT, BIGINT, BIGINT) -> BIGINT", RunNative<SequenceLast>},
    {room::kReplacement, "(STRING, STRING, STRING) -> STRING", RunNative<ReplacementRoom>},
    {room::kLongText, "(STRING) -> STRING", RunNative<LongText>},
    {room::kGoesOn, "(BIGINT) -> BOOLEAN", RunNative<GoesOn>},
};

}  // namespace

const std::span<const NativeRow> kRoomNatives = kRoomNativeRows;

}  // namespace paisql::engine
