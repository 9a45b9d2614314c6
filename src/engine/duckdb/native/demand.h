#pragma once

// Adds up the memory that all rows of one call will take, and checks it before the allocation.

#include <cstdint>
#include <utility>

#include "engine/duckdb/functions/native_call.h"

namespace paisql::engine {

class Demand {
 public:
  explicit Demand(NativeCall& call);

  // Adds the demand of one row.
  void Add(int64_t number, int64_t bytes);
  // False, and the call has failed, when it is too much.
  bool Fits();
  // The same with so many bytes more, of a row whose size shows while it is made.
  bool FitsWith(size_t bytes) {
    if (total_ + static_cast<int64_t>(bytes) <= most_) return true;
    Add(1, static_cast<int64_t>(bytes));
    return Fits();
  }
  // Fails the call.
  void Refuse();

 private:
  bool OneConstant() const;

  NativeCall& call_;
  StatementState& state_;
  bool planning_;
  int64_t most_ = 0;
  int64_t rows_ = 0;
  int64_t total_ = 0;
  bool alike_ = true;
  std::pair<int64_t, int64_t> first_;
};

}  // namespace paisql::engine
