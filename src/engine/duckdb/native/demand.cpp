#include "engine/duckdb/native/demand.h"

#include <algorithm>
#include <limits>

#include "base/limits.h"

namespace paisql::engine {
namespace {

// A constant of so many bytes is computed once, while the statement is planned.
constexpr int64_t kConstantBytes = 1 << 18;
// From so many bytes on, the memory that the process has is looked at.
constexpr int64_t kWorthALook = 1 << 20;
// One value must leave room for some more of its size.
constexpr int64_t kLeastShare = 8;

constexpr int64_t kMostDemand = std::numeric_limits<int64_t>::max();

int64_t Times(int64_t number, int64_t bytes) {
  int64_t product = 0;
  return __builtin_mul_overflow(number, bytes, &product) ? kMostDemand : product;
}

int64_t Plus(int64_t left, int64_t right) {
  int64_t sum = 0;
  return __builtin_add_overflow(left, right, &sum) ? kMostDemand : sum;
}

}  // namespace

Demand::Demand(NativeCall& call)
    : call_(call), state_(call.statement()), planning_(state_.planning()) {
  most_ = static_cast<int64_t>(ValueOf(Limit::kBatchBytes));
  const int64_t memory = state_.memory_bytes;
  if (memory > 0) most_ = std::min(most_, memory / kLeastShare);
  if (planning_) most_ = kConstantBytes;
}

void Demand::Add(int64_t number, int64_t bytes) {
  number = std::max<int64_t>(number, 0);
  if (rows_++ == 0) first_ = {number, bytes};
  alike_ = alike_ && first_ == std::pair(number, bytes);
  total_ = Plus(total_, Times(number, bytes));
}

bool Demand::Fits() {
  if (total_ <= most_ || OneConstant()) {
    if (total_ < kWorthALook) return true;
    state_.Ask(total_);
    if (!state_.Overgrown()) return true;
  } else if (planning_) {
    const std::lock_guard lock(state_.mutex);
    state_.constants.insert(first_);
    state_.RefuseConstant();
    call_.Fail(ErrorCode::kOutOfMemory, "too large for a constant");
    return false;
  }
  Refuse();
  return false;
}

void Demand::Refuse() {
  const Error error = LimitError(Limit::kBatchBytes, ErrorCode::kOutOfMemory, {});
  call_.Fail(error.code, error.detail + ": " + error.hint);
}

// Whether all rows have the value of one constant, which alone would fit.
bool Demand::OneConstant() const {
  if (planning_ || !alike_ || Times(first_.first, first_.second) > most_) return false;
  const std::lock_guard lock(state_.mutex);
  return state_.constants.contains(first_);
}

}  // namespace paisql::engine
