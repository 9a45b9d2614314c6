#pragma once

// The columns of a Parquet file that another program has written, and the types in which the
// engine reads them.

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "store/types.h"

namespace paisql::store {

struct ParquetSchema {
  struct Column {
    std::string name;
    // nullopt: nothing here is as the file has it: a nested type, an unsigned number.
    std::optional<DataType> type;
    bool times_in_64_bits = false;  // as in store::Column
    std::string wording;            // the file's type, for people
  };
  std::vector<Column> columns;
  int64_t rows = 0;
};

// kIo for what is not a Parquet file, or is not whole; `name` is the file's for people.
Result<ParquetSchema> ReadParquetSchema(const std::string& path, const std::string& name);

}  // namespace paisql::store
