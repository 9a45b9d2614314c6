#include "engine/duckdb/room_functions.h"

#include <algorithm>
#include <limits>
#include <vector>

#include "base/limits.h"
#include "engine/duckdb/handles.h"
#include "engine/duckdb/native_call.h"
#include "engine/duckdb/wide_integer.h"

namespace paisql::engine {
namespace {

// A constant of so many bytes is computed once, while the statement is planned.
constexpr int64_t kConstantBytes = 1 << 18;

constexpr int64_t kMost = std::numeric_limits<int64_t>::max();

int64_t Times(int64_t number, int64_t bytes) {
  int64_t product = 0;
  return __builtin_mul_overflow(number, bytes, &product) ? kMost : product;
}

int64_t Plus(int64_t left, int64_t right) {
  int64_t sum = 0;
  return __builtin_add_overflow(left, right, &sum) ? kMost : sum;
}

// What all rows of one call are about to take.
class Demand {
 public:
  Demand(NativeCall& call, NativeState& state) : call_(call), state_(state) {}

  void Add(int64_t number, int64_t bytes) {
    number = std::max<int64_t>(number, 0);
    if (rows_++ == 0) first_ = {number, bytes};
    alike_ = alike_ && first_ == std::pair(number, bytes);
    total_ = Plus(total_, Times(number, bytes));
  }

  // False, and the call has failed, when it is too much.
  bool Fits() {
    if (state_.planning()) {
      if (total_ <= kConstantBytes) return true;
      const std::lock_guard lock(state_.mutex);
      state_.constants.insert(first_);
      state_.RefuseConstant();
      call_.Fail(ErrorCode::kOutOfMemory, "too large for a constant");
      return false;
    }
    int64_t most = ValueOf(Limit::kBatchBytes);
    const int64_t memory = state_.memory_bytes;
    if (memory > 0) most = std::min(most, memory / kLeastShare);
    if (total_ <= most || OneConstant(most)) return true;
    Error error = LimitError(Limit::kBatchBytes, ErrorCode::kOutOfMemory, {});
    call_.Fail(error.code, error.detail + ": " + error.hint);
    return false;
  }

 private:
  // One value must leave room for some more of its size.
  static constexpr int64_t kLeastShare = 8;

  bool OneConstant(int64_t most) {
    if (!alike_ || Times(first_.first, first_.second) > most) return false;
    const std::lock_guard lock(state_.mutex);
    return state_.constants.contains(first_);
  }

  NativeCall& call_;
  NativeState& state_;
  int64_t rows_ = 0;
  int64_t total_ = 0;
  bool alike_ = true;
  std::pair<int64_t, int64_t> first_;
};

void Room(NativeCall& call, NativeState& state) {
  Demand demand(call, state);
  call.ForEach([&](idx_t row) {
    const auto number = call.Get<int64_t>(0, row);
    demand.Add(number, call.Get<int64_t>(1, row));
    call.Set(row, number);
    return true;
  });
  demand.Fits();
}

// How many elements a SEQUENCE has; false, and the call has failed, where it cannot be.
bool LengthOf(NativeCall& call, idx_t row, int64_t& length) {
  const Int128 first = call.Get<int64_t>(0, row);
  const Int128 last = call.Get<int64_t>(1, row);
  const Int128 step = call.Get<int64_t>(2, row);
  if (step == 0) {
    call.Fail(ErrorCode::kRuntimeArguments, "in function sequence, the step is 0");
    return false;
  }
  const Int128 distance = last - first;
  const bool towards = distance == 0 || (distance > 0) == (step > 0);
  length = towards ? static_cast<int64_t>(std::min<Int128>(distance / step + 1, kMost)) : 0;
  return true;
}

void SequenceLength(NativeCall& call, NativeState&) {
  call.ForEach([&](idx_t row) {
    int64_t length = 0;
    if (!LengthOf(call, row, length)) return false;
    call.Set(row, length);
    return true;
  });
}

void SequenceLast(NativeCall& call, NativeState& state) {
  Demand demand(call, state);
  bool good = true;
  call.ForEach([&](idx_t row) {
    int64_t length = 0;
    good = LengthOf(call, row, length);
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

void ReplacementRoom(NativeCall& call, NativeState& state) {
  constexpr size_t kHarmless = 1 << 16;
  Demand demand(call, state);
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

void LongText(NativeCall& call, NativeState& state) {
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

template <void (*Body)(NativeCall&, NativeState&)>
void Run(duckdb_function_info info, duckdb_data_chunk input, duckdb_vector output) {
  const DuckdbApi& api = LoadedApi();
  auto& state = *static_cast<NativeState*>(api.scalar_function_get_extra_info(info));
  NativeCall call(api, info, input, output);
  Body(call, state);
}

struct RoomFunction {
  std::string_view name;
  duckdb_scalar_function_t body;
  std::vector<duckdb_type> parameters;
  duckdb_type result;
};

const std::vector<RoomFunction>& RoomFunctions() {
  static const std::vector<RoomFunction> functions = {
      {room::kRoom, Run<Room>, {DUCKDB_TYPE_BIGINT, DUCKDB_TYPE_BIGINT}, DUCKDB_TYPE_BIGINT},
      {room::kSequenceLength,
       Run<SequenceLength>,
       {DUCKDB_TYPE_BIGINT, DUCKDB_TYPE_BIGINT, DUCKDB_TYPE_BIGINT},
       DUCKDB_TYPE_BIGINT},
      {room::kSequenceLast,
       Run<SequenceLast>,
       {DUCKDB_TYPE_BIGINT, DUCKDB_TYPE_BIGINT, DUCKDB_TYPE_BIGINT},
       DUCKDB_TYPE_BIGINT},
      {room::kReplacement,
       Run<ReplacementRoom>,
       {DUCKDB_TYPE_VARCHAR, DUCKDB_TYPE_VARCHAR, DUCKDB_TYPE_VARCHAR},
       DUCKDB_TYPE_VARCHAR},
      {room::kLongText, Run<LongText>, {DUCKDB_TYPE_VARCHAR}, DUCKDB_TYPE_VARCHAR},
  };
  return functions;
}

}  // namespace

bool RegisterRoom(const DuckdbApi& api, duckdb_connection connection, std::string_view name,
                  NativeState& state, std::string& error) {
  const auto& functions = RoomFunctions();
  const auto found = std::find_if(functions.begin(), functions.end(),
                                  [&](const RoomFunction& each) { return each.name == name; });
  if (found == functions.end()) return false;
  ScalarFunctionHandle function(api, api.create_scalar_function());
  api.scalar_function_set_name(function.get(), std::string(name).c_str());
  for (const duckdb_type parameter : found->parameters) {
    TypeHandle type(api, api.create_logical_type(parameter));
    api.scalar_function_add_parameter(function.get(), type.get());
  }
  TypeHandle result(api, api.create_logical_type(found->result));
  api.scalar_function_set_return_type(function.get(), result.get());
  api.scalar_function_set_extra_info(function.get(), &state, nullptr);
  api.scalar_function_set_function(function.get(), found->body);
  if (api.register_scalar_function(connection, function.get()) != DuckDBSuccess) {
    error = "the function " + std::string(name) + " cannot be registered";
  }
  return true;
}

}  // namespace paisql::engine
