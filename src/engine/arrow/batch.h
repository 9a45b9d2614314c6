#pragma once

// Rows as columns in the Arrow C data interface: the one form in which columns leave an engine. A
// batch is an array of structs with a child for each column, and owns what the array points to;
// Release hands that on to another library.
//
// How each type looks:
//   BOOLEAN                          b      bits
//   TINYINT, SMALLINT, INT, BIGINT   c s i l
//   FLOAT, DOUBLE                    f g
//   DECIMAL(p,s)                     d:p,s  always of 128 bits
//   STRING, VARCHAR, CHAR, JSON      U      offsets of 64 bits, since a cell may have many MB
//   BINARY                           Z
//   DATE                             tdD    days since 1970-01-01
//   DATETIME                         tsu:   microseconds on the wall clock of the session's zone
//   TIMESTAMP, TIMESTAMP_NTZ         d:21,9 seconds since 1970-01-01 00:00:00 on the wall clock,
//                                           since 64 bits of nanoseconds end in the year 2262
//   INTERVAL_YEAR_MONTH              tiM    months
//   INTERVAL_DAY_TIME                tin    no months, days, nanoseconds
//   ARRAY                            +L
//   MAP                              +m     of structs "entries" with "key" and "value"
//   STRUCT                           +s
//   the type of a bare NULL          n
// Times are wall clock because that is how the platform shows them everywhere; the zone is the one
// of the statement's settings.

#include <memory>
#include <utility>
#include <vector>

#include "engine/arrow/c_data.h"

namespace paisql::engine {

class Batch {
 public:
  Batch() = default;
  explicit Batch(ArrowArray array) : array_(array) {}
  ~Batch() { Reset(); }
  Batch(Batch&& other) noexcept : array_(other.Release()) {}
  Batch& operator=(Batch&& other) noexcept {
    if (this != &other) {
      Reset();
      array_ = other.Release();
    }
    return *this;
  }
  Batch(const Batch&) = delete;
  Batch& operator=(const Batch&) = delete;

  // False for the batch that says that there are no more rows.
  explicit operator bool() const { return array_.release != nullptr; }
  size_t row_count() const { return static_cast<size_t>(array_.length); }
  const ArrowArray& column(size_t index) const { return *array_.children[index]; }
  // The caller calls its `release`.
  ArrowArray Release() { return std::exchange(array_, ArrowArray{}); }

 private:
  void Reset() {
    if (array_.release != nullptr) array_.release(&array_);
    array_ = ArrowArray{};
  }

  ArrowArray array_ = {};
};

// The parts of an Arrow array of ours. `kept` holds the buffers' memory and lives as long as the
// array.
struct ArrayParts {
  int64_t length = 0;
  int64_t offset = 0;
  std::vector<const void*> buffers;  // the validity first, nullptr where no value is NULL
  std::vector<ArrowArray> children;
  std::vector<std::shared_ptr<const void>> kept;
};

ArrowArray MakeArray(ArrayParts parts);
Batch MakeBatch(int64_t rows, std::vector<ArrowArray> columns);

// Whether a bit of an Arrow bitmap is set.
inline bool IsBitSet(const void* bits, size_t index) {
  return ((static_cast<const uint8_t*>(bits)[index / 8] >> (index % 8)) & 1) != 0;
}

// A number of a column of that width: BIGINT is int64_t.
template <typename T>
T NumberAt(const ArrowArray& column, size_t row) {
  return static_cast<const T*>(column.buffers[1])[static_cast<size_t>(column.offset) + row];
}

}  // namespace paisql::engine
