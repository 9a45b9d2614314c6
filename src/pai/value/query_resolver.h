#pragma once

// Who knows what a query means: an input of a job may be the rows of one.

#include <string>
#include <vector>

#include "base/result.h"
#include "pai/value/query_places.h"
#include "training/spec/job_spec.h"

namespace paisql::pai {

class QueryResolver {
 public:
  virtual ~QueryResolver() = default;

  // The columns of a query's rows, numbered from 1. The resolver keeps the query, which is to be
  // computed when the job is submitted; queries of one job come in the order of its inputs. Errors
  // have their place in the statement.
  virtual Result<std::vector<store::Column>> Resolve(const std::string& query,
                                                     const QueryPlaces& places) = 0;
};

}  // namespace paisql::pai
