#pragma once

// What the statements of an instance have answered: the rows of the last query, or texts. A result
// does not change; any thread may read it, several at once, and each reader belongs to one thread.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "engine/arrow/batch.h"
#include "engine/result_stream.h"

namespace paisql::instances {

class RowReader {
 public:
  virtual ~RowReader() = default;
  // The next rows, of whatever number; at the end a batch that is false. A batch lives as long as
  // its owner wants.
  virtual Result<engine::Batch> Next() = 0;
};

// Where the rows of a result are. A reader lives on when the result is forgotten.
class KeptRows {
 public:
  virtual ~KeptRows() = default;
  virtual Result<std::unique_ptr<RowReader>> Read(int64_t begin, int64_t count) const = 0;
};

// What reading rows that are gone fails with.
Error ExpiredRows();

struct InstanceResult {
  bool has_rows = false;
  std::vector<engine::ResultColumn> columns;
  int64_t rows = 0;
  int64_t bytes = 0;  // of the rows, about
  std::string text;   // lines of other statements, for people
  std::string zone;   // on whose wall clock the times of the rows are; "": UTC
  std::shared_ptr<const KeptRows> kept;
  // The rows were kept for so long and are gone: Read fails.
  bool expired = false;

  // The rows from `begin` on, from 0, so many at most. None are before the first or after the last.
  Result<std::unique_ptr<RowReader>> Read(int64_t begin, int64_t count) const;
};

}  // namespace paisql::instances
