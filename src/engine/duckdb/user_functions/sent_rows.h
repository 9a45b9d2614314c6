#pragma once

// Rows of a chunk of DuckDB's on their way to a worker of functions, and what their values are
// while they are there.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/arrow/batch.h"
#include "engine/duckdb/values/api.h"
#include "types/data_type.h"
#include "udf/packed_batch.h"

namespace paisql::engine {

struct PrintContext;

// The platform pads a CHAR; its text is what a function sees and gives. DuckDB checks the text of a
// JSON when it makes one of it.
DataType SentType(const DataType& type);
// `operand`, which is of `type`, as it is sent, and as it comes back.
std::string PrintSent(const std::string& operand, const DataType& type, PrintContext& context);
std::string PrintReturned(const std::string& operand, const DataType& type, PrintContext& context);

// Columns of a chunk with the types in which they are sent.
struct SentColumns {
  std::vector<duckdb_vector> vectors;
  const std::vector<DataType>& types;
};

// How many rows from `begin` to `end` go at once; one at least. Rows whose texts are very long
// together go in several questions.
size_t RowsAtOnce(const DuckdbApi& api, const SentColumns& columns, size_t begin, size_t end);

class SentRows {
 public:
  // `columns` outlives it.
  SentRows(const DuckdbApi& api, const SentColumns& columns, size_t first, size_t count)
      : api_(api), columns_(columns), first_(first), count_(count) {}

  size_t count() const { return count_; }
  // nullopt where the rows are more than goes in one question.
  std::optional<std::string> Packed() const;
  // With the number of its group before each row.
  std::optional<std::string> Packed(const int64_t* groups) const;
  // "(7, 'abc', NULL)"
  std::string Values(size_t row) const;

 private:
  std::optional<std::string> Pack(udf::BatchWriter& writer) const;
  Batch Column(size_t i) const;

  const DuckdbApi& api_;
  const SentColumns& columns_;
  const size_t first_;
  const size_t count_;
};

}  // namespace paisql::engine
