#pragma once

// The process that computes the query of a stream (row_query.h) for one process of the job's Python
// (python/paisql/alink_stream/row_query.py). It is a worker of the kind "row-query"
// (workers/protocol.h) with its socket as standard input; requests and answers are JSON objects.
//
//   {"query"}            {"ready": true}: the first request; what Description() has made
//   {"path", "rows", "to"}   {"files": [{"path", "rows"}, ...]}: the rows of a Parquet file with
//       the columns c0, c1, … through the query, in their order, as files below the folder `to`
//
// It keeps nothing between two requests, so that one that was killed is started again, and asked
// again. The rows stay in files in memory, because the engine reads and writes Parquet and not
// Arrow.

#include <string>

#include "session/session.h"
#include "session/statements/jobs/row_query.h"

namespace paisql::session {

// The description of a query in the first request: its text, and everything that gives the text
// its meaning.
std::string Description(const std::string& text, const RowPlan& plan, const pai::RowSource* source,
                        bool repeats, const std::string& project,
                        const std::map<std::string, std::string>& settings);

// The body of `paisql --row-query DIR`, the directory of the job: answers until its owner closes
// the socket. Of the options it takes the engines and the Python. Returns the exit status.
int RunRowQuery(const std::string& job_directory, const SessionOptions& options);

}  // namespace paisql::session
