#pragma once

// Describes the columns of a result to the reader of its batches: names, and formats from the table
// of batch.h. It follows from our types alone, so that every engine gives the same.

#include <string>
#include <utility>
#include <vector>

#include "engine/arrow/c_data.h"
#include "engine/result_stream.h"

namespace paisql::engine {

// A schema of this format, with the children, which it owns. The caller calls its `release`.
ArrowSchema MakeSchema(std::string format, std::string name, std::vector<ArrowSchema> children,
                       bool nullable = true);

// Formats of the types that differ between our batches and what clients take; the others have one.
struct TypeFormats {
  const char* nothing;  // VOID
  const char* text;     // STRING, VARCHAR, CHAR and JSON
  const char* binary;
  const char* datetime;
  const char* timestamp;  // TIMESTAMP_NTZ, too
  const char* day_time;   // null: as SecondsSchema
  const char* list;
};
// A column of the type, with its parts. The caller calls its `release`.
ArrowSchema ColumnSchema(const DataType& type, std::string name, const TypeFormats& formats,
                         bool nullable = true);
// struct<sec: int64, nano: int32>
ArrowSchema SecondsSchema(std::string name, bool nullable = true);

class Schema {
 public:
  explicit Schema(const std::vector<ResultColumn>& columns);
  ~Schema() {
    if (schema_.release != nullptr) schema_.release(&schema_);
  }
  Schema(const Schema&) = delete;
  Schema& operator=(const Schema&) = delete;

  // A struct, with a child for each column.
  const ArrowSchema& get() const { return schema_; }
  // The caller calls its `release`.
  ArrowSchema Release() { return std::exchange(schema_, ArrowSchema{}); }

 private:
  ArrowSchema schema_;
};

}  // namespace paisql::engine
