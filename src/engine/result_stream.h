#pragma once

// The rows of a statement as they leave an engine: batches of typed columns (arrow/batch.h). Text
// for people is made of them by text/result_text.h.

#include <string>
#include <vector>

#include "base/result.h"
#include "engine/arrow/batch.h"
#include "types/data_type.h"

namespace paisql::engine {

struct ResultColumn {
  std::string name;
  DataType type;
  // Whether its DECIMALs show no zeros at the end of the fraction.
  bool trims_zeros = false;
};

class ResultStream {
 public:
  virtual ~ResultStream() = default;
  virtual const std::vector<ResultColumn>& columns() const = 0;
  // The next rows; at the end a batch that is false. Rows come as the engine makes them, so that
  // memory does not grow with the result. A batch lives as long as its owner wants, also when the
  // stream and its engine are gone.
  virtual Result<Batch> Next() = 0;
};

}  // namespace paisql::engine
