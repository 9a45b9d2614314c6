#pragma once

// Parts that all stream components of Alink share: rows from a table or elsewhere, rows into a
// table beside its cursor or elsewhere, and the process that reads and commits. `job` is what the
// processes are told (python/paisql/alink_stream). Errors have the place of what is wrong. Private
// to pai.

#include <nlohmann/json.hpp>
#include <vector>

#include "jobs/spec/job_spec.h"
#include "pai/parameter/parameters.h"
#include "pai/value/build_context.h"

namespace paisql::pai {

// The rows of a source, after its query where it has one. Of inputPath and of a query the table has
// columns alone; `range` is where they are named.
struct StreamRows {
  store::Table table;
  SourceRange range;
};

// inputTableName, which becomes table 0 of the job, or inputPath, and the query over it:
// inputQuery, or inputTableName itself where the stream follows the table that such a query names.
Result<StreamRows> BindOneSource(const Parameters& parameters, const BuildContext& context,
                                 jobs::JobSpec* spec, nlohmann::json* job);

// The same, and the sources of moreSources, whose rows have the same columns: `more` of the job.
Result<StreamRows> BindStreamSource(const Parameters& parameters, const BuildContext& context,
                                    jobs::JobSpec* spec, nlohmann::json* job);

// outputTableName, with the table of its cursor, or outputPath, for rows of these columns, or for
// what outputQuery makes of them.
Status BindStreamSink(const Parameters& parameters, const BuildContext& context,
                      std::vector<store::Column> columns, jobs::JobSpec* spec, nlohmann::json* job);

// The process that reads the sources and commits the rows, how often processes are started again,
// and the parameters that say how a stream goes. The roles of its workers are there already.
Status AddStream(const Parameters& parameters, jobs::JobSpec* spec, nlohmann::json* job);

// An error for a job that would be confined: it could not commit.
Status RefuseConfinedStream(const Parameters& parameters, const BuildContext& context,
                            jobs::JobSpec* spec);

}  // namespace paisql::pai
