#pragma once

// Judges a few rows that come from the catalog and not from files: the partitions of a table. It is
// no part of an engine, since one that runs on a cluster takes too long to be asked about them.
//
// One question at a time; Interrupt may be called from any thread.

#include <string>
#include <vector>

#include "base/result.h"
#include "engine/engine.h"
#include "plan/relation.h"

namespace paisql::engine {

class RowFilter {
 public:
  virtual ~RowFilter() = default;

  // Which of the rows make the predicate true. `columns` are the ids that it refers to, all of them
  // with the given types; rows[i][j] is the value of columns[j] as text. Scans of the predicate's
  // subqueries are bound. Errors are those of
  // Connection::Query.
  virtual Result<std::vector<bool>> FilterRows(const plan::Expression& predicate,
                                               const Bindings& bindings,
                                               const std::vector<plan::OutputColumn>& columns,
                                               const std::vector<std::vector<std::string>>& rows,
                                               const ExecutionSettings& settings) = 0;

  // As Connection::Interrupt.
  virtual void Interrupt() = 0;
};

}  // namespace paisql::engine
