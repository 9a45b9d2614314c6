#pragma once

// The process that computes the query of a stream (row_query.h) for one process of the job's Python
// (python/paisql/alink_stream/row_query.py), which asks it over a pipe, a line of JSON each way.
//
//   {"query"}            {"ready": true}: the first line; what Description() has made
//   {"path", "rows", "to"}   {"files": [{"path", "rows"}, ...]}: the rows of a Parquet file with
//       the columns c0, c1, … through the query, in their order, as files below the folder `to`
//
// An answer may be {"error": text} instead. It keeps nothing between two lines, so that one that
// was killed is started again, and asked again.

#include <string>

#include "session/session.h"
#include "session/statements/jobs/row_query.h"

namespace paisql::session {

// What the first line says of a query: its text, and all that it means something by.
std::string Description(const std::string& text, const RowPlan& plan, const pai::RowSource* source,
                        bool repeats, const std::string& project,
                        const std::map<std::string, std::string>& settings);

// The body of `paisql --row-query DIR`, the directory of the job: answers until the end of standard
// input. Of the options it takes the engines and the Python. Returns the exit status.
int RunRowQuery(const std::string& job_directory, const SessionOptions& options);

}  // namespace paisql::session
