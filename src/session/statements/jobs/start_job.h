#pragma once

// From a checked PAI statement to its end.

#include <cstdint>
#include <vector>

#include "jobs/spec/job_spec.h"
#include "pai/build_job.h"
#include "session/state.h"
#include "session/statements/jobs/job_queries.h"
#include "syntax/statements/commands.h"

namespace paisql::session {

// The circumstances in which a statement that is typed now is checked. `queries` gets its inputs
// that are queries.
pai::BuildContext PaiContext(Run& run, JobQueries& queries);

// Starts the job and follows it, unless the session only checks, or is not to wait
// (paisql.job.async). Errors are placed at `range`.
Status StartJob(const jobs::JobSpec& given, JobQueries& queries, const SourceRange& range,
                Run& run);

// Output tables that a statement names and that are not there yet.

// Makes the tables of the outputs whose table has no id, empty, and binds the outputs to them;
// `made` gets their ids. They stay when the job fails; after an error here there are none.
Status MakeNewOutputs(const SourceRange& range, Run& run, jobs::JobSpec* spec,
                      std::vector<int64_t>* made);

// Takes them back, for a job that could not be submitted.
void DropNewOutputs(const std::vector<int64_t>& made, Run& run);

// A PAI statement whose component is SQL (pai/component.h, SqlBuild): no job, but queries that the
// session runs on one snapshot. Their tables are committed together. Errors are placed at the
// parameter that names the table of the query.
Status RunSqlWork(const pai::SqlWork& work, const pai::BuildContext& context,
                  const JobQueries& queries, Run& run);
// How many bytes the tables have that they read.
Result<int64_t> InputBytes(const pai::SqlWork& work, const pai::BuildContext& context, Run& run);
// The plans of these queries, as EXPLAIN shows plans.
Status ExplainSqlWork(const pai::SqlWork& work, const pai::BuildContext& context, Run& run);

// RERUN <id>: the statement of a past job once more, against today's tables and files, with the
// settings and the script folder of then. What is wrong with it is told at the id.
Status Rerun(const syntax::JobCommandStatement& statement, Run& run);

}  // namespace paisql::session
